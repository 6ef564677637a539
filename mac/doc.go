// Package mac holds the rules of one station by IEEE 802.3 clause 4 (half duplex), as pure
// functions on instants and small values:
//
//   - [Deference]: from the carrier at the station's tap, when it may start;
//   - [Params.JamAfter]: from the start of a transmission and the detection of a collision, when jam begins and ends;
//   - [Params.After]: from the number of the attempt, whether the station retries or discards the frame;
//   - [Params.Receive]: what a receiver makes of the signals that it heard;
//   - [Counters]: the counters of clause 30.
//
// [For] returns the rules of a line as a [Params]: durations in picoseconds ([phy.Time]) and
// counts. A program may change the fields, and [Params.Check] then reports whether the rules are
// possible.
//
//	rules := mac.For(phy.Ethernet10)
//	var d mac.Deference
//	d.Sense(&rules, 0, 10*phy.Microsecond)     // carrier of another station for 10us
//	fmt.Println(d.Clear(&rules, 0))            // 19.6us: a gap of 9.6us later
//
// The package has no clock, queue or goroutine: the caller, a medium such as
// [github.com/csmacd/csmacd/medium/bus], owns the instants and asks. The same functions serve a
// simulated station and a real one.
package mac
