package domain

import (
	"cmp"
	"slices"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/phy"
)

// A contention round of a hub is what happens between two silences: one frame that the hub repeats, or
// a collision. If all stations have the same plain rules and are on links of a single repeater that are
// short enough, each round is computed in one step from the starts of its stations:
//
//   - A silence is over at every tap, and the repeater is in IDLE, before any gap ends.
//   - A station that is ready starts unless what the repeater sends has reached it before. No station
//     hears another in its gap.
//   - The first signal at the repeater decides when its output begins, and the second when jam begins.
//   - All stations of a collision send until they hear it, and no input ends before the last begins. So
//     the repeater sends jam to all until at most one input is left.
//
// The result is that of the instants, one by one. These take over where somebody observes, and for a
// round of another kind: a late collision, one that partitions a port, or one so long that it clears counts.
type rounds struct {
	able  bool
	since uint32   // the activity at whose end they were stopped; 0: they were not
	crash phy.Time // a collision is over everywhere within this time after the first input
	reach phy.Time // an attempt begins within this time after the first input, or not in this round
	span  phy.Time // the longest link

	over  bool     // there was a round since the instants ended
	out   phy.Time // the end of the outputs of the last one
	first phy.Time // of the round being made: the first input
	list  []attempt
	ends  []phy.Time // scratch: of inputs
	mute  []int32    // scratch: of those that send

	number uint32
	in     []uint32   // by station: the last round in which it sent
	free   []phy.Time // and the end of carrier at its tap after it
}

// attempt is one transmission of a round.
type attempt struct {
	station    int32
	start, end phy.Time
	rise       phy.Time // of its input
}

// initRounds sets able if the network can be run by contention rounds.
func (n *Network) initRounds(c *Config) {
	v := &n.rounds
	if len(n.repeaters) != 1 || len(n.channels) != 1 || !n.channels[0].hub || n.memories != nil || n.planned > 0 ||
		c.Until.FramesSent > 0 || c.Until.FramesDelivered > 0 || c.Until.Collisions > 0 {
		return
	}
	r := &n.repeaters[0]
	p := &n.stations[0].rules.Params
	for i := range n.stations {
		st := &n.stations[i]
		if st.full || st.port < 0 || !n.ports[st.port].enabled || st.rules.Params != *p {
			return
		}
		v.span = max(v.span, st.pos)
	}
	for k := range n.sources {
		if n.sources[k].spec.Kind == traffic.KindOwn {
			return
		}
	}
	plain := *p // without lengths of time
	plain.BitTime, plain.Header, plain.Jam, plain.Gap, plain.GapPart1, plain.SlotTime = 0, 0, 0, 0, 0, 0
	plain.LateWindow, plain.BackoffDelay, plain.MaxDefer, plain.AttemptLimit, plain.BackoffLimit = 0, 0, 0, 0, 0
	plain.MinFrame, plain.MaxFrame, plain.LateDiscard, plain.CutHeader = 0, 0, false, false
	least := fewestBits * n.bit
	longest := p.Duration(p.MaxFrame)
	switch {
	case plain != (mac.Params{}), len(r.material) > 0, r.Variation != NoVariation, len(n.stations) < 2:
	case max(p.Header, p.Jam, p.Gap) > phy.MaxTime, 2*v.span+max(r.Delay, r.JamEnd)+r.Recovery >= p.Gap, min(r.Delay, r.JamDelay) < r.JamEnd:
	case p.Duration(p.MinFrame) < least, r.Delay >= p.Jam, r.Lockup > 0 && longest >= r.Lockup, r.Jabber > 0 && longest >= r.Jabber:
	default:
		v.able = true
	}
	v.crash = r.Delay + r.JamDelay + r.JamEnd + r.Recovery + 8*v.span + p.Header + p.Jam + least
	v.reach = max(r.Delay, r.JamDelay) + v.span
	if v.able {
		v.in, v.free = make([]uint32, len(n.stations)), make([]phy.Time, len(n.stations))
		v.list = make([]attempt, 0, min(len(n.stations), 1024))
	}
}

// mayRound reports whether contention rounds can start: nobody observes, and everything is over.
func (n *Network) mayRound(until phy.Time) bool {
	v := &n.rounds
	if !v.able || n.active > 0 || n.busy > 0 || n.inFlight > 0 || n.watch.kinds != 0 || n.hooks != nil || len(n.placer.told) > 0 || n.planned > 0 {
		return false
	}
	r, c := &n.repeaters[0], &n.channels[0]
	if r.state != idle || v.since == r.activity+1 || len(c.waiters) > 0 || len(n.ready) > 0 {
		return false
	}
	if over, next := n.silent(), n.agenda.next(); over+1 >= until || next <= over || next >= until-v.crash {
		return false
	}
	for _, p := range r.watched {
		if x := &n.ports[p]; x.partitioned || x.due || x.active || x.signals > 0 {
			return false
		}
	}
	return true
}

// silent returns the instant from which on nothing that was sent so far is heard anywhere.
func (n *Network) silent() phy.Time {
	c := &n.channels[0]
	return max(n.quiet, c.lastEnd+c.span)
}

// startRounds brings the figures of signals up to date, from which rounds go on. It reports whether they
// can: no station may hear another in its gap.
func (n *Network) startRounds() bool {
	c := &n.channels[0]
	n.now = max(n.now, n.silent()+1)
	n.settlePassed(c)
	for i := range n.stations {
		n.digestTap(c, int32(i), n.now)
	}
	n.forget(c, len(c.signals))
	c.dirty = true // the taps hold what they heard
	n.rounds.over = false
	first, last, gaps := phy.Forever, -phy.Forever, phy.Time(0)
	for i := range n.stations {
		st := &n.stations[i]
		fall := st.tap.deference.Fall()
		first, last, gaps = min(first, fall+st.pos), max(last, fall-st.pos), max(gaps, fall+st.rules.Gap)
	}
	r := &n.repeaters[0]
	return gaps <= n.agenda.next() || last <= first+min(r.Delay, r.JamDelay) || n.stopRounds()
}

// endRounds puts what is left of the rounds where instants find it.
func (n *Network) endRounds() {
	v, c := &n.rounds, &n.channels[0]
	for _, i := range n.ready {
		st := &n.stations[i]
		if free := n.freeAt(i); st.ready <= free {
			n.release(i, free)
		} else {
			st.state = backing
			n.agenda.push(newEntry(st.ready, settling, i, backoffEnd, 0, st.turn))
		}
	}
	n.ready = n.ready[:0]
	if !v.over {
		return
	}
	for i := range n.stations {
		st := &n.stations[i]
		st.tap = tap{upTo: v.out + v.span + 1}
		if v.in[i] == v.number {
			st.tap.deference.Transmitted(v.free[i])
		} else {
			st.tap.deference.Sense(&st.rules.Params, 0, v.out+st.pos)
		}
	}
	c.lastEnd, c.oldEnd = v.out, v.out
	n.groups.restart()
}

// freeAt returns the end of the gap at a station's tap.
func (n *Network) freeAt(i int32) phy.Time {
	v, st := &n.rounds, &n.stations[i]
	switch {
	case !v.over:
		return st.tap.deference.Clear(&st.rules.Params, 0)
	case v.in[i] == v.number:
		return v.free[i] + st.rules.Gap
	}
	return v.out + st.pos + st.rules.Gap
}

// runRounds processes contention rounds as long as they are over before an instant.
func (n *Network) runRounds(until phy.Time) {
	v := &n.rounds
	for !n.interrupted.Load() && n.err == nil {
		for len(n.ready) == 0 {
			next := n.agenda.next()
			if next >= until || n.idle() {
				return
			}
			n.settleUntil(next)
		}
		v.first = phy.Forever
		n.approach(0)
		for looked := len(n.ready); v.first < until-v.crash; looked = len(n.ready) {
			next := n.agenda.next()
			if next > v.first+v.reach {
				break
			}
			n.settleUntil(next)
			n.approach(looked)
		}
		if v.first >= until-v.crash || !n.meetAtHub(until) {
			n.stopRounds()
			return
		}
	}
}

// approach makes first no later than the inputs of the stations that are ready, from one on.
func (n *Network) approach(from int) {
	for _, i := range n.ready[from:] {
		st := &n.stations[i]
		n.rounds.first = min(n.rounds.first, max(st.ready, n.freeAt(i))+st.pos)
	}
}

// settleUntil does the jobs up to an instant: frames arrive, and stations become ready. Others are void.
func (n *Network) settleUntil(t phy.Time) {
	r := &n.repeaters[0]
	for n.agenda.next() <= t {
		e := n.agenda.pop()
		n.now = e.at
		switch e.job() {
		case arrival, injection, backoffEnd:
			n.do(e)
		case release:
			if i := e.station(); n.stations[i].turn == e.arg && n.stations[i].state == waiting {
				n.ready = append(n.ready, i)
			}
		case timer:
			switch ring(e.other()) {
			case collisionLong:
				r.long = false
			case inputLong:
				r.jabber = false
			case lockupStops:
				r.lockup = false
			}
		}
	}
}

// meetAtHub makes the next round of the stations that are ready. It returns false if it may not be over
// before an instant, or is of another kind.
func (n *Network) meetAtHub(until phy.Time) bool {
	v, r := &n.rounds, &n.repeaters[0]
	// The second input, and whether it comes together with the first.
	second, together := phy.Forever, false
	one := none
	for _, i := range n.ready {
		st := &n.stations[i]
		switch rise := max(st.ready, n.freeAt(i)) + st.pos; {
		case rise > v.first:
			second = min(second, rise-2*st.pos) // as heard where the output is heard
		case one >= 0:
			together = true
		default:
			one = i
		}
	}
	out := v.first + r.Delay
	if together {
		out = v.first + r.JamDelay
	}
	if !together && second > out {
		return n.repeatAlone(one, out, until)
	}
	v.list = v.list[:0]
	begin := phy.Forever // when the second input rises
	for _, i := range n.ready {
		st := &n.stations[i]
		start := max(st.ready, n.freeAt(i))
		if start <= out+st.pos || i == one {
			v.list = append(v.list, attempt{station: i, start: start, rise: start + st.pos})
			if i != one {
				begin = min(begin, start+st.pos)
			}
		}
	}
	jam := v.first + r.JamDelay
	if !together {
		jam = max(out, begin) + r.JamDelay
	}
	return n.crashAtHub(one, out, jam, together, until)
}

// crashAtHub is a collision: out is when most outputs begin, and jam when that to the first station does.
func (n *Network) crashAtHub(one int32, out, jam phy.Time, together bool, until phy.Time) bool {
	v, r := &n.rounds, &n.repeaters[0]
	p := &n.stations[0].rules.Params
	v.ends = v.ends[:0]
	lastStart, lastRise, firstEnd, firstFall := phy.Time(0), phy.Time(0), phy.Forever, phy.Forever
	for k := range v.list {
		a := &v.list[k]
		st := &n.stations[a.station]
		met := out
		if a.station == one {
			met = jam
		}
		met += st.pos
		if p.Late(a.start, met) || met >= a.start+p.Duration(p.MinFrame) {
			return n.stopRounds()
		}
		_, a.end = p.JamAfter(a.start, met)
		lastStart, lastRise = max(lastStart, a.start), max(lastRise, a.rise)
		firstEnd, firstFall = min(firstEnd, a.end), min(firstFall, a.end+st.pos)
		v.ends = append(v.ends, a.end+st.pos)
	}
	slices.Sort(v.ends)
	last := v.ends[len(v.ends)-1]
	before := v.ends[len(v.ends)-2]
	enough := jam + fewestBits*n.bit
	left := max(before+r.JamEnd, enough) // when the last one left stops being sent to, if it still sends
	end := max(last+r.JamEnd, enough)
	alone := before < last && left <= last
	length := end - v.first
	switch {
	case end+v.span+r.Recovery >= until:
		return false
	case lastStart >= firstEnd, lastRise >= firstFall, r.Lockup > 0 && length >= r.Lockup, r.Jabber > 0 && length >= r.Jabber,
		r.PartitionLong > 0 && length >= r.PartitionLong, r.PartitionAfter > 0 && length >= r.Reconnect:
		return n.stopRounds()
	}
	if r.PartitionAfter > 0 {
		for k := range v.list {
			if n.ports[n.stations[v.list[k].station].port].count+1 >= r.PartitionAfter {
				return n.stopRounds()
			}
		}
	}
	r.activity++
	r.transmitCollisions++
	n.sums.collisions++
	n.sums.attempts += uint64(len(v.list))
	begin := phy.Forever
	v.number++
	for k := range v.list {
		a := &v.list[k]
		st := &n.stations[a.station]
		begin = min(begin, a.start)
		v.in[a.station], v.free[a.station] = v.number, end+st.pos
		if fall := a.end + st.pos; alone && fall == last {
			v.free[a.station] = max(a.end, left+st.pos)
		}
		met := max(out, a.rise)
		if a.station == one {
			met = jam
		}
		if together && a.rise == v.first {
			met = v.first
		}
		n.countCollision(a, met, r)
	}
	v.over, v.out = true, end
	header := n.stations[one].rules.Header
	if together {
		header = fewestHeader * n.bit
	}
	n.countOutput(&signal{start: out, end: end, header: header, jammed: true})
	n.quiet = max(n.quiet, n.lastEdge(one, together, alone, left, last))
	n.ready = slices.DeleteFunc(n.ready, func(i int32) bool { return v.in[i] == v.number })
	slices.SortFunc(v.list, func(a, b attempt) int { return cmp.Or(cmp.Compare(a.end, b.end), cmp.Compare(a.station, b.station)) })
	n.sums.shares.Begin(begin)
	for k := range v.list {
		a := &v.list[k]
		n.settleUntil(a.end)
		n.now = a.end
		st := &n.stations[a.station]
		st.waitedUntil(a.start)
		st.turn++
		st.tx = transmission{start: a.start, end: a.end, ended: true, collided: true, made: true}
		n.sums.shares.End(a.start, a.end, true, k == len(v.list)-1)
		n.collided(a.station, a.start, false)
	}
	return true
}

// lastEdge returns the instant at which the last edge of a collision has left the last tap. one was the
// first, unless some came together; left is when the one whose input falls last was sent to no longer.
func (n *Network) lastEdge(one int32, together, alone bool, left, last phy.Time) phy.Time {
	v, c := &n.rounds, &n.channels[0]
	edge, apart, which := last, 0, none // stations that the main output does not reach to its end
	if !together {
		apart, which = 1, one
	}
	for k := range v.list {
		a := &v.list[k]
		pos := n.stations[a.station].pos
		final := alone && a.end+pos == last
		switch own := !together && a.station == one; {
		case final:
			edge = max(edge, left+pos)
			if !own {
				apart, which = apart+1, a.station
			}
		case own:
			edge = max(edge, v.out+pos)
		}
	}
	if apart == 1 && which == c.farthest {
		return max(edge, v.out+c.second)
	}
	return max(edge, v.out+c.span)
}

// countCollision counts the input of a station that met a collision at an instant.
func (n *Network) countCollision(a *attempt, met phy.Time, r *repeater) {
	st := &n.stations[a.station]
	x := &n.ports[st.port]
	x.rose, x.fell, x.header, x.chained, x.jammed = a.rise, a.end+st.pos, st.rules.Header, 1, true
	x.collided, x.late = true, met-a.rise > lateEvent*n.bit
	n.endInput(r, x)
	if r.PartitionAfter > 0 {
		x.count++
		if !x.watched {
			x.watched = true
			x.active, x.collision, x.input, x.sending = false, false, false, false
			r.watched = append(r.watched, st.port)
		}
	}
}

// countOutput counts what the stations heard that did not send.
func (n *Network) countOutput(s *signal) {
	v, c := &n.rounds, &n.channels[0]
	s.only, s.mute = none, v.mute[:0]
	for k := range v.list {
		s.mute = append(s.mute, v.list[k].station)
	}
	v.mute = s.mute
	n.countSignal(c, s)
}

// stopRounds lets instants process the next activity.
func (n *Network) stopRounds() bool {
	n.rounds.since = n.repeaters[0].activity + 1
	return false
}

// repeatAlone is a frame that does not collide.
func (n *Network) repeatAlone(i int32, out, until phy.Time) bool {
	v, r, c := &n.rounds, &n.repeaters[0], &n.channels[0]
	st := &n.stations[i]
	q := n.queue.head(st)
	start := v.first - st.pos
	length := st.rules.Duration(int(q.frame.Size))
	fall := v.first + length
	end := fall + r.Delay
	if end+v.span+r.Recovery >= until {
		return false
	}
	x := flight{frame: q.frame, queued: q.at, end: start + length, sent: true}
	r.activity++
	v.number++
	v.over, v.out = true, end
	v.in[i], v.free[i] = v.number, start+length
	n.ready = slices.DeleteFunc(n.ready, func(j int32) bool { return j == i })
	n.sums.attempts++
	n.sums.shares.Begin(start)
	n.settleUntil(x.end)
	n.now = x.end
	st.waitedUntil(start)
	st.turn++
	st.tx = transmission{start: start, end: x.end, ended: true, made: true}
	n.sums.shares.End(start, x.end, false, true)
	n.digest.Add(&st.name, start, x.end, 0)
	n.sent(i, &x.frame)
	port := &n.ports[st.port]
	port.rose, port.fell, port.header, port.chained, port.jammed, port.collided, port.late = v.first, fall, st.rules.Header, 1, false, false, false
	n.endInput(r, port)
	if length >= r.Reconnect {
		for _, p := range r.watched {
			n.ports[p].count, n.ports[p].watched = 0, false
		}
		r.watched = r.watched[:0]
	}
	n.leave(i)
	reach := c.span
	if i == c.farthest {
		reach = c.second
	}
	n.quiet = max(n.quiet, end+reach)
	v.list = append(v.list[:0], attempt{station: i})
	n.countOutput(&signal{start: out, end: end, header: st.rules.Header, frame: x.frame})
	n.now = end + reach
	ok := false
	switch d := x.frame.Destination; {
	case d >= 0 && d != i:
		n.now = end + n.stations[d].pos
		x.got, ok = 1, true
		n.receivedWhole(d, x.frame.Size)
	case d >= 0:
		n.now = end
	default:
		x.got = int32(len(n.stations)) - 1
		ok = n.isGroup(d) || n.isNobody(d)
	}
	x.last = n.now
	n.conclude(&x, ok)
	n.now = x.end
	return true
}
