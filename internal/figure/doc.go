// Package figure draws values as a figure in SVG, PNG or PDF. It knows axes, series and tables, and
// does not know what the values mean: package plot makes figures of campaigns, results and events.
//
// A [Figure] holds what is drawn, not how. [Figure.Write] draws it on the canvases of gonum/plot. Each
// line has its name at its end. Marks and dashes differ as much as the colours do, so that a figure
// can be read in grey and by colour-blind readers. Axes have their units. The same figure is always
// written as the same octets.
package figure
