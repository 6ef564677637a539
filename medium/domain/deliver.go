package domain

import (
	"slices"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/agenda"
	"github.com/csmacd/csmacd/medium/internal/tally"
	"github.com/csmacd/csmacd/phy"
)

// flight is a frame on its way: what a station sends, and what repeaters make of it.
type flight struct {
	frame   medium.Frame
	queued  phy.Time
	end     phy.Time // of its transmission, if sent is set
	last    phy.Time // when the last station so far had it whole
	refs    int32    // signals that carry it and are not judged, and repeaters that are about to repeat it
	need    int32    // number of other stations when it began
	all     int32    // all of then, those that have left too: those from there on have joined since
	got     int32    // stations that received it whole
	sent    bool
	decided bool // whether it was delivered
	marked  bool // a tally found it on its way
	taken   bool // the record is in use
}

// launch makes the record of a frame that a station begins to send, with one reference. It returns
// its index + 1.
func (n *Network) launch(f *medium.Frame, queued phy.Time) uint32 {
	x := flight{frame: *f, queued: queued, refs: 1, taken: true, need: int32(len(n.stations)-n.absent) - 1, all: int32(len(n.stations))}
	if k := len(n.freeFlights); k > 0 {
		i := n.freeFlights[k-1]
		n.freeFlights = n.freeFlights[:k-1]
		n.flights[i] = x
		return i + 1
	}
	n.flights = append(n.flights, x)
	return uint32(len(n.flights))
}

// follow adds a reference to a frame on its way.
func (n *Network) follow(f uint32) uint32 {
	if f > 0 {
		n.flights[f-1].refs++
	}
	return f
}

// reachedAll counts a frame for all that has been sent as delivered, once every other station has received
// it, and one for nobody as well. Of others, [Network.lose] decides.
func (n *Network) reachedAll(x *flight) {
	d := x.frame.Destination
	if x.sent && !x.decided && x.got >= x.need && (n.known.Group(d) || x.got > 0 && n.known.Nobody(d)) {
		n.conclude(x, true)
	}
}

// lose removes a reference to a frame on its way. A frame that nothing carries any more is lost, unless
// it was delivered or is one for nobody that a station received.
func (n *Network) lose(f uint32) {
	if f == 0 {
		return
	}
	x := &n.flights[f-1]
	if x.refs--; x.refs > 0 {
		return
	}
	if x.sent && !x.decided {
		n.conclude(x, x.got > 0 && n.known.Nobody(x.frame.Destination))
	}
	x.taken = false
	n.freeFlights = append(n.freeFlights, f-1)
}

// abandon takes the frame from a signal that turned out not to be whole.
func (n *Network) abandon(k uint32) {
	s := n.at(k)
	f := s.flight
	s.flight = 0
	n.lose(f)
}

// conclude counts a frame that was delivered or lost.
func (n *Network) conclude(x *flight, ok bool) {
	x.decided = true
	if !ok || x.got == 0 { // a broadcast of a lone station has nobody to reach
		x.last = n.now
	}
	n.inTransit(&x.frame, x.queued, x.end, x.last, ok)
	if n.sums.Decide(&n.stations[x.frame.Source].sums, &x.frame, x.end, x.last-x.queued, ok) && x.marked {
		for _, f := range n.placer.told {
			f(n.firstBit(x), x.end)
		}
	}
}

// inTransit tells the larger network what happened to a frame of it that was received last at an instant, or lost.
func (n *Network) inTransit(f *medium.Frame, queued, sent, at phy.Time, ok bool) {
	if !n.part.InTransit(f) {
		return
	}
	t := medium.Transit{Frame: *f, Fate: medium.Lost, At: at, Queued: queued, Sent: sent, Settled: n.now}
	if ok {
		t.Fate = medium.Arrived
	}
	n.part.Transit(t)
}

// expectJudgement adds to the agenda the instants at which a signal whose frame has been sent now has reached
// those that it is for.
func (n *Network) expectJudgement(c *channel, k uint32) {
	s := n.at(k)
	n.expectHanding(c, k)
	if s.flight == 0 {
		return
	}
	at := s.end // a fault may have ended it before now
	if s.hushed {
		// Nothing of it is on its way.
	} else if d := s.frame.Destination; d >= 0 && c.index == n.stations[d].channel && n.hears(s, d) {
		at += n.distance(d, s)
	} else if d < 0 || !c.hub && (!c.apart || s.ofStation()) {
		at += n.reach(c, s)
	}
	at = max(at, n.now)
	if n.pauses && n.isPause(&s.frame) {
		n.expectPausing(c, k)
	}
	n.pool.hold(k)
	n.inFlight++
	n.push(at, judgement, c.index, k)
}

// push adds a job of the first phase to the agenda. If the instant is this one, it comes next.
func (n *Network) push(at phy.Time, j job, station int32, arg uint32) {
	n.agenda.Push(agenda.New(at, settling, station, j, 0, arg))
}

// judge decides who received a signal whole, when it has reached its last listener or the station that has the address
// of its frame. Stations that take the address while its end is on its way receive it by themselves: see
// [Network.recognizeLate].
func (n *Network) judge(channel int32, k uint32) {
	n.inFlight--
	c := &n.channels[channel]
	s := n.at(k)
	x := &n.flights[s.flight-1]
	switch d := s.frame.Destination; {
	case s.hushed: // nobody did
	case d >= 0 && n.stations[d].channel == channel && n.hears(s, d):
		arrives, last := s.end+n.distance(d, s), s.end+n.reach(c, s)
		switch {
		case n.now < arrives: // it was for a station that is nearer, whose address this one has now
			n.inFlight++
			n.push(arrives, judgement, channel, k)
			return
		case n.now > arrives && n.now < last: // others may get the address before it arrives there
			n.inFlight++
			n.push(last, judgement, channel, k)
			return
		}
		ok := n.now == arrives && n.receiveFor(d, k)
		if !x.decided { // by a station that has had the address
			if ok {
				x.got++
				x.last = arrives
			}
			n.conclude(x, ok)
		}
	case d < 0 && n.now < s.end+n.reach(c, s): // it was for one station, which has another address now
		n.inFlight++
		n.push(s.end+n.reach(c, s), judgement, channel, k)
		return
	case d < 0:
		if got := n.heardBy(c, k); got > 0 {
			x.got += got
			x.last = max(x.last, n.now)
			n.reachedAll(x)
		}
	}
	if extended && n.isDuplex(c) {
		n.settleDuplex(c, k)
	}
	n.abandon(k)
	n.pool.drop(k)
}

// receiveFor counts a signal whose end arrives now at the station that has the address of its frame. It reports whether
// the station receives it whole.
func (n *Network) receiveFor(d int32, k uint32) bool {
	if !n.heardWhole(k, d) {
		return false
	}
	st, s := &n.stations[d], n.at(k)
	if f := st.fault; f == nil || f.received != s.number {
		tally.Receive(&st.sums.Counters, s.frame.Size, 1)
		if f != nil {
			f.received = s.number
		}
	}
	return true
}

// heardBy returns the number of stations of a channel that received a signal whole. A frame for a group needs none that have
// joined since it began.
func (n *Network) heardBy(c *channel, k uint32) (got int32) {
	s := n.at(k)
	if !c.hub || s.only >= 0 || !n.fits(s.frame.Size) {
		all := n.flights[s.flight-1].all
		for _, j := range c.stations {
			if (j < all || !n.known.Group(s.frame.Destination)) && n.heardWhole(k, j) {
				got++
			}
		}
		return got
	}
	got = int32(len(c.stations) - len(s.skip) - len(s.mute))
	for _, j := range c.active {
		if n.disturbs(j, s) {
			got--
		}
	}
	for _, j := range s.soon { // unless it does not count them anyway
		if !slices.Contains(s.skip, j) && !slices.Contains(s.mute, j) && !n.disturbs(j, s) {
			got--
		}
	}
	return got
}

// disturbs reports whether a station behind a repeater, half duplex and sending now, makes a signal
// that has ended useless to itself, and has not said so yet.
func (n *Network) disturbs(j int32, s *signal) bool {
	st := &n.stations[j]
	return st.state == sending && st.tx.start < s.end+st.pos && st.heardUntil() > s.start+st.pos && s.number > st.muted && n.hears(s, j)
}

// heardWhole reports whether a signal that has ended is received as a frame at a station's tap: it
// was sent without jam, no other signal overlaps it there, and the station accepts its length.
func (n *Network) heardWhole(k uint32, j int32) bool {
	s := n.at(k)
	return n.hears(s, j) && !s.jammed && n.wholeAt(k, j, s.end+n.distance(j, s))
}

// wholeAt is heardWhole for a signal without jam whose last bit arrives at an instant.
func (n *Network) wholeAt(k uint32, j int32, fall phy.Time) bool {
	s := n.at(k)
	st := &n.stations[j]
	c := &n.channels[st.channel]
	rise := s.start + n.distance(j, s)
	if st.deafDuring(rise, fall) || s.hushed || len(s.soon) > 0 && slices.Contains(s.soon, j) || !n.cleanFor(c, k, j) {
		return false
	}
	switch {
	case extended && n.isDuplex(c):
	case c.hub:
		if !st.full && (st.state == sending && st.tx.start < fall && st.heardUntil() > rise && s.number > st.muted || slices.Contains(s.mute, j)) {
			return false
		}
	default:
		for _, other := range c.signals {
			if other == k {
				continue
			}
			y := n.at(other)
			if !n.spoils(y, j) {
				continue
			}
			d := n.distance(j, y)
			if y.start+d < fall && (!y.ended || y.end+d > rise) {
				return false
			}
		}
		if st.tap.forgotten > rise {
			return false
		}
		if open := &st.tap.reception; open.signals > 0 && open.rise < fall && open.fall > rise {
			return false
		}
	}
	r, _ := n.receive(st.rules, fall-rise-s.header, s.bit, false)
	return r == mac.Whole
}

// spoils reports whether a signal on a cable damages what it overlaps at a station's tap. An output that ends as it
// begins overlaps nothing.
func (n *Network) spoils(y *signal, j int32) bool {
	return !y.none() && !(y.source == j && n.stations[j].full) && (!y.bounded || y.source == j || n.hears(y, j))
}

// fits reports whether a size is neither too short nor too long for any station.
func (n *Network) fits(size int32) bool { return int(size) >= n.least && int(size) <= n.greatest }
