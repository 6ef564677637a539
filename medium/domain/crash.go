package domain

import (
	"cmp"
	"slices"

	"github.com/csmacd/csmacd/phy"
)

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
			if r.collisionsAt(&n.ports[n.stations[v.list[k].station].port])+1 >= r.PartitionAfter {
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
		x.count, x.clears = r.collisionsAt(x)+1, r.clears
	}
}
