// Package topology draws what a network is made of: segments, devices, links and stations. It
// writes a picture (SVG, PNG, PDF), or the text of a diagram for Mermaid or Graphviz.
//
// A network is a tree, or several. [Of] finds its middle, which becomes the root, and gathers many
// stations of one kind at one place into one node. A picture puts the root at the top; each collision
// domain has a colour.
package topology
