package lan

import (
	"cmp"
	"slices"

	"github.com/csmacd/csmacd/medium"
)

// watcher is an observer and what it wants.
type watcher struct {
	medium.Observer
	kinds    medium.Kinds
	stations map[int32]bool // nil: all
}

// placed is an event of a domain, and its place among those of an instant.
type placed struct {
	event  medium.Event
	part   int32
	place  uint64 // pass and phase
	mapped bool   // the event has the network's numbers
}

// collector collects the events of a domain.
type collector struct {
	n     *Network
	part  int32
	kinds medium.Kinds
	last  placed
}

func (c *collector) Interest() medium.Interest { return medium.Interest{Kinds: c.kinds} }

func (c *collector) Observe(e *medium.Event) {
	place := phaseOf(e.Kind)
	if c.last.event.At == e.At {
		// A second pass over the phases of an instant comes after the first.
		pass := c.last.place &^ phases
		if place < c.last.place&phases {
			pass += phases + 1
		}
		place |= pass
	}
	c.last = placed{event: *e, part: c.part, place: place}
	p := &c.n.parts[c.part]
	p.events = append(p.events, c.last)
}

// phases are the bits of a place that are the phase.
const phases = 7

// phaseOf returns the phase of an instant to which a kind of event belongs (rule 10).
func phaseOf(k medium.Kind) uint64 {
	switch k {
	case medium.Changed:
		return 0
	case medium.TxStart:
		return 2
	case medium.RxStart, medium.RxEnd, medium.CarrierOn, medium.CarrierOff:
		return 3
	case medium.Collision, medium.JamStart, medium.Defer:
		return 4
	}
	return 1
}

// ofBridges are the kinds of events that bridges make.
var ofBridges = medium.Of(medium.Learn, medium.Age, medium.Forward, medium.Flood, medium.Filter)

// Observe attaches an observer. It must be called before the first Run.
func (n *Network) Observe(o medium.Observer) {
	want := o.Interest()
	w := watcher{Observer: o, kinds: want.Kinds}
	if want.Stations != nil {
		w.stations = map[int32]bool{}
		for _, i := range want.Stations {
			w.stations[int32(i)] = true
		}
	}
	n.watchers = append(n.watchers, w)
	kinds := want.Kinds &^ ofBridges
	for k := range n.parts {
		p := &n.parts[k]
		if p.engine == nil || kinds&^n.kinds == 0 {
			continue
		}
		p.Observe(&collector{n: n, part: int32(k), kinds: kinds &^ n.kinds})
	}
	n.kinds |= want.Kinds
}

// showEvents calls the observers with the events before now, in order of time, then of phase, domain
// and station.
func (n *Network) showEvents() {
	if len(n.watchers) == 0 {
		return
	}
	n.shown = n.shown[:0]
	for k := range n.parts {
		p := &n.parts[k]
		kept := p.events[:0]
		for _, x := range p.events {
			if !x.mapped {
				e := &x.event
				e.Station = n.global(p, e.Station)
				e.From = n.from(p, e)
				e.Frame = n.mapped(p, &e.Frame)
				x.mapped = true
			}
			if x.event.At < n.now {
				n.shown = append(n.shown, x)
			} else {
				kept = append(kept, x)
			}
		}
		p.events = kept
	}
	slices.SortStableFunc(n.shown, func(a, b placed) int {
		return cmp.Or(cmp.Compare(a.event.At, b.event.At), cmp.Compare(a.place, b.place),
			cmp.Compare(a.part, b.part), cmp.Compare(a.event.Station, b.event.Station))
	})
	for k := range n.shown {
		e := &n.shown[k].event
		for i := range n.watchers {
			if w := &n.watchers[i]; w.kinds.Has(e.Kind) && (w.stations == nil || e.Kind == medium.Changed || w.stations[e.Station]) {
				w.Observe(e)
			}
		}
	}
}

// from returns the sender that an event of a reception names.
func (n *Network) from(p *part, e *medium.Event) int32 {
	if e.Kind != medium.RxStart && e.Kind != medium.RxEnd {
		return e.From
	}
	return n.global(p, e.From)
}
