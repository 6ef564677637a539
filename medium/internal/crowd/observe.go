package crowd

import "github.com/csmacd/csmacd/medium"

// watchers holds the observers of a run.
type watchers struct {
	observers []attached
	kinds     medium.Kinds // the union of the kinds that observers want
	event     medium.Event // the event being shown, kept here so that showing it does not allocate
}

// attached is an observer and the events that it wants.
type attached struct {
	medium.Observer
	kinds    medium.Kinds
	stations map[int32]bool // nil: all
}

// Observe implements [medium.Network].
func (c *Crowd) Observe(o medium.Observer) {
	want := o.Interest()
	a := attached{Observer: o, kinds: want.Kinds}
	if want.Stations != nil {
		a.stations = make(map[int32]bool, len(want.Stations))
		for _, i := range want.Stations {
			a.stations[int32(i)] = true
		}
	}
	c.watch.observers = append(c.watch.observers, a)
	c.watch.kinds |= want.Kinds
}

// Wants reports whether an observer wants events of a kind.
func (c *Crowd) Wants(k medium.Kind) bool { return c.watch.kinds.Has(k) }

// Emit shows an event at the current instant to the observers that want it. If the event's station
// is a client with work, and its frame is not set, Emit sets the frame and the attempt.
func (c *Crowd) Emit(e medium.Event) {
	if !c.Wants(e.Kind) {
		return
	}
	e.At = c.now
	if e.Station >= 0 {
		if k := &c.clients[e.Station]; k.works && e.Frame.Number == 0 {
			e.Frame = c.frame(e.Station)
			if e.Attempt == 0 && e.Kind != medium.Queued {
				e.Attempt = c.attempt(k)
			}
		}
	}
	for i := range c.watch.observers {
		if o := &c.watch.observers[i]; o.kinds.Has(e.Kind) && (o.stations == nil || o.stations[e.Station]) {
			c.watch.event = e
			o.Observe(&c.watch.event)
		}
	}
}
