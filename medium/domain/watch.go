package domain

import (
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Observers see the same events from contention rounds as from instants. What an attempt draws and what becomes of a frame is told
// where it is computed, and this file tells what is known of a round as a whole. Events become known in another order than that of
// time, so they wait until the next round is made: no later event is earlier than its first attempt, or the next job of the
// agenda. Rounds do not know what each listener hears: where somebody observes that, instants go on.

// ofAttempts are the events of a station that sends.
var ofAttempts = medium.Of(medium.TxStart, medium.Collision, medium.JamStart, medium.TxEnd)

// ofRepeats are the events of a repeater's outputs.
var ofRepeats = medium.Of(medium.RepeatStart, medium.RepeatEnd, medium.RepeatJam)

// showsRounds reports whether contention rounds can show what observers want.
func (n *Network) showsRounds() bool {
	return n.watch.kinds == 0 || extended && n.watch.kinds&atTaps == 0
}

// tellsRepeats reports whether an observer wants the outputs of repeaters.
func (n *Network) tellsRepeats() bool { return n.watch.kinds&ofRepeats != 0 && !n.lone }

// showBefore shows the events of rounds before an instant.
func (n *Network) showBefore(t phy.Time) { n.watch.later.ShowBefore(t, n.watch.tell) }

// showBeforeRound shows the events before the round that is about to be made.
func (n *Network) showBeforeRound() {
	t := n.agenda.Next()
	for k := range n.rounds.ready {
		t = min(t, n.rounds.ready[k].start)
	}
	n.showBefore(t)
}

// tellAt emits an event of a round.
func (n *Network) tellAt(at phy.Time, e *medium.Event) {
	if w := &n.watch; w.kinds.Has(e.Kind) {
		e.At = at
		w.later.Add(n.placeOf(e), e)
	}
}

// deferredUntil tells that a station which is ready waits until an instant, unless that has been told.
func (n *Network) deferredUntil(i int32, start phy.Time) {
	if st := &n.stations[i]; start > st.ready && !st.deferring && n.watch.kinds.Has(medium.Defer) {
		st.deferring = true
		n.tellAt(st.ready, &medium.Event{Kind: medium.Defer, Station: i, Frame: n.queue.head(st).frame, Attempt: st.collisions + 1})
	}
}

// tellAlone tells of an attempt that meets nothing.
func (n *Network) tellAlone(a *attempt, f *medium.Frame) {
	e := medium.Event{Kind: medium.TxStart, Station: a.station, Frame: *f, Attempt: n.stations[a.station].collisions + 1}
	n.tellAt(a.start, &e)
	e.Kind, e.OK = medium.TxEnd, true
	n.tellAt(a.end, &e)
}

// tellCrash tells of an attempt that meets a collision.
func (n *Network) tellCrash(a *attempt) {
	st := &n.stations[a.station]
	e := medium.Event{Kind: medium.TxStart, Station: a.station, Frame: n.queue.head(st).frame, Attempt: st.collisions + 1}
	n.tellAt(a.start, &e)
	e.Kind, e.Late = medium.Collision, a.late
	n.tellAt(a.met, &e)
	e.Late = false
	jam, _ := st.rules.JamAfter(a.start, a.met)
	e.Kind = medium.JamStart
	n.tellAt(jam, &e)
	e.Kind = medium.TxEnd
	n.tellAt(a.end, &e)
}

// tellRepeats tells that a repeater sends a frame whole to all ports but one, which receives it.
func (n *Network) tellRepeats(k, port int32, f *medium.Frame, o output) {
	r := &n.repeaters[k]
	tell := func(at phy.Time, e medium.Event) {
		for p := r.first; p < r.first+r.count; p++ {
			if x := &n.ports[p]; x.enabled && p != port {
				e.Station, e.Port = n.numberOf(p), int16(x.number)
				n.tellAt(at, &e)
			}
		}
	}
	tell(o.from, medium.Event{Kind: medium.RepeatStart, ID: k, Frame: *f})
	tell(o.out, medium.Event{Kind: medium.RepeatEnd, ID: k, Frame: *f, OK: true})
}

// treeTold is an event of a repeater's output in a round that is being made.
type treeTold struct {
	at   phy.Time
	port int32
	kind medium.Kind
	jam  bool // what the port sends began as jam
}

// tell notes an event of a port, if somebody observes.
func (t *tree) tell(p int32, k medium.Kind, jam bool) {
	if t.tells {
		t.told = append(t.told, treeTold{t.now, p, k, jam})
	}
}

// tellMain notes an event of each port that takes part in the main output.
func (t *tree) tellMain(r *repeater, k medium.Kind) {
	if !t.tells {
		return
	}
	for p := r.first; p < r.first+r.count; p++ {
		if !t.port(p).own {
			t.tell(p, k, t.hubs[r.number].mainJam)
		}
	}
}

// planJam plans the beginning of jam, for observers.
func (t *tree) planJam(r *repeater) {
	if t.tells {
		t.push(t.now+r.JamDelay, treeJam, r.number, 0)
	}
}

// tellJam is [Network.tellJam].
func (t *tree) tellJam(r *repeater) {
	h := &t.hubs[r.number]
	if h.state == idle {
		return
	}
	for p := r.first; p < r.first+r.count; p++ {
		x := t.port(p)
		on, jam := h.mainOn, h.mainJam
		if x.own {
			on, jam = x.on, x.jam
		}
		if on && !x.told {
			x.told = true
			t.tell(p, medium.RepeatJam, jam)
		}
	}
}

// named names an input after the frame of a station, or of another that began with it and comes first. -1: it is jam.
func (x *treePort) named(station int32, again bool) {
	if !again || x.of < 0 || station >= 0 && station < x.of {
		x.of = station
	}
}

// nameOf returns the station whose frame a port of a repeater sends, or -1.
func (t *tree) nameOf(n *Network, p int32) int32 {
	x, h := t.port(p), &t.hubs[n.ports[p].repeater]
	jam := h.mainJam
	if x.own {
		jam = x.jam
	}
	if jam {
		return none
	}
	return h.of
}

// tellTree tells of the outputs of repeaters in the round that was made.
func (n *Network) tellTree() {
	t := n.rounds.tree
	for _, x := range t.told {
		y := &n.ports[x.port]
		e := medium.Event{Kind: x.kind, Station: n.numberOf(x.port), ID: y.repeater, Port: int16(y.number)}
		if of := t.hubs[y.repeater].of; of >= 0 && !x.jam {
			e.Frame = n.queue.head(&n.stations[of]).frame
		}
		n.tellAt(x.at, &e)
	}
}
