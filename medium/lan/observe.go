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
	order  order  // of an event of a bridge
}

// order is the place of an event of a bridge among those of its port at an instant: a bridge forgets what is too old before it receives a
// frame. Events of one frame are kept in their order.
type order uint8

const (
	ageing order = 1 + iota // after a change of the port
	receiving
)

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
	if extended && c.n.sole {
		c.n.showAtOnce(&c.n.parts[c.part], e)
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
	if n.only = nil; extended && len(n.watchers) == 1 && w.stations == nil && !w.used {
		n.only = o
	}
	n.sole = extended && len(n.parts) == 1 && len(n.bridges) == 0 && !n.multidrop
	n.sameNumbers = n.sole && n.hasNumbersOf(&n.parts[0])
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
	if extended && len(n.changes) > 0 {
		n.showChanges()
	}
	list := n.telling[:0]
	for k := range n.parts {
		p := &n.parts[k]
		n.mapEvents(p)
		if len(p.events) > 0 && p.events[0].event.At < n.now {
			list = append(list, int32(k))
		}
	}
	n.telling = list
	// Of the domains that have more to tell, the one with the earliest event is the first of a heap.
	for i := len(list)/2 - 1; i >= 0; i-- {
		n.sinkTelling(i)
	}
	for len(list) > 0 {
		p := &n.parts[list[0]]
		n.showEvent(&p.events[p.told].event)
		if p.told++; p.told == len(p.events) || p.events[p.told].event.At >= n.now {
			p.events = p.events[:copy(p.events, p.events[p.told:])]
			p.told, p.inOrder = 0, len(p.events)
			list[0] = list[len(list)-1]
			list = list[:len(list)-1]
			n.telling = list
		}
		if len(list) > 1 {
			n.sinkTelling(0)
		}
	}
}

// hasNumbersOf reports whether stations and ports have the numbers that they have in a domain.
func (n *Network) hasNumbersOf(p *part) bool {
	for i, s := range p.seams.Stations {
		if int(s) != i {
			return false
		}
	}
	for k := range n.repeated {
		if first := int32(len(n.config.Stations)); n.repeaterPort(p, k) != first+int32(k) {
			return false
		}
	}
	return true
}

// mapEvents translates the numbers in the new events of a domain to those of the network, and puts the events in order.
func (n *Network) mapEvents(p *part) {
	sorted := true
	for k := p.inOrder; k < len(p.events); k++ {
		x := &p.events[k]
		if !x.mapped {
			n.mapEvent(p, &x.event)
			x.mapped = true
		}
		sorted = sorted && (k == 0 || comparePlaced(&p.events[k-1], x) <= 0)
	}
	p.inOrder = len(p.events)
	if !sorted {
		putInOrder(p.events)
	}
}

func putInOrder(list []placed) {
	slices.SortStableFunc(list, func(a, b placed) int { return comparePlaced(&a, &b) })
}

// mapEvent translates the numbers in an event of a domain to those of the network.
func (n *Network) mapEvent(p *part, e *medium.Event) {
	e.Station = n.global(p, e.Station)
	e.From = n.from(p, e)
	e.Frame = n.mapped(p, &e.Frame)
}

// showAtOnce shows an event of the only domain: its events are in order. Changes of one instant, which come before all else, are
// shown in the order of stations.
func (n *Network) showAtOnce(p *part, e *medium.Event) {
	same := n.sameNumbers && p.seams.Late == 0 && e.Frame.Destination >= medium.Broadcast
	if same && n.only != nil && e.Kind != medium.Changed && len(n.changes) == 0 {
		n.only.Observe(e)
		return
	}
	x := &n.event
	if *x = *e; !same {
		n.mapEvent(p, x)
	}
	if len(n.changes) > 0 && (e.Kind != medium.Changed || e.At > n.changes[0].event.At) {
		n.showChanges()
	}
	if e.Kind == medium.Changed {
		n.changes = append(n.changes, placed{event: *x})
		return
	}
	n.showEvent(x)
}

// showChanges shows the changes of an instant of the only domain.
func (n *Network) showChanges() {
	putInOrder(n.changes)
	for k := range n.changes {
		n.showEvent(&n.changes[k].event)
	}
	n.changes = n.changes[:0]
}

// comparePlaced compares two events in the order in which they are shown.
func comparePlaced(a, b *placed) int {
	return cmp.Or(cmp.Compare(a.event.At, b.event.At), cmp.Compare(a.place, b.place), cmp.Compare(a.part, b.part), cmp.Compare(a.event.Station, b.event.Station),
		cmp.Compare(a.order, b.order))
}

// sinkTelling brings a domain to its place in the heap.
func (n *Network) sinkTelling(i int) {
	list := n.telling
	next := func(i int) *placed { p := &n.parts[list[i]]; return &p.events[p.told] }
	for {
		least := i
		for c := 2*i + 1; c <= 2*i+2 && c < len(list); c++ {
			if comparePlaced(next(c), next(least)) < 0 {
				least = c
			}
		}
		if least == i {
			return
		}
		list[i], list[least] = list[least], list[i]
		i = least
	}
}

// showEvent calls the observers that want an event.
func (n *Network) showEvent(e *medium.Event) {
	for i := range n.watchers {
		if w := &n.watchers[i]; w.wants(e) {
			w.Observe(e)
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
