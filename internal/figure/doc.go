// Package figure draws a figure of given values to SVG, PNG or PDF. It knows axes, series and
// tables, and nothing of what the values are: package plot makes figures of campaigns, results
// and events.
//
// A [Figure] holds what is drawn, not how. [Figure.Write] draws it on the canvases of gonum/plot: lines
// named at their ends, marks and dashes that differ as much as the colours do, so that
// nothing is lost in grey or to the colour-blind, axes with their units, and nothing
// else. The same figure is written as the same octets.
package figure
