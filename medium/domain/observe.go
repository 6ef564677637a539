package domain

import (
	"slices"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/agenda"
	"github.com/csmacd/csmacd/medium/internal/instant"
	"github.com/csmacd/csmacd/phy"
)

// watchers holds the observers of a run and the state that is computed for them.
type watchers struct {
	observers []attached
	sole      medium.Observer // the only observer, if it wants the events of all stations; otherwise nil
	kinds     medium.Kinds    // the union of the kinds that observers want
	heard     []tapState      // by station; nil if no observer wants carrier or receptions
	instant   []instant.Event // this instant's events, until all are known
	later     later           // those of contention rounds
}

// attached is an observer and the events that it wants.
type attached struct {
	medium.Observer
	kinds    medium.Kinds
	stations []bool // nil: all
}

// atTaps are the kinds that are computed for each listener separately.
var atTaps = medium.Of(medium.RxStart, medium.RxEnd, medium.CarrierOn, medium.CarrierOff)

// Observe attaches an observer. It must be called before the first Run. Ports of repeaters are
// numbered after the stations ([Network.Name]). It panics if the observer asks for a number that
// the network does not have.
func (n *Network) Observe(o medium.Observer) {
	w := &n.watch
	want := o.Interest()
	a := attached{Observer: o, kinds: want.Kinds}
	if want.Stations != nil {
		a.stations = make([]bool, n.Len()+n.Ports())
		for _, i := range want.Stations {
			a.stations[i] = true
		}
	}
	w.observers = append(w.observers, a)
	w.kinds |= want.Kinds
	if w.sole = nil; extended && len(w.observers) == 1 && a.stations == nil {
		w.sole = o
	}
	if want.Kinds&atTaps == 0 {
		return
	}
	if w.heard == nil {
		w.heard = make([]tapState, len(n.stations))
	}
	for i := range w.heard {
		w.heard[i].on = w.heard[i].on || a.stations == nil || a.stations[i]
	}
}

// emit adds an event to those of this instant, at its place.
func (n *Network) emit(e medium.Event) {
	w := &n.watch
	if !w.kinds.Has(e.Kind) {
		return
	}
	e.At = n.now
	if extended && n.rounds.on {
		w.later.Add(n.placeOf(&e), &e)
		return
	}
	w.instant = append(w.instant, instant.Event{Place: n.placeOf(&e), Event: e})
}

func (n *Network) placeOf(e *medium.Event) uint64 {
	if e.Kind == medium.Changed {
		return 0 // first, in their order
	}
	return uint64(n.phaseOf(e.Kind))<<32 | uint64(e.Station)
}

// phaseOf returns the phase of an instant to which a kind of event belongs.
func (n *Network) phaseOf(k medium.Kind) phase {
	switch k {
	case medium.Changed:
		return changing
	case medium.TxStart:
		return starting + n.pass
	case medium.RxStart, medium.RxEnd, medium.CarrierOn, medium.CarrierOff,
		medium.RepeatStart, medium.RepeatEnd, medium.RepeatJam, medium.Partition, medium.Reconnect, medium.MJLP:
		return carrying + n.pass
	case medium.Collision, medium.JamStart, medium.Defer:
		return detecting + n.pass
	}
	return settling
}

// show calls the observers with the events of an instant that is over.
func (n *Network) show() {
	w := &n.watch
	if extended && w.later.Any() {
		defer n.showBefore(n.now + 1)
	}
	if len(w.instant) == 0 {
		return
	}
	for i := range w.instant {
		if p := &w.instant[i]; p.Event.Kind == medium.Defer {
			p.Place = n.placeOf(&p.Event) // an attempt begins to defer when nothing can start any more
		}
	}
	instant.Sort(w.instant)
	for i := range w.instant {
		e := &w.instant[i].Event
		if e.Kind == medium.Defer {
			if st := &n.stations[e.Station]; st.state == sending && st.tx.start == n.now {
				continue // it has started in the second pass, after all
			}
		}
		if extended && w.later.Any() {
			w.later.Add(w.instant[i].Place, e)
			continue
		}
		w.tell(e)
	}
	w.instant = w.instant[:0]
}

// tell calls the observers that want an event. One of them does.
func (w *watchers) tell(e *medium.Event) {
	if extended && w.sole != nil {
		w.sole.Observe(e)
		return
	}
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
	own     int       // of those, what the station sends itself
	shut    bool      // the station hears no others
	heard   reception // the current reception
	told    bool      // its start was shown: it began with a foreign signal

	fell phy.Time // when carrier fell last, + 1; 0: there was none
	soon bool     // the reception followed that by less than the receiver needs
}

// watchGaps makes the network follow the signals at the taps of the stations whose receivers need a gap before a
// frame ([mac.Params.RxGap]), as if they were observed.
func (n *Network) watchGaps() {
	for i := range n.stations {
		if n.stations[i].rules.RxGap == 0 {
			continue
		}
		if n.watch.heard == nil {
			n.watch.heard = make([]tapState, len(n.stations))
		}
		n.watch.heard[i].on = true
	}
}

// rise and fall add the edges of a signal of a channel, its leading one and (once it has ended) its
// trailing one, at the observed taps to the agenda.
func (w *watchers) rise(n *Network, c *channel, k uint32) { w.edges(n, c, k, tapRise) }
func (w *watchers) fall(n *Network, c *channel, k uint32) { w.edges(n, c, k, tapFall) }

func (w *watchers) edges(n *Network, c *channel, k uint32, j job) {
	if w.heard == nil {
		return
	}
	s := n.at(k)
	for _, i := range c.stations {
		if w.heard[i].on && (s.source == i && !s.echo && s.within(n.stations[i].pos) && !n.stations[i].full || n.hears(s, i)) {
			w.edge(n, i, k, j, n.now+n.distance(i, s))
		}
	}
}

// edge adds an edge of a signal at an observed tap to the agenda.
func (w *watchers) edge(n *Network, i int32, k uint32, j job, at phy.Time) {
	ph := showing
	if at == n.now {
		ph += n.pass
	}
	s := n.at(k)
	// Of signals that begin at a tap together, the tap's own comes first, then those of stations in their
	// order, echoes after others, and last those that began as jam.
	order := int32(0)
	switch {
	case s.source == i && !s.echo:
	case s.frame.Number > 0:
		order = min(2*s.frame.Source+1, agenda.MostOther-2)
		if s.echo {
			order++
		}
	default:
		order = agenda.MostOther
	}
	n.pool.hold(k)
	n.agenda.Push(agenda.New(at, ph, i, j, order, k))
}

// ownRise and ownFall are rise and fall for what a station behind a repeater sends.
func (w *watchers) ownRise(n *Network, i int32, k uint32) { w.own(n, i, k, tapRise) }
func (w *watchers) ownFall(n *Network, i int32, k uint32) { w.own(n, i, k, tapFall) }

func (w *watchers) own(n *Network, i int32, k uint32, j job) {
	if w.heard != nil && w.heard[i].on && !n.stations[i].full {
		w.edge(n, i, k, j, n.now)
	}
}

// carry processes an edge at an observed tap. At one instant falls come before rises, so that
// signals that touch are two receptions. Carrier changes last, so that it does not fall between
// them.
func (n *Network) carry(e agenda.Entry) {
	i := e.Station()
	t := &n.watch.heard[i]
	switch {
	case e.Job() == tapShut:
		n.shutTap(i, t)
	case t.shut && !n.at(e.Arg).from(i):
		n.pool.drop(e.Arg)
	case e.Job() == tapFall:
		n.fallAt(&e)
	case !n.unheard(&e):
		n.hear(i, t, n.at(e.Arg))
		fallthrough
	default:
		n.pool.drop(e.Arg)
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
		n.emit(medium.Event{Kind: kind, Station: i})
	}
}

// unheard reports whether an edge is that of a signal that ended as it began, in one pass.
func (n *Network) unheard(e *agenda.Entry) bool {
	s := n.at(e.Arg)
	return (s.none() || slices.Contains(s.brief, e.Station())) && (s.again || e.Phase() == showing)
}

// fallAt processes a signal's trailing edge at an observed tap.
func (n *Network) fallAt(e *agenda.Entry) {
	i, k := e.Station(), e.Arg
	t := &n.watch.heard[i]
	if !n.unheard(e) {
		if n.at(k).from(i) {
			t.own--
		}
		if t.signals--; t.heard.signals == 1 {
			n.hearFlaws(i, &t.heard, n.at(k))
		}
		n.becomesSilent(i, t)
	}
	n.pool.drop(k)
}

// becomesSilent ends the reception at a tap if no signal is left there.
func (n *Network) becomesSilent(i int32, t *tapState) {
	if t.signals == 0 {
		n.endReception(i, t)
		t.fell = n.now + 1
	}
}

// shutTap makes an observed station stop hearing others, or hear them again in the middle of what they
// send, as its faults say.
func (n *Network) shutTap(i int32, t *tapState) {
	if t.shut == n.stations[i].has(closed) {
		return
	}
	if t.shut = !t.shut; !t.shut {
		n.hearMiddle(i)
		return
	}
	if t.signals > t.own {
		t.signals, t.heard.jammed, t.heard.flawed = t.own, true, false
		n.becomesSilent(i, t)
	}
}

// hearMiddle makes a station hear what is at its tap and began before.
func (n *Network) hearMiddle(i int32) {
	for _, k := range n.channels[n.stations[i].channel].signals {
		s := n.at(k)
		if s.from(i) || !n.hears(s, i) {
			continue
		}
		if d := n.distance(i, s); s.start+d < n.now && (!s.ended || s.end+d > n.now) {
			n.watch.edge(n, i, k, tapRise, n.now)
		}
	}
}

// from reports whether a station sends a signal.
func (s *signal) from(i int32) bool { return s.source == i && !s.echo }

func (n *Network) hear(i int32, t *tapState, s *signal) {
	own := s.from(i)
	if own {
		t.own++
	}
	if t.signals == 0 {
		t.heard = reception{rise: n.now, frame: s.frame, bit: s.bit}
		t.soon = false
		if t.told = !own; t.told {
			if gap := n.stations[i].rules.RxGap; gap > 0 && t.fell > 0 && n.now-(t.fell-1) < gap {
				t.soon, s.soon = true, append(s.soon, i)
			}
			from := none
			if s.frame.Number > 0 {
				from = s.frame.Source
			}
			n.emit(medium.Event{Kind: medium.RxStart, Station: i, From: from, Frame: s.frame})
		}
	}
	if t.heard.rise == n.now {
		t.heard.header = max(t.heard.header, s.header)
		if namedBefore(&s.frame, &t.heard.frame, s.bit > t.heard.bit) {
			t.heard.bit = s.bit
		}
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
	judged, octets := n.receive(n.stations[i].rules, n.now-r.rise-r.header, r.bit, r.signals > 1 || r.jammed)
	from := none
	if r.frame.Number > 0 {
		from = r.frame.Source
	}
	e := medium.Event{Kind: medium.RxEnd, Station: i, From: from, Frame: r.frame, Octets: int32(octets)}
	if r.own {
		e.Why = medium.Damaged
	} else {
		e.OK = judged == 0
		e.Why = [...]medium.Why{medium.NoReason, medium.Fragment, medium.Damaged, medium.Damaged, medium.TooLong}[judged]
		switch {
		case r.flawed && e.Why == medium.Damaged:
			e.Why = medium.BitError
		case t.soon && e.OK:
			e.OK, e.Why = false, medium.ShortGap
		}
	}
	n.emit(e)
}
