// Package mac holds one station's rules, those of IEEE 802.3 clause 4 (half
// duplex), as pure functions on instants and small values: from the carrier at its
// tap, when a station may start ([Deference]); from the start of a transmission
// and the detection of a collision, when its jam begins and ends ([Params.JamAfter]);
// from the number of the attempt, what comes next ([Params.After]); what a
// receiver makes of what it heard ([Params.Receive]); and the counters of clause
// 30 ([Counters]).
//
// There is no clock here, no queue and no goroutine: a medium owns the instants and
// asks. The same functions serve a simulated station and a real one.
package mac
