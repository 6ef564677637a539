package crowd

import "github.com/csmacd/csmacd/medium"

// watchers are the observers of a run.
type watchers struct {
	observers []attached
	kinds     medium.Kinds // that anybody wants
	event     medium.Event // that is being shown: here, so that showing it allocates nothing
}

// attached is an observer, and the events that it wants.
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

// Wants reports whether anybody wants events of a kind.
func (c *Crowd) Wants(k medium.Kind) bool { return c.watch.kinds.Has(k) }

// Emit shows an event of now to those who want it. Its frame and attempt are filled in
// where it is a client's that has work, and it does not say.
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
