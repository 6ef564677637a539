package bus

import (
	"cmp"
	"slices"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/agenda"
	"github.com/csmacd/csmacd/phy"
)

// A contention round is what is on the cable between two silences: one transmission, or several
// that collide. If all stations have plain rules and the same gap, contention is a sequence of contention
// rounds, each computed from the one before in one step:
//
//   - The last carrier of a contention round leaves station i at F(i), and F differs between two
//     stations by no more than their distance. Stations that wait start at F(i) + gap. All of
//     them do, because none hears another before it starts (if the gap is not 0).
//   - A station whose backoff ends (or whose frame arrives) later starts then, unless a
//     signal has reached it before.
//   - Two stations that start collide. Along the cable, the first foreign signal to reach each
//     of them comes from one of its two neighbours in the contention round: of three in a row
//     the middle one would have heard the first pass, and would not have started.
//   - Every tap receives a collision as one fragment, and a frame that is sent alone whole.
//
// Stations with some other rules start later than at the end of that gap, or draw whether they start ([looks]), or
// have decided to start before they do ([deciding]).
//
// The last point always holds on a cable so short that the first bit of a transmission has been
// everywhere and back before its last bit is sent. On a longer cable it is checked for each
// contention round.
//
// The result is the same as that of the agenda's instants, one by one. The instants take over where
// contention rounds do not apply: after signals that are not a contention round, and up to the very
// instant at which somebody reads the figures ([Network.catchUp]).
type rounds struct {
	able    bool
	on      bool     // the network is processing contention rounds now
	sure    bool     // every collision is one fragment at every tap, and all rules are the same
	mixed   bool     // stations have different rules
	careful bool     // open, or a station looks: collisions are processed as by instants
	crash   phy.Time // a collision is over everywhere within this time
	brief   phy.Time // the shortest transmission, complete or cut
	rank    ranks    // of the stations
	open    bool     // the order of arrivals and ends of transmissions matters

	last, next []transmission // the last contention round, and the one being made
	groups     uint64         // number of groups of attempts in it that detected each other
	first      phy.Time       // when the one being made begins
	late       []transmission // scratch: stations that may start after the gap
	apart      apart
	odd        bool           // the round being made is not one fragment at every tap
	heardOddly bool           // nor was the last one, whose receptions have still to be counted
	sorted     []transmission // scratch
	asked      []asked        // scratch
	places     []uint64       // scratch: one bit for each place of a station of the contention round
	at         []int32        // scratch: the index in the contention round of the station at a place

	ahead  phy.Time     // what was computed reaches up to here, when it last stopped
	stuck  bool         // the next signals are not a contention round: process instants until the first of them
	alone  bool         // the last contention round was one frame:
	frame  medium.Frame // that frame
	queued phy.Time     // when that frame was queued
	looks  *looks       // nil: no station looks

	deciding *deciding // nil: no station decides before it starts
}

// transmission is one transmission of a contention round.
type transmission struct {
	station    int32
	start, end phy.Time
}

// init sets able if the network can be processed by contention rounds.
func (v *rounds) init(n *Network, c *Config) {
	for _, sources := range n.traffic {
		v.open = v.open || len(sources) > 1
		for k := range sources {
			if sources[k].Kind == traffic.KindOwn {
				return
			}
			v.open = v.open || !sources[k].ClosedLoop()
		}
	}
	if n.gap == 0 || n.span > phy.MaxTime || c.Until.Collisions > 0 || !v.know(n) {
		return
	}
	v.able = true
	v.rank = n.rank
	if v.open || c.Until.FramesSent > 0 || c.Until.FramesDelivered > 0 {
		v.opened(n)
	}
	if !v.able {
		return
	}
	if v.looks != nil {
		v.looks.next = make([]phy.Time, len(n.stations))
	}
	m := n.memory
	v.at = emptied(m.at, len(n.stations))[:len(n.stations)]
	n.ready = emptied(m.ready, min(len(n.stations), 1024))
	for k, list := range v.lists() {
		*list = emptied(m.lists[k], min(len(n.stations), 1024))
	}
	v.places = emptied(m.places, (len(n.stations)+63)/64)[:(len(n.stations)+63)/64]
}

// know determines what follows from the rules of the stations, and reports whether contention rounds know
// them. Stations may differ in all but what decides when carrier ends a gap, and how a frame is received.
func (v *rounds) know(n *Network) bool {
	p := &n.stations[0].rules.Params
	same := mac.Params{BitTime: p.BitTime, Header: p.Header, Gap: p.Gap, MinFrame: p.MinFrame, MaxFrame: p.MaxFrame, NoCollision: p.NoCollision}
	v.sure, v.brief = true, phy.Forever
	var last *rules
	for i := range n.stations {
		r := n.stations[i].rules
		if r == last {
			continue
		}
		last = r
		if v.without(n, r.Params) != same || r.Header+r.Jam > phy.MaxTime { // sums of them could overflow
			return false
		}
		v.mixed = v.mixed || r.Params != *p
		// This is the latest first bit: it comes from the farthest station, which started when the own
		// first bit passed it.
		_, shortest := r.JamAfter(0, 0)
		_, cut := r.JamAfter(0, 2*n.span)
		if extended && !n.detects { // no frame is cut
			shortest, cut = phy.Forever, r.Duration(r.MaxFrame)
		}
		v.crash = max(v.crash, 2*n.span+cut)
		v.sure = v.sure && n.detects && 2*n.span < shortest && !r.Late(0, 2*n.span)
		v.brief = min(v.brief, shortest, r.Duration(r.MinFrame))
	}
	if !n.detects {
		return extended && v.looks == nil && v.deciding == nil && n.part == nil && n.foreseen == nil
	}
	v.sure = v.sure && v.crash < p.Duration(p.MinFrame) && !v.mixed
	v.careful = v.looks != nil
	if v.deciding != nil {
		return extended && v.deciding.know(n)
	}
	v.knowApart(n)
	// A station that looks after the first signal has reached it hears the round, or its gap.
	return v.looks == nil || n.span < v.brief+n.gap
}

// opened is called if the order of arrivals and ends of transmissions matters. Then no job may be
// done that is later than an end of the contention round being made.
func (v *rounds) opened(n *Network) {
	v.open, v.careful = true, true
	v.able = v.able && n.span < v.brief && (!extended || v.deciding.early(n))
}

// silence reports whether contention rounds can start from here, in a run up to an instant: the last signals are
// over and are a contention round.
func (n *Network) silence(until phy.Time) bool {
	a := &n.air
	if !n.rounds.able || a.active > 0 || n.rounds.stuck || n.taps.remember() || n.inFlight > 0 {
		return false
	}
	if extended && n.rounds.deciding != nil {
		return n.releaseAll() && n.rounds.deciding.silence(n, until)
	}
	if extended && !n.detects && n.watch.kinds&atTaps != 0 {
		return false
	}
	last := a.signals[a.old:]
	if len(last) > 0 && last[0].start+n.span > n.now {
		return false // a station that has not heard it may still start
	}
	return (len(last) < 2 || n.oneChain(last) || n.passesAll(last)) && n.releaseAll()
}

// startRounds makes the network process contention rounds, from a silence on.
func (n *Network) startRounds() {
	n.forget(n.air.old)
	n.air.old, n.air.oldEnds = 0, noEnds
	n.rounds.last = n.rounds.last[:0]
	n.rounds.on = true
	if extended && n.rounds.deciding != nil {
		n.rounds.deciding.begin(n)
	}
}

// runRounds processes contention rounds as long as they are over, everywhere, before until. It
// returns false if the next signals are not a contention round, or depend on more than contention
// rounds take into account.
func (n *Network) runRounds(until phy.Time) bool {
	v := &n.rounds
	for n.mayBeSent() > 0 && !n.interrupted.Load() {
		switch n.contenders(until) {
		case notYet:
			return true
		case nobody:
			return false
		}
		alone := len(v.next) == 1
		if alone && n.noise != nil && !n.noise.Clean(v.next[0].start, v.next[0].end) ||
			!alone && (!n.clash() || n.foreseen != nil && !n.foresee()) {
			v.stuck = true
			v.looks.undo(n)
			for k := range v.next {
				n.ready = append(n.ready, v.next[k].station)
			}
			return false
		}
		if len(n.air.signals) > 0 { // they have left the cable by now
			n.now = n.air.ends.last + n.span + 1
			n.forget(len(n.air.signals))
		}
		if v.heardOddly {
			n.listenToRound()
			v.heardOddly = false
		}
		if n.watch.kinds != 0 {
			n.watchRound(alone)
		}
		if v.alone = alone; alone {
			n.sendAlone(&v.next[0], until)
		} else {
			n.collide()
			v.heardOddly, v.apart.was = v.odd, v.apart.is
		}
		v.last, v.next = v.next, v.last
	}
	return false
}

// catchUp processes, one by one, the instants before now that contention rounds have left.
func (n *Network) catchUp() {
	if !n.rounds.on {
		return
	}
	until := n.now
	n.endRounds()
	for instants := 1; n.err == nil && !n.done && n.agenda.Next() < until; instants++ {
		n.instant(n.agenda.Next())
		if n.mustStop(instants) {
			return
		}
	}
	if n.err == nil {
		n.now = until
	}
}

// endRounds puts the last contention round on the cable, and the stations that wait into the
// agenda, so that instants can go on from there.
func (n *Network) endRounds() {
	v := &n.rounds
	v.on, v.ahead = false, n.now
	n.hearing.since = n.now
	if len(v.last) > 0 {
		v.ahead = max(v.ahead, n.air.ends.last+n.span)
	}
	for _, i := range n.ready {
		st := &n.stations[i]
		free := n.free(i)
		if v.looks != nil {
			free = v.looks.of(n, i, free)
		}
		if extended && v.deciding != nil && st.fresh && st.ready >= n.air.ends.at(n, i) {
			if free = st.ready; free < n.agenda.Past {
				free += st.rules.Gap // its gap had begun before these rounds
			}
		}
		if st.ready < free || st.ready == free && (st.deferring || v.looks == nil && v.deciding == nil) {
			n.watchWait(st, i, free)
			n.release(i, free)
		} else {
			st.state = backing
			n.agenda.Push(agenda.New(st.ready, settling, i, backoffEnd, 0, 0))
		}
	}
	n.ready = n.ready[:0]
	if len(v.last) == 0 {
		return
	}
	// Its receptions are counted again as it passes.
	switch {
	case v.heardOddly:
		v.heardOddly = false // they have not been counted
	case v.alone:
		n.heardByOthers(&v.frame, ^uint64(0))
	default:
		n.sums.fragments--
		for k := range v.last {
			n.markOf(v.last[k].station).fragments--
		}
	}
	slices.SortFunc(v.last, func(a, b transmission) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.station, b.station))
	})
	for k := range v.last {
		s := &v.last[k]
		number := n.air.first + uint32(len(n.air.signals))
		x := signal{
			start: s.start, end: s.end, detect: phy.Forever, pos: n.stations[s.station].pos, frame: medium.Frame{Source: s.station},
			group: number, ended: true, judged: true, collided: !v.alone && n.detects, counted: countedNow,
		}
		if v.alone {
			x.frame, x.queued, x.counted = v.frame, v.queued, uncounted
		}
		n.air.push(x)
	}
}
