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
	used     bool           // of turns those that nodes use
}

// wants reports whether the observer wants an event.
func (w *watcher) wants(e *medium.Event) bool {
	return w.kinds.Has(e.Kind) && (w.stations == nil || e.Kind == medium.Changed || w.stations[e.Station]) && (e.Kind != medium.Turn || e.OK || !w.used)
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
	turns turns
	last  placed
}

// turns says which turns of a multidrop bus are wanted.
type turns uint8

const (
	usedTurns turns = 1 << iota
	yieldedTurns
)

// has reports whether a turn is wanted.
func (t turns) has(e *medium.Event) bool {
	if e.OK {
		return t&usedTurns != 0
	}
	return t&yieldedTurns != 0
}

// turnsOf returns the turns that an observer wants.
func turnsOf(i medium.Interest) turns {
	switch {
	case !i.Kinds.Has(medium.Turn):
		return 0
	case i.Used:
		return usedTurns
	}
	return usedTurns | yieldedTurns
}

func (c *collector) Interest() medium.Interest {
	return medium.Interest{Kinds: c.kinds, Used: c.turns&yieldedTurns == 0}
}

func (c *collector) Observe(e *medium.Event) {
	if e.Kind == medium.Turn && !c.turns.has(e) {
		return
	}
	place := phaseOf(e.Kind)
	if c.last.event.At == e.At && e.Kind != medium.Changed { // changes are in their own order
		// A second pass over the phases of an instant comes after the first.
		pass := c.last.place &^ phases
		if was := c.last.place & phases; place < was || place == was && e.Station < c.last.event.Station {
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
	w := watcher{Observer: o, kinds: want.Kinds, used: want.Used}
	if want.Stations != nil {
		w.stations = map[int32]bool{}
		for _, i := range want.Stations {
			w.stations[int32(i)] = true
		}
	}
	n.watchers = append(n.watchers, w)
	kinds, more := want.Kinds&^ofBridges&^n.kinds, turnsOf(want)&^n.turns
	if more != 0 {
		kinds |= medium.Of(medium.Turn)
	}
	for k := range n.parts {
		p := &n.parts[k]
		if p.engine == nil || kinds == 0 {
			continue
		}
		p.Observe(&collector{n: n, part: int32(k), kinds: kinds, turns: more})
	}
	n.kinds |= want.Kinds
	n.turns |= more
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
			if w := &n.watchers[i]; w.wants(e) {
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
