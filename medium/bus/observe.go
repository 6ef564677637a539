package bus

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/agenda"
)

// watchers holds the observers of a run and the state that is computed for them.
type watchers struct {
	observers []attached
	sole      medium.Observer // the only observer, if it wants the events of all stations; otherwise nil
	kinds     medium.Kinds    // the union of the kinds that observers want
	taps      []int32         // stations whose carrier or receptions an observer wants
	heard     []tapState      // by station; nil if no observer wants carrier or receptions
	untold
	event    medium.Event // of a stream, shown without waiting
	unwanted medium.Event
	alone    [1]transmission // scratch: a transmission of a stream
	edges    tapWatch
	crash    *crash // nil: few of the events of a collision are wanted
	atOnce   bool   // the collision that is being processed is shown at once
}

// attached is an observer and the events that it wants.
type attached struct {
	medium.Observer
	kinds    medium.Kinds
	stations []bool // nil: all
}

// atTaps are the kinds that are computed for each listener separately.
var atTaps = medium.Of(medium.RxStart, medium.RxEnd, medium.CarrierOn, medium.CarrierOff)

// Observe attaches an observer. It must be called before the first Run. It panics if the observer
// asks for a station that the network does not have.
func (n *Network) Observe(o medium.Observer) {
	n.catchUp()
	w := &n.watch
	want := o.Interest()
	a := attached{Observer: o, kinds: want.Kinds}
	if want.Stations != nil {
		a.stations = make([]bool, len(n.stations))
		for _, i := range want.Stations {
			a.stations[i] = true
		}
	}
	w.observers = append(w.observers, a)
	w.kinds |= want.Kinds
	if extended && w.crash == nil && bits.OnesCount64(uint64(w.kinds&ofCrashes())) > 2 {
		w.crash = new(crash)
	}
	if w.sole = nil; len(w.observers) == 1 && a.stations == nil {
		w.sole = o
	}
	if want.Kinds&atTaps == 0 {
		return
	}
	if w.heard == nil {
		w.heard = make([]tapState, len(n.stations))
	}
	w.taps = w.taps[:0]
	for i := range w.heard {
		w.heard[i].on = w.heard[i].on || a.stations == nil || a.stations[i]
		if w.heard[i].on {
			w.taps = append(w.taps, int32(i))
		}
	}
	slices.SortFunc(w.taps, func(a, b int32) int { return cmp.Compare(n.rounds.rank.of(a), n.rounds.rank.of(b)) })
	if n.foreseen != nil && n.span >= n.rounds.brief {
		n.rounds.able = false // a run that ends with an error shows nothing of what is still on its way
	}
}

// note adds an event of this instant to those that are not shown yet. It returns the event, for
// what only its kind has.
func (n *Network) note(k medium.Kind, i int32, f *medium.Frame, attempt uint8) *medium.Event {
	if !n.watch.kinds.Has(k) {
		return &n.watch.unwanted
	}
	return n.watch.add(n.now, n.phaseOf(k), k, i, f, attempt)
}

// noFrame is the frame of an event that has none.
var noFrame medium.Frame

// phaseOf returns the phase of an instant to which a kind of event belongs.
func (n *Network) phaseOf(k medium.Kind) phase {
	switch k {
	case medium.TxStart:
		return starting + n.pass
	case medium.RxStart, medium.RxEnd, medium.CarrierOn, medium.CarrierOff:
		return carrying + n.pass
	case medium.Collision, medium.JamStart, medium.Defer:
		return detecting + n.pass
	}
	return settling
}

// show calls the observers with the events of an instant that is over, and of those before it.
func (n *Network) show() {
	w := &n.watch
	if len(w.keys) == 0 {
		return
	}
	if n.pass > 0 {
		w.deferLast(n.now)
	}
	w.showBefore(n.now + 1)
}

// tell calls the observers that want an event. One of them does.
func (w *watchers) tell(e *medium.Event) {
	if w.sole != nil {
		w.sole.Observe(e)
		return
	}
	w.tellEach(e)
}

func (w *watchers) tellEach(e *medium.Event) {
	for k := range w.observers {
		if o := &w.observers[k]; o.kinds.Has(e.Kind) && (o.stations == nil || e.Kind == medium.Changed || o.stations[e.Station]) {
			o.Observe(e)
		}
	}
}

// tapState follows the signals at one observed tap.
type tapState struct {
	on      bool
	carrier bool
	signals int       // number of signals at the tap now
	heard   reception // the current reception
	told    bool      // its start was shown: it began with a foreign signal
}

// rise and fall add the edges of a signal, its leading one and (once it has ended) its trailing
// one, at the observed taps to the agenda.
func (w *watchers) rise(n *Network, number uint32) { w.edge(n, number, signalRise) }
func (w *watchers) fall(n *Network, number uint32) { w.edge(n, number, signalFall) }

func (w *watchers) edge(n *Network, number uint32, j job) {
	if len(w.taps) == 0 {
		return
	}
	s := n.air.at(number)
	at, pass := s.end, phase(0)
	if j == signalRise {
		at = s.start
	}
	for _, i := range w.taps {
		d := n.distance(i, s.frame.Source)
		if pass = 0; d == 0 {
			pass = n.pass
		}
		order := s.frame.Source + 1
		if i == s.frame.Source {
			order = 0 // of two signals that begin at a tap together, the tap's own comes first
		}
		n.agenda.Push(agenda.New(at+d, carrying+pass, i, j, order, number))
	}
}

// carry processes an edge at an observed tap. At one instant falls come before rises, so that
// signals that touch are two receptions. Carrier changes last, so that it does not fall between
// them.
func (n *Network) carry(e agenda.Entry) {
	i := e.Station()
	t := &n.watch.heard[i]
	s := n.air.at(e.Arg)
	if e.Job() == signalRise {
		n.hear(i, t, s)
	} else {
		n.fallAt(i, s)
	}
	if n.agenda.Holds(e.At, e.Phase(), i) {
		return // there are more edges at this tap and instant
	}
	if now := t.signals > 0; now != t.carrier {
		t.carrier = now
		kind := medium.CarrierOff
		if now {
			kind = medium.CarrierOn
		}
		n.note(kind, i, &noFrame, 0)
	}
}

// fallAt processes a signal's trailing edge at an observed tap.
func (n *Network) fallAt(i int32, s *signal) {
	t := &n.watch.heard[i]
	if t.signals--; t.heard.signals == 1 {
		t.heard.damaged, t.heard.flawed = s.damaged(), s.flawed
		if s.flawed {
			t.heard.header = s.header
		}
	}
	if t.signals == 0 {
		n.endReception(i, t)
	}
}

func (n *Network) hear(i int32, t *tapState, s *signal) {
	own := s.frame.Source == i
	if t.signals == 0 {
		t.heard = reception{rise: n.now, frame: s.frame}
		if t.told = !own; t.told {
			n.note(medium.RxStart, i, &s.frame, 0).From = s.frame.Source
		}
	}
	if t.heard.rise == n.now {
		t.heard.header = max(t.heard.header, n.header(&s.frame))
	}
	t.signals++
	t.heard.signals++
	t.heard.own = t.heard.own || own
}

func (n *Network) endReception(i int32, t *tapState) {
	r := &t.heard
	if !t.told {
		return
	}
	e := n.note(medium.RxEnd, i, &r.frame, 0)
	e.From = r.frame.Source
	judged, octets := n.stations[i].rules.Receive(n.now-r.rise-r.header, r.signals > 1 || r.damaged)
	judge(e, judged, octets)
	switch {
	case r.own:
		e.OK, e.Why = false, medium.Damaged
	case r.flawed && e.Why == medium.Damaged:
		e.Why = medium.BitError
	}
}

// judge fills in how a reception is judged in the event of its end.
func judge(e *medium.Event, judged mac.Reception, octets int) {
	e.OK, e.Octets = judged == mac.Whole, int32(octets)
	e.Why = [...]medium.Why{medium.NoReason, medium.Fragment, medium.Damaged, medium.Damaged, medium.TooLong}[judged]
}
