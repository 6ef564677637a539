// Package phy holds what a medium is made of: time, distance, the parameters of
// a line, the size of a frame and its check sequence.
//
// Time is counted in whole picoseconds from the start of a run ([Time]), so that
// a bit time (100 ns at 10 Mb/s), a place on a cable and a slot are all exact
// integers and no outcome hangs on a rounding. The bit counts of IEEE 802.3
// Table 4-2 and the names of its physical layers stand in [Line].
package phy
