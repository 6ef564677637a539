// Package plot draws figures to be printed: what a campaign measured with its
// intervals, beside what theory says, and what happened in a single run.
//
// A [Figure] says what is drawn, not how. [Figure.Write] draws it, on gonum/plot: lines
// named at their ends, marks and dashes that differ as much as the colours do, so that
// nothing is lost in grey or to the colour-blind, axes with their units, and nothing
// else. The same figure comes to the same octets.
package plot
