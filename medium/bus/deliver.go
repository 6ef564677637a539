package bus

import (
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/agenda"
	"github.com/csmacd/csmacd/medium/internal/tally"
	"github.com/csmacd/csmacd/phy"
)

// expectDelivery adds to the agenda the instant at which a frame's last bit reaches its
// destination, or the last station of a group.
func (n *Network) expectDelivery(i int32, s *signal, number uint32) {
	d := s.frame.Destination
	at := s.end
	if d >= 0 {
		at += n.distance(i, d)
	} else {
		d = i
		at += n.farthest(i)
	}
	n.coming++
	n.inFlight++
	n.agenda.Push(agenda.New(at, settling, d, delivery, i, number))
}

// deliver decides whether a frame was delivered, at the instant at which its last bit arrives.
func (n *Network) deliver(number uint32) {
	s := n.air.at(number)
	d := s.frame.Destination
	s.judged = true
	ok := false
	switch {
	case d >= 0:
		if ok = n.heardWhole(number, d); ok {
			tally.Receive(&n.sumsOf(d).Counters, s.frame.Size, 1)
		}
	case n.known.Group(d):
		ok = n.heardByAll(number)
	default:
		ok = n.heardByAny(number)
	}
	if n.part.InTransit(&s.frame) {
		n.report(s, ok)
	}
	if n.sums.Decide(&n.sumsOf(s.frame.Source).Station, &s.frame, s.end, n.now-s.queued, ok) {
		n.place(s)
	}
}

// heardWhole reports whether a signal that was sent to its end is received as a frame at a
// station's tap: no other signal overlaps it there, and the station accepts its length.
func (n *Network) heardWhole(number uint32, j int32) bool {
	s := n.air.at(number)
	if j == s.frame.Source || !n.clean(s) {
		return false // no station hears itself
	}
	d := n.distance(s.frame.Source, j)
	rise, fall := s.start+d, s.end+d
	a := &n.air
	a.settle()
	overlaps := func(k int) bool {
		y := &a.signals[k]
		d := n.distance(y.frame.Source, j)
		return y.start+d < fall && (!y.ended || y.end+d > rise)
	}
	// In a crowd the next one or the one before does.
	at := int(number - a.first)
	for k := at + 1; k < len(a.signals) && a.signals[k].start < fall; k++ {
		if overlaps(k) {
			return false
		}
	}
	for k := at - 1; k >= 0 && (k >= len(a.past) || a.past[k].at(n, j) > rise); k-- {
		if overlaps(k) {
			return false
		}
	}
	if n.taps.dirty {
		if open := &n.taps.each[j].reception; open.signals > 0 && open.rise < fall && open.fall > rise {
			return false
		}
	}
	r, _ := n.stations[j].rules.Receive(fall-rise-n.header(&s.frame), false)
	return r == mac.Whole
}

// heardByAll reports whether a signal that was sent to its end is received as a frame at every
// other tap.
func (n *Network) heardByAll(number uint32) bool {
	s := n.air.at(number)
	if s.spoilt || s.flawed && len(n.stations) > 1 {
		return false
	}
	if !n.taps.dirty && n.alone(number) && n.fits(s.frame.Size) {
		return true
	}
	for j := range n.stations {
		if int32(j) != s.frame.Source && !n.heardWhole(number, int32(j)) {
			return false
		}
	}
	return true
}

// heardByAny reports whether a signal that was sent to its end is received as a frame at any other
// tap. If a frame is for an address that does not belong to a station, its destination may be
// behind any of them.
func (n *Network) heardByAny(number uint32) bool {
	s := n.air.at(number)
	for j := range n.stations {
		if int32(j) != s.frame.Source && n.heardWhole(number, int32(j)) {
			return true
		}
	}
	return false
}

// alone reports whether no other signal can touch this one at any tap: each of them had passed its
// sender before it began, or will begin after it has passed.
func (n *Network) alone(number uint32) bool {
	a, s := &n.air, n.air.at(number)
	a.settle()
	for k := len(a.signals) - 1; k >= 0; k-- {
		if k < len(a.past) && a.past[k].at(n, s.frame.Source) <= s.start {
			break // so have all before
		}
		y := &a.signals[k]
		if a.first+uint32(k) == number {
			continue
		}
		d := n.away(y, s.frame.Source, s.pos)
		if (!y.ended || y.end+d > s.start) && y.start < s.end+d {
			return false
		}
	}
	return true
}

// header returns the length of the header with which a frame is sent.
func (n *Network) header(f *medium.Frame) phy.Time { return n.stations[f.Source].rules.Header }

// fits reports whether a size is neither too short nor too long for any station.
func (n *Network) fits(size int32) bool { return int(size) >= n.least && int(size) <= n.greatest }

// settleAll counts (or takes back) the receptions of a whole generation of signals, if they are the
// same at every tap: one frame, or a collision that is one fragment everywhere. Otherwise it
// returns false and counts nothing.
func (n *Network) settleAll(signals []signal, sign uint64) bool {
	x := &signals[0]
	if len(signals) == 1 {
		if x.damaged() || !n.fits(x.frame.Size) {
			return false
		}
		n.heardByOthers(&x.frame, sign)
		return true
	}
	if !n.oneChain(signals) {
		return false
	}
	last := x.end
	for k := range signals {
		y := &signals[k]
		if n.stations[y.frame.Source].rules.NoCarrierSense && sentBefore(signals[:k], y.frame.Source) {
			return false // it is not to be left out twice
		}
		last = max(last, y.end)
	}
	if last+n.span-x.start >= n.sums.headers+phy.Time(8*n.sums.shortest)*n.bit {
		return false
	}
	n.sums.fragments += sign
	for k := range signals {
		n.markOf(signals[k].frame.Source).fragments += sign
	}
	return true
}

// sentBefore reports whether one of some signals is a station's own, or they are many.
func sentBefore(signals []signal, i int32) bool {
	for k := range signals {
		if signals[k].frame.Source == i {
			return true
		}
	}
	return len(signals) > 32
}

// oneChain reports whether signals that all met a collision, or do not detect it, form one chain at every tap. Two
// signals that each reach the other's sender while it sends, overlap at every tap. Here
// all do so with the first.
func (n *Network) oneChain(signals []signal) bool {
	x := &signals[0]
	for k := range signals {
		y := &signals[k]
		if !y.collided && n.detects || k > 0 && !n.bothOverlap(x, y) {
			return false
		}
	}
	return true
}

// settleKept counts (or takes back) the receptions of all kept signals before an instant, if they
// are the same at every tap.
func (n *Network) settleKept(before phy.Time, sign uint64) bool {
	a := &n.air
	old, late := a.signals[:a.old], a.signals[a.old:]
	if n.taps.dirty || len(old) > 0 && (a.oldEnds.last+n.span >= before || !n.settleAll(old, sign)) {
		return false
	}
	switch {
	case len(late) == 0, len(late) == 1 && !late[0].ended:
		return true // nothing has ended
	case a.active == 0 && a.ends.last+n.span < before && n.settleAll(late, sign):
		return true
	case len(old) > 0:
		n.settleAll(old, -sign)
	}
	return false
}
