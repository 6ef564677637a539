//go:build !js && !small

package bus

import "github.com/csmacd/csmacd/phy"

// When carrier falls, the stations of a crowd that have waited for it start one after the other, each at the instant at
// which it hears its neighbour. Such a signal is nowhere the first to be heard: all edges travel at the same speed, so that
// the signal that its sender hears at its start is heard before it, or with it, at every tap. So the first of a crowd to be
// heard at a tap is one of the few signals whose senders heard nothing of the crowd when they began. While that one goes on,
// the whole crowd is one interval of carrier.

// firsts are the signals from one on whose senders had heard none of those from that one on when they began.
type firsts struct {
	since   uint32   // the number of that signal, which is the first of them
	numbers []uint32 // in order
	open    []uint32 // the signals that may meet their first foreign carrier now or later, and others
}

// worthLeading is the least number of signals from there on that a look passes at once. Tests change it.
var worthLeading = 3

// mostCompared is the number of firsts with which a new signal is compared. If none of them leads it, it becomes one of them.
const mostCompared = 16

// lead takes note of a signal that begins, which is the last one. When the first one has ended, it begins anew.
func (n *Network) lead(s *signal, number uint32) {
	a := &n.air
	f := &a.firsts
	if len(f.numbers) == 0 || !a.held(f.since) || a.at(f.since).ended {
		f.since, f.numbers = number, append(f.numbers[:0], number)
		return
	}
	for k := len(f.numbers) - 1; k >= max(0, len(f.numbers)-mostCompared); k-- {
		if y := a.at(f.numbers[k]); y.start+n.away(y, s.frame.Source, s.pos) <= s.start {
			s.led = number - f.numbers[k]
			return
		}
	}
	f.numbers = append(f.numbers, number)
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
	for _, k := range f.numbers {
		if y := a.at(k); y.frame.Source != i {
			if n.star && y.start+n.delay > s.rise {
				break // what others send later is heard later
			}
			add(y)
			if n.star && ok && !s.again {
				break
			}
		}
	}
	s.own = own >= 0
	return s, from, ok
}

// metBy determines the senders for which the last signal is the first foreign carrier. Those that have met another one
// before a signal that begins now can reach them are not looked at again.
func (n *Network) metBy(s *signal, number uint32) {
	a, soonest := &n.air, s.start
	if n.star {
		soonest += n.delay
	}
	open := a.firsts.open[:0]
	for _, k := range a.firsts.open {
		if !a.held(k) {
			continue
		}
		if y := a.at(k); !y.ended && !y.collided && (y.detect > soonest || y.detect == soonest && !y.tied) {
			open = append(open, k)
			n.meets(y, k, s.start+n.away(y, s.frame.Source, s.pos), number)
		}
	}
	a.firsts.open = append(open, number)
}
