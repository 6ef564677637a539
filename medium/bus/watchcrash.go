package bus

import (
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/instant"
	"github.com/csmacd/csmacd/phy"
)

// Nearly always nothing else happens during a collision. Then its events need not wait for others to be put in order:
// [Network.watchAtOnce] shows all before the first end, and [Network.collide] goes along the ends in their order and shows the rest.

// mostAtOnce is the number of attempts up to which a collision is shown at once. It is put in order by insertion.
const mostAtOnce = 16

// crash is a collision that is shown at once.
type crash struct {
	events [mostAtOnce]medium.Event // by attempt: what its events have in common; the kind and the instant change
	order  [mostAtOnce]uint8        // of the attempts, by their ends
	keys   [3 * mostAtOnce]instant.Key
	met    [mostAtOnce]phy.Time // by attempt

	ended *medium.Event // of the attempt that ends now
	last  phy.Time      // when the last one ends
}

// ofCrashes are the kinds of events that a collision always has.
var ofCrashes = ofStarts | medium.Of(medium.Backoff)

// watchAtOnce shows the next contention round, which is a collision, up to its ends, and puts it in their order. It returns
// false if something else may come between: then nothing has been shown.
func (n *Network) watchAtOnce() bool {
	v, w := &n.rounds, &n.watch
	if len(w.keys) > 0 || len(w.taps) > 0 || len(n.ready) > 0 || v.careful || v.odd || v.deciding != nil || !n.detects || len(v.next) > mostAtOnce {
		return false
	}
	c, round := w.crash, v.next
	if !c.begin(n, round) || n.agenda.Next() <= c.last {
		return false
	}
	c.show(n, round)
	v.sorted = v.sorted[:0]
	for k := range round {
		s := &round[c.order[k]]
		v.sorted = append(v.sorted, *s)
		for j := k; j > 0 && s.endsBefore(&v.sorted[j-1]); j-- { // hardly ever: they end as they started
			v.sorted[j], v.sorted[j-1] = v.sorted[j-1], *s
			c.order[j], c.order[j-1] = c.order[j-1], c.order[j]
		}
	}
	v.next, v.sorted = v.sorted, v.next
	w.atOnce = true
	return true
}

// endsBefore reports whether the end of a transmission is shown before that of another.
func (s *transmission) endsBefore(t *transmission) bool {
	return s.end < t.end || s.end == t.end && s.station < t.station
}

// begin finds when the attempts meet others, and puts their starts in order. It reports whether all have begun to send jam when the first
// one ends.
func (c *crash) begin(n *Network, round []transmission) bool {
	var met meetings
	met.init(n, round)
	started, ended := phy.Time(0), phy.Forever
	c.last = 0
	for k := range round {
		s := &round[k]
		c.met[k] = met.of(n, round, k)
		started, ended, c.last = max(started, s.end-n.stations[s.station].rules.Jam, c.met[k]), min(ended, s.end), max(c.last, s.end)
		x := keyOf(s.start, starting, medium.TxStart, s.station, k)
		j := k
		for ; j > 0 && x.Before(&c.keys[j-1]); j-- {
			c.keys[j] = c.keys[j-1]
		}
		c.keys[j] = x
	}
	return started < ended
}

// show shows all events before the first end.
func (c *crash) show(n *Network, round []transmission) {
	w, keys := &n.watch, c.keys[:len(round)]
	for k := range keys {
		c.order[k] = uint8(eventOf(keys[k]))
	}
	for k := range round {
		i := round[k].station
		st, e := &n.stations[i], &c.events[k]
		e.Station, e.Frame, e.Attempt = i, n.queue.head(st).frame, st.collisions+1
	}
	if !w.kinds.Has(medium.TxStart) {
		keys = keys[:0]
	}
	if w.kinds.Has(medium.Collision) {
		for _, k := range c.order[:len(round)] {
			keys = inserted(keys, keyOf(c.met[k], detecting, medium.Collision, round[k].station, int(k)))
		}
	}
	if w.kinds.Has(medium.JamStart) {
		for _, k := range c.order[:len(round)] {
			s := &round[k]
			keys = inserted(keys, keyOf(s.end-n.stations[s.station].rules.Jam, detecting, medium.JamStart, s.station, int(k)))
		}
	}
	for k := range keys {
		e := &c.events[eventOf(keys[k])%mostAtOnce]
		e.At, e.Kind = keys[k].At, kindOf(keys[k])
		w.tell(e)
	}
}

// inserted returns keys that are in order with one more.
func inserted(keys []instant.Key, x instant.Key) []instant.Key {
	keys = append(keys, x)
	k := len(keys) - 1
	for ; k > 0 && x.Before(&keys[k-1]); k-- {
		keys[k] = keys[k-1]
	}
	keys[k] = x
	return keys
}

// watchEnd shows the end of an attempt of a collision that is shown at once.
func (n *Network) watchEnd(k int) {
	w := &n.watch
	e := &w.crash.events[w.crash.order[k]%mostAtOnce]
	w.crash.ended = e
	if w.kinds.Has(medium.TxEnd) {
		e.At, e.Kind = n.rounds.next[k].end, medium.TxEnd
		w.tell(e)
	}
}

// watchRetry shows that a station waits whose backoff of no slots ends when it begins.
func (n *Network) watchRetry(k int, st *station) {
	w, round := &n.watch, n.rounds.next
	if !w.kinds.Has(medium.Defer) || st.ready > w.crash.last {
		return
	}
	if st.ready > round[k].end || k+1 < len(round) && round[k+1].end == st.ready {
		n.watchLater(k)
		return
	}
	st.deferring = true
	e := w.crash.ended
	e.At, e.Kind, e.Attempt = st.ready, medium.Defer, st.collisions+1
	w.tell(e)
}

// watchLater is called if something may come between the ends of a collision that has been shown up to that of an attempt: the rest
// waits for it.
func (n *Network) watchLater(k int) {
	w := &n.watch
	w.atOnce = false
	if !w.kinds.Has(medium.TxEnd) {
		return
	}
	for j := k + 1; j < len(n.rounds.next); j++ {
		e := &w.crash.events[w.crash.order[j]]
		w.add(n.rounds.next[j].end, settling, medium.TxEnd, e.Station, &e.Frame, e.Attempt)
	}
}
