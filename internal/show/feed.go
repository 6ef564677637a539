package show

import (
	"slices"

	"github.com/csmacd/csmacd/internal/control"
	"github.com/csmacd/csmacd/internal/trace"
	"github.com/csmacd/csmacd/medium"
)

// fed are the kinds of events that clients of a live run can follow: everything but what each tap
// hears, which would make the run follow each listener even if nobody asks.
var fed = medium.Senders

// feed passes events to the clients that asked for them. Only the run's goroutine may use it.
type feed struct {
	net     medium.Network
	readers []*reading
}

// reading is a client that follows events of some kinds.
type reading struct {
	client *control.Client
	events *trace.Events
	kinds  medium.Kinds
}

// newFeed attaches a feed to a network that has not been run yet.
func newFeed(net medium.Network) *feed {
	f := &feed{net: net}
	net.Observe(f)
	return f
}

// Interest implements [medium.Observer].
func (f *feed) Interest() medium.Interest { return medium.Interest{Kinds: fed} }

// Observe implements [medium.Observer].
func (f *feed) Observe(e *medium.Event) {
	for _, r := range f.readers {
		if r.kinds.Has(e.Kind) {
			r.events.Observe(e)
		}
	}
}

// Joined implements [medium.Joiner].
func (f *feed) Joined(station int) {
	for _, r := range f.readers {
		r.events.Joined(station)
	}
}

// follow begins to pass events of some kinds to a client that follows none.
func (f *feed) follow(c *control.Client, kinds medium.Kinds) {
	f.readers = append(f.readers, &reading{c, trace.NewEvents(trace.NewOutput(c.Relay, "a client"), f.net, f.net.BitTime()), kinds})
}

// leave ends what follow began, and reports whether there was anything to end.
func (f *feed) leave(c *control.Client) bool {
	before := len(f.readers)
	f.readers = slices.DeleteFunc(f.readers, func(r *reading) bool { return r.client == c })
	return len(f.readers) < before
}

// turn passes on what has been gathered since the last call.
func (f *feed) turn() {
	for _, r := range f.readers {
		_ = r.events.Flush() // a relay accepts everything
	}
}
