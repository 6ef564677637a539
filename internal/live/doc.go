// Package live runs a scenario by the wall clock, with real hosts at the stations that are
// attached, and shows it.
//
// A [Session] is such a run: the network, its hosts, the links to them, and the pacer. It has
// metrics for Prometheus, a view for a terminal or plain lines for anything else, and a capture
// that others can read while it is made.
//
// The run has a goroutine of its own, and no other goroutine reads its network. Everything that
// is shown comes from a [Snapshot], which that goroutine takes between two steps and which does
// not change afterwards. So a viewer costs the run a few snapshots a second and cannot hold it
// up: a reader of the capture that is too slow is dropped (package relay), and a slow terminal
// only misses snapshots.
package live
