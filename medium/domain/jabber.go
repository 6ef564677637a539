package domain

import (
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium/internal/agenda"
	"github.com/csmacd/csmacd/phy"
)

// A station that jabbers or babbles sends what does not come from its MAC. At 10 Mb/s its transceiver
// cuts a signal that lasts too long. It then asserts collision to the station as long as the station
// goes on, and returns some time after it has stopped (8.2.1.5, 14.2.1.6). That of 10BASE-T1S is silent for a
// time from the cut, and until the station has stopped; it asserts nothing (147.3.2).
const (
	jabberTime = 50 * phy.Millisecond  // 20 to 150 ms
	unjabTime  = 500 * phy.Millisecond // 250 to 750 ms

	multidropJabber = 2 * phy.Millisecond  // xmit_max_timer, 1.8 to 2.2 ms
	multidropUnjab  = 16 * phy.Millisecond // unjab_timer, 15.9 to 16.1 ms
)

// babbleBits is the length of what a station babbles, after the header.
const babbleBits = 512

// jabber is the state of a station's line beside its MAC.
type jabber struct {
	signal uint32   // what is on the line, + 1
	token  uint32   // counts what makes planned ends void
	cut    bool     // by the transceiver, and the station has not stopped
	quiet  phy.Time // when the transceiver returns, if the station has stopped
}

// babble is when a station babbles next.
type babble struct {
	rng   backoff.Rand
	drawn bool // the stream has begun
	rate  float64
	at    phy.Time // slots are counted from here: the change, or the last beginning
	fresh bool     // the rate has changed at this instant
	token uint32
}

// what the job stray is for
const (
	transceiverCuts int32 = iota
	transceiverReturns
	babbleBegins
	babbleEnds
)

func (n *Network) wakeStray(i int32, at phy.Time, what int32, token uint32) {
	n.agenda.Push(agenda.New(at, changing, i, stray, what, token))
}

// jabberLimit returns the times after which the transceiver of a station cuts, and returns.
func (n *Network) jabberLimit(i int32) (cut, back phy.Time) {
	s := &n.segments[n.stations[i].segment]
	switch {
	case s.Jabber > 0:
		return s.Jabber, s.Unjab
	case s.Multidrop:
		return multidropJabber, multidropUnjab
	case n.bit == phy.Ethernet10.BitTime:
		return jabberTime, unjabTime
	}
	return phy.Forever, 0
}

// multidrop reports whether the transceiver of a station is one of 10BASE-T1S.
func (n *Network) multidrop(i int32) bool { return n.segments[n.stations[i].segment].Multidrop }

// settleJabber begins or ends what a station has on the line beside its MAC.
func (n *Network) settleJabber(i int32, was flags) {
	f := n.stations[i].fault
	wants, had := f.now&jabbering != 0, was&jabbering != 0
	switch {
	case wants && !had:
		n.endStray(i)
		f.jabber.token++
		n.beginStray(i)
		if cut, _ := n.jabberLimit(i); cut < phy.Forever {
			n.wakeStray(i, n.now+cut, transceiverCuts, f.jabber.token)
		}
	case had && !wants:
		f.jabber.token++
		n.endStray(i)
		if f.jabber.cut {
			f.jabber.cut = false
			f.next = f.now&^cutOff | unjabbing
			f.now = f.next
			if _, back := n.jabberLimit(i); !n.multidrop(i) {
				f.jabber.quiet = n.now + back
			} else if f.jabber.quiet <= n.now {
				f.next &^= unjabbing
				n.settleFaults(i)
				return
			}
			n.wakeStray(i, f.jabber.quiet, transceiverReturns, 0)
		}
	case f.jabber.signal > 0 && f.now&silent != 0:
		n.endStray(i)
	}
}

// expireStray does what a job of the line beside the MAC is for.
func (n *Network) expireStray(i, what int32, token uint32) {
	f := n.stations[i].fault
	switch {
	case what == transceiverCuts && token == f.jabber.token:
		f.jabber.cut = true
		if n.multidrop(i) {
			_, back := n.jabberLimit(i)
			f.next, f.jabber.quiet = f.next|unjabbing, n.now+back
		} else {
			f.next |= cutOff
		}
		n.endStray(i)
		n.settleSending(i)
		n.settleFaults(i)
		if st := &n.stations[i]; st.collisionAsserted() && st.state == sending && !st.tx.collided && !st.full {
			n.meet(i)
		}
	case what == transceiverReturns && n.now == f.jabber.quiet: // whatever the station has begun since
		f.next = f.now &^ unjabbing
		n.settleFaults(i)
	case what == babbleBegins && token == f.babble.token:
		n.expectBabble(i)
		if st := &n.stations[i]; st.state != sending && f.jabber.signal == 0 && f.now&(silent|jabbering) == 0 {
			f.jabber.token++
			n.beginStray(i)
			n.wakeStray(i, n.now+st.rules.Header+babbleBits*st.rules.BitTime, babbleEnds, f.jabber.token)
		}
	case what == babbleEnds && token == f.jabber.token:
		n.endStray(i)
	}
}

// beginStray puts a signal on the line that does not come from the MAC.
func (n *Network) beginStray(i int32) {
	st := &n.stations[i]
	f := st.fault
	if f.now&silent != 0 {
		return
	}
	s := signal{start: n.now, end: phy.Forever, pos: st.pos, header: st.rules.Header, source: i, only: none, group: n.groups.add(), stray: true}
	if st.rules.BitTime != n.bit {
		s.bit = st.rules.BitTime
	}
	k := n.pool.signal(s)
	f.jabber.signal = k + 1
	n.strays++
	n.pool.hold(k)
	n.sound(st.channel, k)
}

// endStray ends it.
func (n *Network) endStray(i int32) {
	st := &n.stations[i]
	f := st.fault
	if f.jabber.signal == 0 {
		return
	}
	k := f.jabber.signal - 1
	f.jabber.signal = 0
	n.strays--
	n.at(k).jammed = true
	n.silence(st.channel, k)
	n.pool.drop(k)
}

// setBabble makes a station babble with another probability from now on.
func (n *Network) setBabble(i int32, p float64) {
	f := n.faulty(i)
	b := &f.babble
	rate := backoff.FailureRate(p)
	if rate == b.rate {
		return
	}
	if !b.drawn {
		b.rng, b.drawn = backoff.NewRand(n.seed, n.names[i], "babble"), true
	}
	b.rate, b.at, b.fresh = rate, n.now, true
	b.token++ // what was planned is void; expectBabble plans when all changes of this instant are known
}

func (n *Network) expectBabble(i int32) {
	b := &n.stations[i].fault.babble
	b.token++
	b.fresh = false
	slot := n.stations[i].rules.SlotTime
	if slots := b.rng.Trials(b.rate); b.rate > 0 && slots < int64((phy.MaxTime-b.at)/slot) {
		b.at += phy.Time(slots) * slot
		n.wakeStray(i, b.at, babbleBegins, b.token)
	}
}
