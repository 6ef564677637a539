package domain

import (
	"github.com/csmacd/csmacd/medium/internal/agenda"
	"github.com/csmacd/csmacd/phy"
)

// An island is a repeater of a tree whose links to other repeaters are partitioned at both ends. Saturated repeaters
// do that to each other: after 32 collisions in sequence each has its own contention. Its stations hear nobody else, and
// nobody else hears them, so its contention rounds are those of a single hub. Other repeaters go on instant by
// instant, or are islands too.
//
// What an island sends still arrives at the ports of its neighbours. They count it, and the end of a long enough
// activity without a collision reconnects a port. So each round leaves jobs in the agenda (see islandJobs): they begin
// and end the output on the links, and count the time in which stations send. A round is made at the instant at which
// the first of its stations starts. By then all earlier jobs are done. It is made only if no port of its links can
// be reconnected before the output reaches it. If one may be, or if the round is of another kind, the repeater
// goes on instant by instant.

// islands are the repeaters that are run by rounds of their own.
type islands struct {
	able    bool
	count   int            // of those that are islands now
	hubs    []island       // by repeater
	ends    agenda.Agenda  // the ends of the backoffs of their stations
	asked   []int32        // repeaters that have just become silent
	made    uint64         // rounds so far
	jobs    []agenda.Entry // scratch
	touched []int32        // scratch: ports
}

// island is a repeater that is or may become one.
type island struct {
	able  bool
	on    bool
	jam   bool        // the output of the last round begins as jam
	whole bool        // and is a frame to its end
	made  bool        // there was a round since it became one
	links []int32     // its ports whose far end is a repeater
	last  output      // of its last round
	least phy.Time    // its shortest link to a station
	reach phy.Time    // a station starts within this time after the first input, or not in this round
	next  phy.Time    // when the first of its ready stations starts
	send  [2]phy.Time // from when to when stations send in the last round

	// These take the place of those of the rounds while one of its own is made.
	number uint32
	ready  []int32
	list   []attempt
	apart  []int32
}

// initIslands finds the repeaters that may become islands. All stations always have a frame, so that no other job
// makes one ready.
func (n *Network) initIslands() {
	v := &n.rounds
	w := &v.islands
	if v.tree == nil || len(v.coaxes) > 0 || v.open || n.part != nil || n.until.Idle {
		return
	}
	for i := range n.stations {
		from, to := n.sourcesOf(int32(i))
		if to != from+1 || !plainlySaturated(n.sources[from].Spec) {
			return
		}
	}
	w.hubs = make([]island, len(n.repeaters))
	for k := range w.hubs {
		x, r := &w.hubs[k], &n.repeaters[k]
		if r.channel < 0 {
			continue
		}
		c := &n.channels[r.channel]
		x.able, x.least, x.reach = true, phy.Forever, max(r.Delay, r.JamDelay)+c.span
		for _, i := range c.stations {
			x.least = min(x.least, n.stations[i].pos)
		}
		for _, p := range r.material {
			x.links = append(x.links, p)
			// A stretch of output that may reconnect a port has begun before the round is made.
			window := c.span + x.reach + n.ports[p].delay
			x.able = x.able && window < r.Reconnect && window < n.repeaters[n.ports[n.ports[p].far].repeater].Reconnect
		}
		x.ready, x.list, x.apart = make([]int32, 0, len(c.stations)), make([]attempt, 0, len(c.stations)), make([]int32, 0, len(c.stations))
		w.able = w.able || x.able
	}
	if w.able {
		w.ends.Init(n.stations[0].rules.SlotTime, len(n.stations))
	}
}

// runIslands makes the rounds of islands that begin before the next job of the agenda. It returns the instant of
// that job.
func (n *Network) runIslands(until phy.Time) phy.Time {
	w := &n.rounds.islands
	until = min(until, n.rounds.calm.next())
	for w.count > 0 && !n.interrupted.Load() {
		next := min(n.agenda.Next(), until)
		first, k := phy.Forever, none
		for j := range w.hubs {
			if x := &w.hubs[j]; x.on && x.next < first {
				first, k = x.next, int32(j)
			}
		}
		switch end := w.ends.Next(); {
		case end < until && end <= min(first, next):
			n.settleIslands(end, none)
		case first <= next && first < until:
			n.roundOfIsland(k, until)
		case next >= until || !n.islandInstant(next):
			return next
		}
	}
	return n.agenda.Next()
}

// settleIslands ends the backoffs up to an instant. The lists of the rounds are those of an island; none: of no one.
func (n *Network) settleIslands(t phy.Time, k int32) {
	w := &n.rounds.islands
	for w.ends.Next() <= t {
		e := w.ends.Pop()
		i := e.Station()
		st := &n.stations[i]
		if st.state != backing || st.turn != e.Arg {
			continue
		}
		st.state, st.ready, st.deferring = waiting, e.At, false
		h := n.hubAt(i)
		if h == k {
			n.ready = append(n.ready, i)
			continue
		}
		x := &w.hubs[h]
		x.ready = append(x.ready, i)
		x.next = min(x.next, n.islandStart(x, i))
	}
}

// islandStart is startAt for a station of an island.
func (n *Network) islandStart(x *island, i int32) phy.Time {
	v, st := &n.rounds, &n.stations[i]
	free := x.last.out + st.pos
	if v.in[i] == x.number {
		free = v.free[i]
	}
	return max(st.ready, free+st.rules.Gap)
}

// roundOfIsland makes the next round of an island, or lets it go on instant by instant.
func (n *Network) roundOfIsland(k int32, until phy.Time) {
	v := &n.rounds
	w := &v.islands
	x := &w.hubs[k]
	now := n.now
	before, number, ready, list, apart, since := v.hub, v.number, n.ready, v.ready, v.apart, v.since
	v.island, v.hub, v.number, n.ready, v.ready, v.apart = true, k, x.number, x.ready, x.list[:0], x.apart
	n.backoffs = &w.ends
	v.first = phy.Forever
	n.approachHub()
	n.settleIslands(v.first+x.reach, k)
	n.approachHub()
	first := v.first
	longest := phy.Time(0)
	for _, p := range x.links {
		longest = max(longest, n.ports[p].delay)
	}
	over := n.staysApart(x, first+max(n.repeaters[k].Delay, n.repeaters[k].JamDelay)) && n.meetAtHub(until-longest)
	if over {
		x.made = true
	}
	x.number, x.ready, x.list, x.apart = v.number, n.ready, v.ready, v.apart
	v.island, v.hub, v.number, n.ready, v.ready, v.apart, v.since = false, before, number, ready, list, apart, since
	n.backoffs = &n.agenda
	n.now = now
	if !over {
		n.leaveIsland(k)
		return
	}
	x.last = v.outputs[k]
	x.next = phy.Forever
	for _, i := range x.ready {
		x.next = min(x.next, n.islandStart(x, i))
	}
	n.islandJobs(k, first)
	w.made++
}
