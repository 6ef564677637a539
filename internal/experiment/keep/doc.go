// Package keep follows a run and gathers what its plan keeps besides the figures of the run: the series of its intervals,
// histograms, the capture effect, and the figures of each station.
package keep
