// Package keep follows a run and gathers what its plan keeps of it besides its figures: the series of intervals, histograms,
// who wins races for the medium, and the figures of each station.
package keep
