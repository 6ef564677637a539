//go:build !js && !small

package bus

import "github.com/csmacd/csmacd/phy"

// When carrier falls, the stations of a crowd that have waited for it start one after the other, each at the instant at
// which it hears its neighbour. Such a signal is nowhere the first to be heard: all edges travel at the same speed, so that
// the signal that its sender hears at its start is heard before it, or with it, at every tap. So the first of a crowd to be
// heard at a tap is one of the few signals whose senders heard nothing of the crowd when they began. While that one goes on,
// the whole crowd is one interval of carrier.

// firsts are the signals from one on whose senders had heard none of those from that one on when they began. On a cable none
// of them leads another, so that the first of them to be heard at a place is that of one of its neighbours.
type firsts struct {
	since   uint32   // the number of that signal, which is the first of them
	numbers []uint32 // in order
	places  marks    // the ranks of their senders, on a cable
	of      []uint32 // the number of the one of each of these ranks
	met     encounters
}

// worthLeading is the least number of signals from there on that a look passes at once. Tests change it.
var worthLeading = 3

// mostCompared is the number of firsts with which a new signal is compared on a star. If none of them leads it, it becomes one
// of them.
const mostCompared = 16

// lead takes note of a signal that begins, which is the last one. When the first one has ended, it begins anew.
func (n *Network) lead(s *signal, number uint32) {
	f := &n.air.firsts
	if len(f.numbers) == 0 || !n.air.held(f.since) || n.air.at(f.since).ended {
		f.restart(n)
		f.since = number
	} else if by, led := f.leads(n, s); led {
		s.led = number - by
		return
	}
	f.numbers = append(f.numbers, number)
	if !n.star {
		rank := n.rank.of(s.frame.Source)
		f.places.add(int(rank))
		f.of[rank] = number
	}
}

// leads returns the number of one of them that leads a signal that begins.
func (f *firsts) leads(n *Network, s *signal) (number uint32, ok bool) {
	ahead := func(number uint32) bool {
		y := n.air.at(number)
		return y.start+n.away(y, s.frame.Source, s.pos) <= s.start
	}
	if n.star {
		for k := len(f.numbers) - 1; k >= max(0, len(f.numbers)-mostCompared); k-- {
			if ahead(f.numbers[k]) {
				return f.numbers[k], true
			}
		}
		return 0, false
	}
	rank := int(n.rank.of(s.frame.Source))
	if r := f.places.before(rank + 1); r >= 0 && ahead(f.of[r]) {
		return f.of[r], true
	}
	if r := f.places.from(rank + 1); r >= 0 && ahead(f.of[r]) {
		return f.of[r], true
	}
	return 0, false
}

// restart forgets all of them.
func (f *firsts) restart(n *Network) {
	f.numbers = f.numbers[:0]
	switch {
	case n.star:
	case f.places == nil:
		f.places, f.of = newMarks(n), make([]uint32, len(n.stations))
	default:
		clear(f.places)
	}
}

// hearFirst returns the carrier that all signals from the first one of firsts on make at a station's tap, and the index of
// that signal. ok is false if they are few, or may be more than one interval of carrier.
func (n *Network) hearFirst(i int32) (s span, from int, ok bool) {
	a := &n.air
	f := &a.firsts
	from = int(f.since - a.first)
	if len(f.numbers) == 0 || !a.held(f.since) || len(a.signals)-from < worthLeading {
		return s, from, false
	}
	s = span{rise: phy.Forever, fall: phy.Forever}
	own := -1
	if a.lastOf(i) != nil && a.last[i]-f.since < uint32(len(a.signals)-from) {
		own = n.sentBetween(i, from, len(a.signals))
	}
	add := func(y *signal) {
		d := n.away(y, i, n.stations[i].pos)
		rise, again := y.start+d, y.again && d == 0
		switch {
		case rise < s.rise:
			s.rise, s.again, ok = rise, again, !y.ended
		case rise == s.rise:
			s.again, ok = s.again && again, ok || !y.ended
		}
	}
	if own >= 0 {
		add(&a.signals[own])
	}
	s.own = own >= 0
	if !n.star {
		rank := int(n.rank.of(i))
		if r := f.places.before(rank + 1); r >= 0 {
			add(a.at(f.of[r]))
		}
		if r := f.places.from(rank + 1); r >= 0 {
			add(a.at(f.of[r]))
		}
		return s, from, ok
	}
	for _, k := range f.numbers {
		if y := a.at(k); y.frame.Source != i {
			if y.start+n.delay > s.rise {
				break // what others send later is heard later
			}
			add(y)
			if ok && !s.again {
				break
			}
		}
	}
	return s, from, ok
}
