// Package live runs a scenario by the wall clock, with real hosts at the stations that are
// attached, and shows it.
//
// A [Session] is such a run: the network, its hosts and the ways to them, and the pacer
// between. It is watched by metrics for Prometheus, by a view on a terminal or plain lines
// where there is none, and by a capture that others can listen to while it is made.
//
// The run is a goroutine of its own, and nobody reads its network while it runs. All
// that is shown comes from a [Snapshot], which that goroutine takes between two steps
// and hands out as a value that nobody changes any more. So whoever watches costs the
// run a snapshot, a few times a second, and cannot hold it up: a reader of the capture
// that does not keep up is let go (package relay), and a terminal that does not draw only
// misses snapshots.
package live
