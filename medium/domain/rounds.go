package domain

import (
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/agenda"
	"github.com/csmacd/csmacd/phy"
)

// A contention round of a hub is what happens between two silences: one frame that the hub repeats, or
// a collision. If all stations have the same plain rules and are on links of repeaters, each round is computed in
// one step from the starts of its stations. With one repeater (see [tree] for more, and [coax] for cables):
//
//   - The repeater is in IDLE before the first signal after a gap reaches it. What it sent may still be on its way
//     to other stations then.
//   - A station that is ready starts unless what the repeater sends has reached it before. No station
//     hears another in its gap.
//   - The first signal at the repeater decides when its output begins, and the second when jam begins.
//   - All stations of a collision send until they hear it, and usually no input ends before the last begins. So
//     the repeater sends jam to all until at most one input is left. A collision of stations so far apart that an input
//     ends before is worked off event by event, as in a tree.
//
// The result is that of the instants, one by one, and observers see the same events (see watch.go). Instants take over where somebody
// observes what listeners hear, up to the very instant at which somebody reads the figures ([Network.catchUp]), and for a round of another kind: a late
// collision, one that partitions a port, or one so long that it clears counts. Of several repeaters, one that the
// others have partitioned goes on by rounds of its own (see island).
type rounds struct {
	able  bool
	calm  calm
	on    bool     // the network is processing contention rounds now
	open  bool     // the order of arrivals and ends of transmissions matters
	since uint32   // the activity at whose end they were stopped; 0: they were not
	began uint32   // the number of the last round before them
	again uint32   // the activity before which they do not begin again
	wait  uint32   // how many activities that was
	crash phy.Time // a collision is over everywhere within this time after the first input
	reach phy.Time // an attempt begins within this time after the first input, or not in this round
	span  phy.Time // the longest link
	least phy.Time // the shortest link

	hub     int32 // the repeater whose rounds are being made, if there is no tree or it is an island
	island  bool  // it is one
	islands islands
	tree    *tree          // nil: there is one repeater, and no cable
	coaxes  []coax         // the cables
	coaxAt  []int32        // by channel, the index of its coax, + 1
	alone   bool           // the last round was one frame:
	frame   medium.Frame   // that frame
	made    bool           // there was a round since the instants ended
	outputs []output       // the last ones, by repeater, as heard by all but a few
	first   phy.Time       // of the round being made: the first input
	known   phy.Time       // of it, with deaf stations: the attempts up to this instant are known,
	latest  phy.Time       // and those of deaf stations up to this one
	ready   []attempt      // of it: of the stations that are ready, in their order
	list    []attempt      // the attempts in it
	rest    []int32        // stations that are ready and not in it
	held    []agenda.Entry // arrivals that do not matter to it

	number uint32
	in     []uint32   // by station: the last round in which it sent
	free   []phy.Time // and the end of carrier at its tap after it
	apart  []int32    // those that sent in the last round
	sensed []int32    // those of them that have heard others since
	skip   []int32    // scratch
	root   []int32    // scratch
	sorted []attempt  // scratch
	spells []output   // scratch
	wide   *tree      // of the only repeater, for the collisions that are not usual
	spoke  []int32    // those that have sent since the rounds ended, ...
	said   []bool     // ... by station

	noisy    bool     // there may be bit errors
	affected []int32  // the stations for which they damage the frame of the round being made
	over     phy.Time // when nobody is still to receive that
}

// attempt is one transmission of a round.
type attempt struct {
	station    int32
	start, end phy.Time
	pos        phy.Time // of its station
	rise       phy.Time // of its input
	met        phy.Time // when its station detects the collision
	hub        int32    // the repeater
	coax       int32    // the index of its cable, + 1; 0: it is on a link
	blind      bool     // it begins at the end of a gap, whatever the station has heard in part 2
	deaf       bool     // it begins whatever the station hears
	whole      bool     // it is sent whole, since its station detects no collision
	late       bool     // its collision is late
}

// output is what a repeater has sent, up to an instant.
type output struct{ from, out phy.Time }

// noOutput is the end of the last output, if there was none.
const noOutput = -phy.Forever / 2

// initRounds sets able if the network can be run by contention rounds.
func (n *Network) initRounds(c *Config) {
	v := &n.rounds
	if len(n.repeaters) == 0 && !n.addRepeater() || len(n.repeaters) > mostHubs || n.memories != nil || !extended && n.planned > 0 || v.calm.barred || len(n.stations) < 2 ||
		c.Until.FramesSent > 0 || c.Until.FramesDelivered > 0 || c.Until.Collisions > 0 {
		return
	}
	for k := range n.channels {
		if !n.channels[k].hub && (!extended || len(v.coaxes) == 0 && !n.initCoaxes()) {
			return
		}
	}
	p := &n.stations[0].rules.Params
	v.least = phy.Forever
	for i := range n.stations {
		st := &n.stations[i]
		port, pos := st.port, st.pos
		if extended {
			if x := n.coaxOf(int32(i)); x != nil {
				port, pos = nearestPort(n, x, st.pos)
				v.span = max(v.span, x.span)
			}
		}
		if st.full || port < 0 || !n.ports[port].enabled || st.rules.Params != *p {
			return
		}
		v.span, v.least = max(v.span, pos), min(v.least, pos)
		if from, to := n.sourcesOf(int32(i)); to > from+1 {
			v.open = true
		}
	}
	for k := range n.sources {
		if n.sources[k].Spec.Kind == traffic.KindOwn {
			return
		}
		v.open = v.open || !n.sources[k].Spec.ClosedLoop()
	}
	plain := *p // without lengths of time
	plain.BitTime, plain.Header, plain.Jam, plain.Gap, plain.GapPart1, plain.SlotTime = 0, 0, 0, 0, 0, 0
	plain.LateWindow, plain.BackoffDelay, plain.MaxDefer, plain.AttemptLimit, plain.BackoffLimit = 0, 0, 0, 0, 0
	plain.MinFrame, plain.MaxFrame, plain.LateDiscard, plain.CutHeader = 0, 0, false, false
	if plain != (mac.Params{}) || max(p.Header, p.Jam, p.Gap) > phy.MaxTime || p.Duration(p.MinFrame) < fewestBits*n.bit {
		return
	}
	v.crash = 8*v.span + p.Header + p.Jam + fewestBits*n.bit
	for k := range n.repeaters {
		r := &n.repeaters[k]
		if !n.plainRepeater(r, p) {
			return
		}
		v.crash += r.Delay + r.JamDelay + r.JamEnd + r.Recovery
		v.reach = max(r.Delay, r.JamDelay) + v.span
	}
	if len(n.repeaters) > 1 || len(v.coaxes) > 0 {
		if !extended {
			return
		}
		if v.tree = n.initTree(); v.tree == nil {
			return
		}
		v.reach = v.tree.longest() + v.span
		v.crash += 6 * v.tree.longest()
		if len(v.coaxes) > 0 {
			v.reach = coaxReach(n)
			v.crash += v.reach
		}
	}
	if extended && v.tree == nil {
		v.wide = n.initTree()
	}
	v.able = true
	v.in, v.free, v.said = make([]uint32, len(n.stations)), make([]phy.Time, len(n.stations)), make([]bool, len(n.stations))
	v.spoke, v.outputs = make([]int32, 0, len(n.stations)), make([]output, len(n.repeaters))
	for k := range v.outputs {
		v.outputs[k] = output{noOutput, noOutput}
	}
	room := min(len(n.stations), 1024)
	v.list, v.ready, v.rest, v.apart = make([]attempt, 0, room), make([]attempt, 0, room), make([]int32, 0, room), make([]int32, 0, room)
	n.ready, v.sorted = make([]int32, 0, room), make([]attempt, 0, room)
	if extended {
		n.initIslands()
	}
}

// plainRepeater reports whether contention rounds know what a repeater does with the frames of stations with some
// rules.
func (n *Network) plainRepeater(r *repeater, p *mac.Params) bool {
	longest := p.Duration(p.MaxFrame)
	switch {
	case r.Variation != NoVariation, len(r.material) > len(n.rounds.coaxes) && len(n.repeaters) == 1:
	case max(r.Delay, r.JamEnd)+r.Recovery >= p.Gap, min(r.Delay, r.JamDelay) < r.JamEnd:
	case r.Lockup > 0 && longest >= r.Lockup, r.Jabber > 0 && longest >= r.Jabber:
	default:
		return true
	}
	return false
}

// endRounds puts what is left of the rounds where instants find it.
func (n *Network) endRounds() {
	v := &n.rounds
	v.on = false
	for _, i := range n.ready {
		st := &n.stations[i]
		if free := n.freeAt(i); st.ready <= free {
			if extended && n.watch.kinds != 0 {
				n.deferredUntil(i, free)
			}
			n.release(i, free)
		} else {
			st.state = backing
			n.agenda.Push(agenda.New(st.ready, settling, i, backoffEnd, 0, st.turn))
		}
	}
	n.ready = n.ready[:0]
	if v.made {
		for _, i := range v.apart {
			n.hasSent(i)
		}
		for _, i := range v.sensed {
			st := &n.stations[i]
			st.tap.deference = mac.Deference{}
			st.tap.deference.Sense(&st.rules.Params, v.free[i]-1, v.free[i])
		}
	}
	for _, i := range v.apart { // where no output stands for what was heard, only the taps know of it
		if c := &n.channels[n.stations[i].channel]; v.outputs[c.repeater].out == noOutput {
			c.dirty = true
		}
	}
	for r := range v.outputs {
		o := v.outputs[r]
		if o.out == noOutput || n.repeaters[r].channel < 0 {
			continue
		}
		// The others hear the last output, which has been counted.
		c := &n.channels[n.repeaters[r].channel]
		k := n.pool.signal(signal{start: o.from, end: o.out, source: none, repeater: int32(r), only: none, ended: true, jammed: true, count: true})
		s := n.at(k)
		for _, i := range v.apart {
			if n.stations[i].channel == c.index {
				s.skip = append(s.skip, i)
			}
		}
		c.signals = append(c.signals[:0], k)
		c.last, c.old = 0, 0
		c.lastEnd = max(c.lastEnd, o.out)
		c.oldEnd = c.lastEnd
	}
	if extended {
		if v.made {
			n.endDeaf()
		}
		n.endCoaxes()
	}
	if !extended || v.made || !v.someDeaf() { // else a deaf station may still meet what was sent before
		n.groups.restart()
	}
}

// hubAt returns the repeater of a station.
func (n *Network) hubAt(i int32) int32 { return n.channels[n.stations[i].channel].repeater }

// startAt returns the instant at which a station that is ready starts, unless it hears another before.
func (n *Network) startAt(i int32) phy.Time { return max(n.stations[i].ready, n.freeAt(i)) }

// hasSent makes the tap of a station know that the station sent in the last round.
func (n *Network) hasSent(i int32) {
	st, free := &n.stations[i], n.rounds.free[i]
	st.tap = tap{upTo: free + 1}
	st.tap.deference.Transmitted(free)
}

// freeAt returns the end of the gap at a station's tap.
func (n *Network) freeAt(i int32) phy.Time {
	v, st := &n.rounds, &n.stations[i]
	if extended {
		if x := n.coaxOf(i); x != nil {
			if st.has(deaf) {
				return v.free[i] + st.rules.Gap
			}
			return x.fall(st.pos) + st.rules.Gap
		}
	}
	if v.in[i] == v.number {
		return v.free[i] + st.rules.Gap
	}
	return v.outputs[n.hubAt(i)].out + st.pos + st.rules.Gap
}

// catchUp processes, one by one, the instants before now that contention rounds have left.
func (n *Network) catchUp() {
	if extended {
		n.leaveIslands()
	}
	if !n.rounds.on {
		return
	}
	until := n.now
	n.endRounds()
	for n.err == nil && !n.done && n.agenda.Next() < until {
		if n.interrupted.Load() {
			n.err = medium.ErrInterrupted
			return
		}
		n.instant(n.agenda.Next())
	}
	if n.err == nil {
		n.now = until
	}
}

// runRounds processes contention rounds as long as they are over before an instant. It returns false if
// instants are to go on before it.
func (n *Network) runRounds(until phy.Time) bool {
	v := &n.rounds
	for !n.interrupted.Load() && n.err == nil {
		for len(n.ready) == 0 {
			if e, ok := n.agenda.TakeOnly(until, backoffEnd); ok {
				n.now = e.At
				n.endBackoff(e.Station(), e.Arg)
				continue
			}
			next := n.agenda.Next()
			if n.idle() {
				return false
			}
			if next >= until {
				return true
			}
			n.settleUntil(next)
		}
		v.first, v.known, v.ready = phy.Forever, 0, v.ready[:0]
		n.approach()
		if !v.open && v.first < until-v.crash {
			n.settleUntil(v.first + v.reach)
			n.approach()
		}
		if v.open {
			n.approachEach(until)
		}
		if v.first >= until-v.crash || extended && v.someDeaf() && !n.awaitDeaf(until) {
			return true
		}
		if extended && n.watch.kinds != 0 {
			n.showBeforeRound()
		}
		over := false
		if !extended || v.tree == nil {
			over = n.meetAtHub(until)
		} else {
			over = n.meetInTree(until)
		}
		if !over {
			return v.since != n.repeaters[0].activity+1
		}
	}
	return false
}

// approach adds the attempts of the stations that have become ready. The round begins no later than the
// first of their inputs.
func (n *Network) approach() {
	v := &n.rounds
	if !extended || v.tree == nil {
		n.approachHub()
		return
	}
	for _, i := range n.ready[len(v.ready):] {
		pos, start := n.stations[i].pos, n.startAt(i)
		a := attempt{station: i, start: start, pos: pos, rise: start + pos, hub: n.hubAt(i)}
		if extended && n.watch.kinds != 0 {
			n.deferredUntil(i, start)
		}
		if len(v.coaxes) > 0 {
			n.lookAt(&a)
		}
		v.first = min(v.first, a.rise)
		v.ready = append(v.ready, a)
	}
}

// approachHub is approach for one hub, whose last output and gap are those of all.
func (n *Network) approachHub() {
	v := &n.rounds
	gap := n.stations[0].rules.Gap
	quiet := v.outputs[v.hub].out + gap
	for _, i := range n.ready[len(v.ready):] {
		st := &n.stations[i]
		clear := quiet + st.pos
		if v.in[i] == v.number {
			clear = v.free[i] + gap
		}
		start := max(st.ready, clear)
		if extended && n.watch.kinds != 0 {
			n.deferredUntil(i, start)
		}
		v.first = min(v.first, start+st.pos)
		v.ready = append(v.ready, attempt{station: i, start: start, pos: st.pos, rise: start + st.pos})
	}
}

// approachEach does the jobs one by one that may add attempts to the round: a station that becomes ready now may be the
// first. A frame that arrives at a station that has another is left for later: it joins no round, and the other may have
// left before, since a round whose stations are far away may end before all of its attempts could begin.
func (n *Network) approachEach(until phy.Time) {
	v, a := &n.rounds, &n.agenda
	v.held = v.held[:0]
	for v.first < until-v.crash && a.Next() <= max(v.first+v.reach, v.known) {
		e := a.Pop()
		if j := e.Job(); (j == arrival || j == injection) && n.stations[e.Station()].queued > 0 {
			v.held = append(v.held, e)
			continue
		}
		n.now = e.At
		n.settle(&e)
		n.approach()
	}
	for _, e := range v.held {
		a.Push(e)
	}
}
