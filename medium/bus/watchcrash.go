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
	starts [mostAtOnce]instant.Key
	met    [mostAtOnce]phy.Time // by attempt
	keys   [2 * mostAtOnce]instant.Key

	ended *medium.Event // of the attempt that ends now
	last  phy.Time      // when the last one ends
}

// ofCrashes returns the kinds of events that a collision always has.
func ofCrashes() medium.Kinds { return ofStarts | medium.Of(medium.Backoff) }

// watchAtOnce shows the next contention round, which is a collision, up to its ends, and puts it in their order. It returns
// false if something else may come between, or if the attempts do not end in the order of their starts: then nothing has been shown.
func (n *Network) watchAtOnce() bool {
	v, w := &n.rounds, &n.watch
	if len(w.keys) > 0 || len(w.taps) > 0 || v.careful || v.odd || v.mixed || v.deciding != nil || !n.detects || len(v.next) > mostAtOnce {
		return false
	}
	c, round, jam := w.crash, v.next, n.stations[0].rules.Jam
	met := c.meet(n, round)
	starts, keys, sorted := c.starts[:len(round)], c.keys[:0], v.sorted[:0]
	ordered, end, before := true, phy.Time(0), int32(0)
	for j := range starts {
		k := eventOf(starts[j]) % mostAtOnce
		s := &round[k]
		ordered = ordered && (s.end > end || s.end == end && s.station > before)
		c.order[j], end, before = uint8(k), s.end, s.station
		sorted = append(sorted, *s)
		if w.kinds.Has(medium.TxStart) {
			keys = inserted(keys, starts[j])
		}
		if w.kinds.Has(medium.Collision) {
			keys = inserted(keys, keyOf(c.met[k], detecting, medium.Collision, s.station, int(k)))
		}
	}
	v.sorted, c.last = sorted, end
	if first := sorted[0].end; !ordered || met >= first-jam || end-jam >= first || !n.quietUntil(end) {
		return false
	}
	for k := range keys {
		e := &c.events[eventOf(keys[k])%mostAtOnce]
		e.At, e.Kind = keys[k].At, kindOf(keys[k])
		w.tell(e)
	}
	if w.kinds.Has(medium.JamStart) {
		for j := range sorted {
			e := &c.events[c.order[j]%mostAtOnce]
			e.At, e.Kind = sorted[j].end-jam, medium.JamStart
			w.tell(e)
		}
	}
	v.next, v.sorted = sorted, round
	w.atOnce = true
	return true
}

// quietUntil reports whether nothing that observers want happens up to an instant besides what sends now. At the taps of listeners
// something does.
func (n *Network) quietUntil(t phy.Time) bool {
	return n.coming == 0 && !n.watch.kinds.Has(medium.Defer) || len(n.ready) == 0 && n.agenda.Next() > t
}

// meet puts the starts of attempts in order, and finds when they meet others and when the last one does.
func (c *crash) meet(n *Network, round []transmission) (last phy.Time) {
	var met meetings
	met.init(n, round)
	for k := range round {
		s := &round[k]
		i := s.station
		st, e := &n.stations[i], &c.events[k]
		e.Station, e.Frame, e.Attempt = i, n.queue.head(st).frame, st.collisions+1
		at := met.of(n, round, k)
		c.met[k], last = at, max(last, at)
		x := keyOf(s.start, starting, medium.TxStart, i, k)
		j := k
		for ; j > 0 && x.Before(&c.starts[j-1]); j-- {
			c.starts[j] = c.starts[j-1]
		}
		c.starts[j] = x
	}
	return last
}

// inserted returns keys that are in order with one more.
func inserted(keys []instant.Key, x instant.Key) []instant.Key {
	k := len(keys)
	keys = keys[:k+1]
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
