package domain

import (
	"slices"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/agenda"
	"github.com/csmacd/csmacd/medium/internal/noise"
	"github.com/csmacd/csmacd/phy"
)

// signal is what a station or a port of a repeater sends without interruption, from the first bit
// to the last one of its frame or jam.
type signal struct {
	start    phy.Time
	end      phy.Time // planned, or Forever, until ended is set
	pos      phy.Time // of its sender on a cable; what a repeater sends on its links has none
	header   phy.Time
	found    phy.Time     // what a receiver takes for the header because of bit errors, if it hears nothing else
	frame    medium.Frame // Number 0: it began as jam
	source   int32        // the tap that sends it: a station, or the number of stations and a port; -1: a repeater, on its links
	repeater int32        // that sends it, if no station does
	only     int32        // the station that alone hears it; -1: all of the channel
	group    uint32       // of attempts that belong to one collision
	flight   uint32       // the frame on its way that it carries, + 1
	refs     int32
	number   uint64 // counts the signals of the network
	ended    bool
	jammed   bool // not a whole frame, when it has ended
	again    bool // it began in the second pass of its instant
	count    bool // its receptions have been counted
	gone     bool // it matters to no tap any more: its channel is about to drop it
	flawed   bool // bit errors damaged it
	unmarked bool // a bit error is in its start-of-stream delimiter
	hushed   bool // nobody hears it
	echo     bool // from an open end of a cable
	stray    bool // it does not come from its station's MAC
	bounded  bool // it is heard only at places from first to last
	first    phy.Time
	last     phy.Time
	bit      phy.Time // of its sender, if its clock is not exact; else 0
	of       uint64   // the number of the signal with which it ends; 0: it is one itself

	skip  []int32 // stations of the channel that do not hear it
	brief []int32 // those of them to which it ended as it began
	mute  []int32 // stations that hear it but do not count it, since they were sending
	soon  []int32 // stations that hear it too soon after other carrier to receive it (mac.Params.RxGap)
	early []int32 // stations that counted it in the warm-up
}

// none is the sender of a signal or of a frame that has none.
const none int32 = -1

// pool holds the signals of a network. A signal goes back when nothing refers to it.
type pool struct {
	signals []signal
	free    []uint32
	made    uint64
}

// signal returns a new signal with one reference.
func (p *pool) signal(s signal) uint32 {
	p.made++
	s.refs, s.number = 1, p.made
	if k := len(p.free); k > 0 {
		i := p.free[k-1]
		p.free = p.free[:k-1]
		old := &p.signals[i]
		s.skip, s.brief, s.mute, s.soon, s.early = old.skip[:0], old.brief[:0], old.mute[:0], old.soon[:0], old.early[:0]
		p.signals[i] = s
		return i
	}
	p.signals = append(p.signals, s)
	return uint32(len(p.signals) - 1)
}

func (p *pool) hold(i uint32) { p.signals[i].refs++ }

func (p *pool) drop(i uint32) {
	if p.signals[i].refs--; p.signals[i].refs == 0 {
		p.free = append(p.free, i)
	}
}

func (n *Network) at(i uint32) *signal { return &n.pool.signals[i] }

// channel is what stations listen to: a cable or a link between stations, on which each tap has a
// place; or what a repeater sends on its links to stations. There all hear the same, each after
// the delay of its link.
type channel struct {
	index     int32
	hub       bool
	repeater  int32 // of a hub
	apart     bool  // a link of a repeater, which would be part of its hub if nothing on it could change
	stations  []int32
	ports     []int32  // of repeaters, on a cable
	signals   []uint32 // those that can still matter, in the order in which they began
	active    []int32  // stations that are sending
	waiters   []int32  // stations that wait for a signal to end
	span      phy.Time // the longest delay to a listener
	second    phy.Time // of a hub: the longest delay but one
	farthest  int32    // of a hub: the station with the longest delay
	left      phy.Time // of a cable: the places of its first and last tap
	right     phy.Time
	near, far phy.Time // places between which stations may join it; Forever and less than 0: none
	sounding  int      // signals that have not ended
	lastEnd   phy.Time // of the signals that have ended
	last, old int      // where the last generation of signals begins, and the one before it
	oldEnd    phy.Time // of the signals before the last generation
	oldPassed phy.Time // of a cable: when they have left every tap
	busy      busy     // of a cable, of the last generation
	before    busy     // of the one before it
	falls     falls    // of a cable
	joined    bool     // of a cable: a signal of the last generation began less than a whole gap after them, somewhere
	changed   bool     // a signal ended at this instant
	hooked    []int32
	classes   []class
	wire      *wire       // the state of the cable; nil: it has had no fault
	noise     *noise.Line // of a cable; of a link, of what its first end sends
	back      *noise.Line // of what the second end of a link sends
	links     *links      // of a hub: the bit errors of its links; nil: there have been none
	faulty    []int32     // stations that may have faults
	duplex    bool        // its two stations are full duplex
	picky     bool        // a station needs a gap to receive, or is full duplex
	fresh     bool        // a station counts a gap of its own after a backoff
	digested  phy.Time    // taps have been digested up to here
	dirty     bool        // the taps hold what some signals left that are no longer kept
	patience  int         // the number of signals to come before tidy looks again
}

// class is a number of listeners with equal rules of reception.
type class struct {
	rules  *rules
	counts mac.Counters
	places *places // of a cable, since it was needed
}

// distance returns the delay of a signal to a station's tap.
func (n *Network) distance(i int32, s *signal) phy.Time {
	st := &n.stations[i]
	if s.source == none {
		return st.pos
	}
	if st.star {
		if s.source == i {
			return 0
		}
		return st.pos
	}
	d := st.pos - s.pos
	return max(d, -d)
}

// hears reports whether a signal of its channel reaches a station from elsewhere.
func (n *Network) hears(s *signal, i int32) bool {
	switch {
	case s.only >= 0:
		return s.only == i
	case s.bounded && !s.within(n.stations[i].pos):
		return false
	}
	return (s.source != i || s.echo) && (len(s.skip) == 0 || !slices.Contains(s.skip, i))
}

// within reports whether a place is in the part of its cable in which a signal is heard.
func (s *signal) within(pos phy.Time) bool { return !s.bounded || s.first <= pos && pos <= s.last }

// reaches reports whether a signal of a cable reaches a port of a repeater from elsewhere.
func (n *Network) reaches(s *signal, p int32) bool {
	return (s.source != n.tapOf(p) || s.echo) && s.within(n.ports[p].pos)
}

// none reports whether the signal ended at the instant at which it began, as an output may.
func (s *signal) none() bool { return s.ended && s.end == s.start }

// ofStation reports whether a station sends a signal, not a repeater.
func (s *signal) ofStation() bool { return s.source >= 0 && s.source < portTaps }

// reach returns the delay of a signal to its last listener.
func (n *Network) reach(c *channel, s *signal) phy.Time {
	switch {
	case s.only >= 0:
		return n.stations[s.only].pos
	case c.hub:
		return c.reachOf(s.skip)
	}
	return max(s.pos-c.left, c.right-s.pos)
}

// reachOf is reach for what a repeater sends on its links, without some stations.
func (c *channel) reachOf(skip []int32) phy.Time {
	if len(skip) == 1 && skip[0] == c.farthest {
		return c.second
	}
	return c.span
}

// reachWithout is reachOf without two lists of stations. The second is not empty.
func (c *channel) reachWithout(skip, others []int32) phy.Time {
	if len(skip) == 0 {
		return c.reachOf(others)
	}
	return c.span
}

// sound adds a signal that begins now to a channel. The channel has a reference to it.
func (n *Network) sound(k int32, i uint32) {
	c := &n.channels[k]
	s := n.at(i)
	if c.wire != nil && !n.enters(c, i) {
		if n.pool.drop(i); extended {
			n.forgetHeard(c)
		}
		return
	}
	if extended && n.isDuplex(c) {
		c.anew()
		c.signals = append(c.signals, i)
		c.sounding++
		return
	}
	if c.sounding == 0 && n.gapSince(c, s) {
		n.age(c)
	} else if extended && !c.hub && !c.joined && n.now <= c.oldPassed+n.gap {
		c.joined = !n.gapAfter(c, c.signals[:c.last], s)
	}
	n.tidy(c)
	c.anew()
	c.signals = append(c.signals, i)
	c.sounding++
	n.watch.rise(n, c, i)
	for _, j := range c.active {
		if st := &n.stations[j]; !st.tx.collided && n.hears(s, j) {
			n.expectDetection(j, n.now+n.distance(j, s))
		}
	}
	if c.hub {
		return
	}
	for _, p := range c.ports {
		if n.reaches(s, p) {
			n.edge(p, portRise, i, abs(n.ports[p].pos-s.pos))
		}
	}
	if c.wire != nil && !s.echo {
		n.reflect(c, i)
	}
}

// silence ends a signal of a channel now.
func (n *Network) silence(k int32, i uint32) {
	c := &n.channels[k]
	s := n.at(i)
	if c.wire != nil {
		n.endParts(c, s.number)
		s = n.at(i)
	}
	if s.ended { // a fault ended it, and the rest was sent to nobody
		n.quiet = max(n.quiet, n.now)
		return
	}
	s.end, s.ended = n.now, true
	c.anew()
	if s.hushed {
		c.changed = true
		n.quiet = max(n.quiet, n.now) // nobody hears it, but it was sent
		return
	}
	c.sounding--
	c.lastEnd = max(c.lastEnd, n.now)
	c.changed = true
	n.quiet = max(n.quiet, n.now+n.reach(c, s))
	n.watch.fall(n, c, i)
	if !c.hub {
		for _, p := range c.ports {
			if n.reaches(s, p) {
				n.edge(p, portFall, i, abs(n.ports[p].pos-s.pos))
			}
		}
	}
}

// edge adds the edge of a signal at a port of a repeater to the agenda.
func (n *Network) edge(p int32, j job, i uint32, delay phy.Time) {
	ph := carrying
	if delay == 0 {
		ph += n.pass
	}
	n.pool.hold(i)
	n.edges++
	n.agenda.Push(agenda.New(n.now+delay, ph, p, j, 0, i))
}

func abs(t phy.Time) phy.Time { return max(t, -t) }

// gapSince reports whether a whole gap of silence lies between the signals of a channel so far and
// one that begins now, at every tap that both reach.
func (n *Network) gapSince(c *channel, s *signal) bool {
	if c.hub {
		return n.now > c.lastEnd && n.now >= c.lastEnd+n.gap
	}
	if extended && c.joined {
		return n.gapAfter(c, c.signals, s)
	}
	return n.gapAfter(c, c.signals[c.last:], s)
}

// gapAfter is gapSince for some signals of a cable.
func (n *Network) gapAfter(c *channel, signals []uint32, s *signal) bool {
	for _, k := range signals {
		o := n.at(k)
		if fall := o.end + n.between(c, o, s); n.now <= fall || n.now < fall+n.gap {
			return false
		}
	}
	return true
}

// between returns the delay between the senders of two signals of a cable.
func (n *Network) between(c *channel, o, s *signal) phy.Time {
	if n.isStar(c) {
		return c.span
	}
	return abs(o.pos - s.pos)
}

// isStar reports whether a channel is a star.
func (n *Network) isStar(c *channel) bool {
	return len(c.stations) > 0 && n.stations[c.stations[0]].star
}

// onWay returns the signals of a channel that may not have left every tap by an instant.
func (c *channel) onWay(now phy.Time) []uint32 {
	if !extended || !byGeneration || c.hub || c.oldPassed >= now {
		return c.signals
	}
	return c.signals[c.last:]
}

// age begins a new generation of signals. Those of the one before the last no longer matter to any
// station.
func (n *Network) age(c *channel) {
	if !c.hub {
		c.before.one = false
		if extended && !c.joined {
			c.before = *n.busyOf(c)
		}
		if extended && n.lone {
			n.repeaters[0].activity++ // it would hear what begins now
		}
		n.settleAlike(c)
		c.oldPassed, c.joined = n.quiet, false
		return
	}
	if n.now <= c.oldEnd+c.span+n.gap {
		return // those of the one before the last still do
	}
	n.settlePassed(c)
	drop := 0
	for drop < c.last && n.at(c.signals[drop]).count {
		drop++
	}
	n.forget(c, drop)
	c.old, c.last, c.oldEnd = c.last, len(c.signals), c.lastEnd
}
