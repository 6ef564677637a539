package domain

import (
	"slices"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/tally"
	"github.com/csmacd/csmacd/phy"
)

// reception is a chain of overlapping signals at a tap, [rise, fall).
type reception struct {
	rise, fall phy.Time
	signals    int
	own        bool // the station's own transmission is part of it
	dead       bool // the station has lost its power
	jammed     bool
	frame      medium.Frame // of the first signal
	header     phy.Time     // of the first signal; the longest, if several begin together
	flawed     bool         // bit errors damaged it, and nothing else
	found      phy.Time     // what the receiver then takes for the header
	bit        phy.Time     // of the first signal; 0: exact
	soon       bool         // it followed other carrier too soon for the receiver
}

// headerFound returns what the receiver takes for the header.
func (r *reception) headerFound() phy.Time {
	if r.flawed {
		return r.found
	}
	return r.header
}

// foldReceptions joins the part that fell before h of the chain that rose at rise and goes on.
func (n *Network) foldReceptions(i int32, rise, h phy.Time) reception {
	st := &n.stations[i]
	open := st.tap.reception
	if open.signals > 0 && open.fall <= rise {
		open = reception{}
	}
	n.sensedAt(i, n.signalsOf(i), func(x sounding) {
		if x.rise >= rise && x.fall < h && !st.ignores(&x) && !x.signal.count {
			open.join(x.reception())
		}
	})
	return open
}

func (x *sounding) reception() reception {
	s := x.signal
	return reception{
		rise: x.rise, fall: x.fall, signals: 1, own: x.own || x.stray, dead: x.dead, jammed: s.jammed || x.clipped,
		frame: s.frame, header: s.header, flawed: s.flawed && !x.clipped, found: s.found, bit: s.bit, soon: x.soon,
	}
}

// join adds a signal or a chain to a chain.
func (r *reception) join(s reception) {
	if r.signals == 0 {
		*r = s
		return
	}
	switch {
	case s.rise < r.rise:
		r.frame, r.header, r.bit = s.frame, s.header, s.bit
	case s.rise == r.rise:
		r.header = max(r.header, s.header)
		if namedBefore(&s.frame, &r.frame, s.bit > r.bit) {
			r.frame, r.bit = s.frame, s.bit
		}
	}
	r.rise, r.fall = min(r.rise, s.rise), max(r.fall, s.fall)
	r.signals += s.signals
	r.own = r.own || s.own
	r.dead = r.dead || s.dead
	r.jammed = r.jammed || s.jammed
	r.flawed = false
}

// namedBefore reports whether a reception in which two signals begin together is named after a rather
// than after b: after the frame of the first station, and its latest one where echoes bring several. If neither
// is a frame, slower says.
func namedBefore(a, b *medium.Frame, slower bool) bool {
	switch {
	case a.Number == 0 && b.Number == 0:
		return slower
	case a.Number == 0 || b.Number == 0:
		return a.Number > 0
	case a.Source != b.Source:
		return a.Source < b.Source
	}
	return a.Number > b.Number
}

// receptions returns the chains of overlapping signals at a tap that are not digested, in order.
// The slice is valid until the next call.
func (n *Network) receptions(i int32) []reception {
	st := &n.stations[i]
	list := n.heard[:0]
	if open := st.tap.reception; open.signals > 0 {
		list = append(list, open)
	}
	return n.chains(i, list, n.signalsOf(i))
}

// chains adds some signals at a tap to a list of receptions, which are in order, and joins those that overlap.
func (n *Network) chains(i int32, list []reception, signals []uint32) []reception {
	st := &n.stations[i]
	n.sensedAt(i, signals, func(x sounding) {
		if st.ignores(&x) || x.signal.count {
			return
		}
		r := x.reception()
		k := len(list)
		for k > 0 && r.rise < list[k-1].rise {
			k--
		}
		list = slices.Insert(list, k, r)
	})
	n.heard = list
	chains := list[:0]
	for _, s := range list {
		if m := len(chains) - 1; m >= 0 && s.rise < chains[m].fall {
			chains[m].join(s)
			continue
		}
		chains = append(chains, s)
	}
	return chains
}

// received counts a reception that has ended at a tap. A whole frame for one station was counted
// when it was delivered.
func (n *Network) received(i int32, r *reception) {
	if r.own || r.dead {
		return
	}
	st := &n.stations[i]
	judged := n.judgeReception(st.rules, r)
	if r.soon && judged == mac.Whole {
		return
	}
	n.countReception(&st.sums.Counters, judged, &r.frame, 1)
}

// judgeReception returns how a station with some rules judges a reception.
func (n *Network) judgeReception(p *rules, r *reception) mac.Reception {
	judged, _ := n.receive(p, r.fall-r.rise-r.headerFound(), r.bit, r.signals > 1 || r.jammed)
	return judged
}

// countReception counts receptions that are alike, or takes them back.
func (n *Network) countReception(c *mac.Counters, judged mac.Reception, f *medium.Frame, times uint64) {
	switch judged {
	case mac.Fragment:
		c.Fragments += times
	case mac.FCSError:
		c.FrameCheckSequenceErrors += times
	case mac.AlignmentError:
		c.AlignmentErrors += times
	case mac.TooLong:
		c.FrameTooLongErrors += times
	case mac.Whole:
		if n.known.Group(f.Destination) {
			tally.ReceiveGroup(c, f, times)
		}
	}
}

// settlePassed counts the receptions of the signals of a repeater's channel that have passed all
// its listeners.
func (n *Network) settlePassed(c *channel) {
	if !c.hub {
		return
	}
	for _, k := range c.signals {
		s := n.at(k)
		if s.count || !n.passed(c, s) {
			continue
		}
		s.count = true
		for _, i := range c.active { // they would say so only when they end
			if st := &n.stations[i]; !st.full && n.hears(s, i) && st.tx.start < s.end+st.pos && st.heardUntil() > s.start+st.pos {
				n.muteAt(i, s)
			}
		}
		n.countSignal(c, s, 1)
	}
}

// countSignal counts the receptions of a signal on a repeater's channel, or of signals that are alike.
func (n *Network) countSignal(c *channel, s *signal, times uint64) {
	if s.end == s.start { // an output may end as it begins, and nobody hears it
		return
	}
	length := s.end - s.start - s.header
	if extended && s.flawed {
		length = s.end - s.start - s.found
	}
	if s.only >= 0 {
		if len(s.mute) == 0 && len(s.early) == 0 {
			st := &n.stations[s.only]
			judged, _ := n.receive(st.rules, length, s.bit, s.jammed)
			if judged != mac.Whole || len(s.soon) == 0 {
				n.countReception(&st.sums.Counters, judged, &s.frame, times)
			}
		}
		return
	}
	for k := range c.classes {
		x := &c.classes[k]
		judged, _ := n.receive(x.rules, length, s.bit, s.jammed)
		n.countReception(&x.counts, judged, &s.frame, times)
	}
	for which, list := range [...][]int32{s.skip, s.mute, s.early} {
		for _, i := range list {
			if which == 2 && slices.Contains(s.mute, i) {
				continue // it was never going to count it
			}
			st := &n.stations[i]
			judged, _ := n.receive(st.rules, length, s.bit, s.jammed)
			n.countReception(&st.sums.Counters, judged, &s.frame, -times)
		}
	}
	for _, i := range s.soon {
		if slices.Contains(s.skip, i) || slices.Contains(s.mute, i) || slices.Contains(s.early, i) {
			continue // it is out of the count already
		}
		st := &n.stations[i]
		if judged, _ := n.receive(st.rules, length, s.bit, s.jammed); judged == mac.Whole {
			n.countReception(&st.sums.Counters, judged, &s.frame, -times)
		}
	}
}

// mute records that a station behind a repeater does not count what it heard while it sent, at the
// end of its transmission.
func (n *Network) mute(i int32) {
	st := &n.stations[i]
	c := &n.channels[st.channel]
	if !c.hub || st.full {
		return
	}
	for _, k := range c.signals {
		s := n.at(k)
		if !s.count && s.start+st.pos < st.heardUntil() && (!s.ended || s.end+st.pos > st.tx.start) && n.hears(s, i) {
			n.muteAt(i, s)
		}
	}
}

// muteAt records that a station does not count a signal. A station's signals do not overlap, so
// that those before its last one are settled.
func (n *Network) muteAt(i int32, s *signal) {
	if st := &n.stations[i]; s.number > st.muted {
		st.muted = s.number
		s.mute = append(s.mute, i)
	}
}
