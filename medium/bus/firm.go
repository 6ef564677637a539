//go:build !js && !small

package bus

import (
	"cmp"
	"slices"

	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/agenda"
	"github.com/csmacd/csmacd/phy"
)

// firm is for networks in which all starts are known a gap ahead: each station waits for a gap of its own after a
// backoff, and that gap ignores carrier once it has begun. A station that is ready decides in the first silence at
// its tap, and starts a gap later, whatever it hears. The start is firm then. (A station that has just sent a frame,
// or has given one up, starts a whole gap after its carrier fell, whatever it hears, and so in the same way.)
//
// Where collisions are not one chain at every tap, so that [deciding] does not know them, such a network is processed
// here, as by instants, but with less work. Of a station that is ready only the first silence is asked for, once for
// all stations that have become ready in the time of a gap. Jobs for starts and for the detection and the end of a
// collision are not needed: the few starts and transmissions to come are in lists, and what the first carrier was that
// a transmission met is known by its end.
type firm struct {
	on      bool
	least   phy.Time       // no station starts earlier than this after it has decided
	settled phy.Time       // the stations that decide before have done so
	heard   phy.Time       // those that are ready and have not decided heard carrier all the time, up to this instant
	starts  []transmission // that are firm, the first one last
	active  []cut          // transmissions that have not ended
	carried carried        // the last one that was found
	runs    int            // how often it was processed so
	pass    int            // the next silences are left to the instants: this number
	show    int            // the number of events that wait from which on some are shown although the medium is not silent
}

// cut is a transmission that has not ended, and its end, as far as is known.
type cut struct {
	number uint32
	end    phy.Time
}

// newFirm returns nil if the starts of the network are not known a gap ahead.
func newFirm(n *Network) *firm {
	if !n.allGaps || n.part != nil || n.foreseen != nil || n.until.Collisions > 0 {
		return nil
	}
	for _, sources := range n.traffic {
		if len(sources) > 1 || len(sources) == 1 && sources[0].Kind != traffic.KindSaturated {
			return nil
		}
	}
	f := &firm{least: phy.Forever}
	var last *rules
	for i := range n.stations {
		r := n.stations[i].rules
		if r == last {
			continue
		}
		last = r
		if !r.BlindAfter || r.NoBlindStart || r.NoCarrierSense || r.NoCollision || single(&r.Params) {
			return nil
		}
		f.least = min(f.least, r.Gap)
	}
	return f
}

// run processes all that happens before an instant, or until contention rounds may go on.
func (f *firm) run(n *Network, until phy.Time) {
	if !f.begin(n, until) {
		return
	}
	if f.resolve(n, f.settled) {
		for n.err == nil && f.step(n, until) {
		}
	}
	f.end(n)
}

// begin takes the jobs of stations that wait out of the agenda. Those of transmissions stay there, and do nothing. It
// returns false if the network cannot be processed from here, or if nothing happens before an instant: a frame may be
// injected then, so that no decision is made for later.
func (f *firm) begin(n *Network, until phy.Time) bool {
	a := &n.air
	if n.taps.remember() || n.mayBeSent() <= 1 || n.inFlight > 0 || n.rounds.open || n.watch.kinds&atTaps != 0 || n.hooks.any() {
		return false
	}
	if f.pass > 0 {
		f.pass--
		return false
	}
	f.settled = n.agenda.Next()
	if f.settled >= until || n.watch.kinds.Has(medium.JamStart) && n.jamsLater() {
		return false
	}
	f.runs++
	f.on, f.heard, n.pass = true, -phy.Forever, 0
	for r := n.waiters.places.from(0); r >= 0; r = n.waiters.places.from(r + 1) {
		n.ready = append(n.ready, n.ranked(r))
		n.waiters.remove(r)
	}
	a.settle()
	for k := len(a.past); a.active > len(f.active); k++ {
		if s := &a.signals[k]; !s.ended {
			f.active = append(f.active, cut{a.first + uint32(k), n.endKnown(s)})
		}
	}
	for n.released > 0 && n.settleUntil(n.agenda.Next()) {
	}
	if d := n.rounds.deciding; d != nil && d.pass <= 0 {
		d.pass = 1
		if d.worth < 8*worthwhile {
			d.pass = few
		}
	}
	return true
}

// endKnown returns the end of a transmission, as far as is known.
func (n *Network) endKnown(s *signal) phy.Time {
	if s.collided || s.detect >= s.end {
		return s.end
	}
	_, end := n.stations[s.frame.Source].rules.JamAfter(s.start, s.detect)
	return end
}

// few is the number of silences after which contention rounds are tried again, where most of them are not one chain.
const few = 4

// step does what is next: the start or the end of a transmission, or the decisions of stations. It returns false
// if nothing is left to do before an instant, or if the instants must take over.
func (f *firm) step(n *Network, until phy.Time) bool {
	t := f.next()
	if t >= f.settled+f.least || t >= until {
		return f.decide(n, t, until)
	}
	if n.inFlight > 0 && !n.settleUntil(t) || n.mayBeSent() <= uint64(n.inFlight)+1 {
		return false
	}
	sent := len(f.active) > 0
	for k := 0; k < len(f.active); k++ {
		if f.active[k].end == t {
			f.finish(n, k)
			k--
		}
	}
	if len(n.watch.keys) > 0 && (sent && len(f.active) == 0 || len(n.watch.keys) >= f.show) {
		f.watch(n)
	}
	if sent && len(f.active) == 0 && !f.goesOn(n) {
		return false
	}
	for k := len(f.starts) - 1; k >= 0 && f.starts[k].start == t; k-- {
		if a := &n.air; len(a.signals)-a.old >= n.tooMany() {
			f.pass = passed // the taps will be digested
			return false
		}
		i := f.starts[k].station
		f.starts = f.starts[:k]
		n.now = t
		n.transmit(i)
	}
	return true
}

// goesOn reports whether contention rounds are not to be tried in this silence.
func (f *firm) goesOn(n *Network) bool {
	d := n.rounds.deciding
	if !n.rounds.able || d == nil {
		return true
	}
	d.pass--
	return d.pass > 0
}

// next returns the instant of the next start or end that is known.
func (f *firm) next() phy.Time {
	t := phy.Forever
	if k := len(f.starts); k > 0 {
		t = f.starts[k-1].start
	}
	for k := range f.active {
		t = min(t, f.active[k].end)
	}
	return t
}

// decide lets the stations decide that do so before the next start or end, for the time of a gap or longer.
func (f *firm) decide(n *Network, t, until phy.Time) bool {
	to := min(t, until)
	switch {
	case len(f.active) > 0 && n.coveredAt(f.settled):
		// No tap is silent.
	case t == phy.Forever && len(n.ready) == 0:
		next := n.agenda.Next()
		if next >= until {
			return false
		}
		f.settled = next
		fallthrough
	default:
		to = min(to, f.settled+f.least)
	}
	if !n.settleUntil(to-1) || n.interrupted.Load() || !f.resolve(n, to) {
		return false
	}
	f.settled = to
	return to < until
}

// resolve lets the stations decide that do so before an instant. It returns false if one of them decides in another
// way.
func (f *firm) resolve(n *Network, to phy.Time) bool {
	n.air.settle()
	f.carried = carried{}
	before := len(f.starts)
	kept := n.ready[:0]
	for k, i := range n.ready {
		st := &n.stations[i]
		if st.ready >= to {
			kept = append(kept, i)
			continue
		}
		if !st.fresh && n.sentBy(i) != st.ready {
			n.ready = append(kept, n.ready[k:]...)
			f.pass = 1
			return false
		}
		n.watchWait(st, i, phy.Forever) // it starts a gap after it decides
		if q := f.silentFrom(n, i, max(st.ready, f.heard), to); q < to {
			f.starts = append(f.starts, transmission{station: i, start: q + st.rules.Gap})
		} else {
			kept = append(kept, i)
		}
	}
	n.ready, f.heard = kept, to
	if len(f.starts) > before {
		f.sort(before)
	}
	return true
}

// sort puts the starts in order. Those before an index are in order already.
func (f *firm) sort(from int) {
	later := func(a, b transmission) int {
		return cmp.Or(cmp.Compare(b.start, a.start), cmp.Compare(b.station, a.station))
	}
	if len(f.starts)-from > 12 {
		slices.SortFunc(f.starts, later)
		return
	}
	for k := from; k < len(f.starts); k++ {
		s := f.starts[k]
		j := k
		for ; j > 0 && later(f.starts[j-1], s) > 0; j-- {
			f.starts[j] = f.starts[j-1]
		}
		f.starts[j] = s
	}
}

// carried is an interval of carrier at a place: there is no silence before it ends.
type carried struct{ pos, from, to phy.Time }

// silentFrom returns the first instant from another on at which there is no carrier at a station's tap, or one that is
// not before to. Carrier that rises then is carrier.
func (f *firm) silentFrom(n *Network, i int32, q, to phy.Time) phy.Time {
	c := &f.carried
	pos := n.stations[i].pos
	if c.pos == pos && c.from <= q && q < c.to && (!n.star || n.sentBy(i)+n.delay <= q) {
		return c.to // as at another station there
	}
	from := q
	a := &n.air
	for again := true; again && q < to; {
		again = false
		for k := len(a.signals) - 1; k >= 0; k-- {
			if k < len(a.past) && a.past[k].at(n, i) <= q {
				break // and so have all before
			}
			s := &a.signals[k]
			d := n.away(s, i, pos)
			switch {
			case s.start+d > q:
			case !s.ended:
				q = phy.Forever
			case q < s.end+d:
				q, again = s.end+d, true
			}
			if q >= to {
				break
			}
		}
	}
	if !n.star || n.sentBy(i)+n.delay <= from {
		*c = carried{pos, from, q}
	}
	return q
}

// sentBy returns the end of a station's last transmission that is kept.
func (n *Network) sentBy(i int32) phy.Time {
	if s := n.air.lastOf(i); s != nil {
		return s.end
	}
	return -phy.Forever
}

// expectEnd takes note of when a transmission ends, as far as is known. It is called again when it meets another one
// sooner.
func (f *firm) expectEnd(number uint32, end phy.Time) {
	for k := range f.active {
		if f.active[k].number == number {
			f.active[k].end = end
			return
		}
	}
	f.active = append(f.active, cut{number, end})
}

// finish processes the end of a transmission that is active.
func (f *firm) finish(n *Network, k int) {
	x := f.active[k]
	last := len(f.active) - 1
	f.active[k] = f.active[last]
	f.active = f.active[:last]
	s := n.air.at(x.number)
	if !s.collided && s.detect < s.end { // as in [Network.detect], later than it was
		s.collided = true
		s.late = n.stations[s.frame.Source].rules.Late(s.start, s.detect)
		s.end = x.end
		n.now = s.detect
		n.link(x.number)
		if n.watch.kinds&ofCollisions != 0 {
			f.watchCollision(n, s)
		}
	}
	n.now = x.end
	n.endTransmission(agenda.New(x.end, settling, s.frame.Source, txEnd, 0, x.number))
	n.ended = n.ended[:0]
}

// end puts all that is known into the agenda, so that the instants can go on.
func (f *firm) end(n *Network) {
	f.on = false
	at := f.settled
	n.rounds.ahead = max(n.rounds.ahead, n.now)
	for _, x := range f.active {
		s := n.air.at(x.number)
		if i := s.frame.Source; s.collided || s.detect >= s.end {
			n.agenda.Push(agenda.New(s.end, settling, i, txEnd, 0, x.number))
		} else {
			n.agenda.Push(agenda.New(s.detect, detecting, i, detection, 0, x.number)) // now, if it is over
		}
	}
	f.active = f.active[:0]
	for _, s := range f.starts {
		n.releaseIn(starting, s.station, s.start, surely)
	}
	f.starts = f.starts[:0]
	for _, i := range n.ready {
		st := &n.stations[i]
		if st.ready < at || st.deferring {
			n.release(i, max(at, st.ready))
			continue
		}
		st.state = backing
		n.agenda.Push(agenda.New(st.ready, settling, i, backoffEnd, 0, 0))
	}
	n.ready = n.ready[:0]
}
