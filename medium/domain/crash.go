package domain

import (
	"cmp"
	"slices"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/agenda"
	"github.com/csmacd/csmacd/phy"
)

// crashAtHub is a collision: out is when most outputs begin, and jam when that to the first station does.
func (n *Network) crashAtHub(one int32, out, jam phy.Time, together bool, until phy.Time) bool {
	v, r := &n.rounds, &n.repeaters[n.rounds.hub]
	p := &n.stations[0].rules.Params
	begin, lastStart, lastRise, firstEnd, firstFall := phy.Forever, phy.Time(0), phy.Time(0), phy.Forever, phy.Forever
	last, before := -phy.Forever, -phy.Forever  // the last two falls of inputs
	longest, final := p.Duration(p.MinFrame), 0 // whose input falls last
	for k := range v.list {
		a := &v.list[k]
		met := out
		if a.station == one {
			met = jam
		}
		met += a.pos
		if p.Late(a.start, met) || met >= a.start+longest {
			return n.stopRounds()
		}
		_, a.end = p.JamAfter(a.start, met)
		a.met = met
		fall := a.end + a.pos
		begin, lastStart, lastRise = min(begin, a.start), max(lastStart, a.start), max(lastRise, a.rise)
		firstEnd, firstFall = min(firstEnd, a.end), min(firstFall, fall)
		if fall > last {
			last, before, final = fall, last, k
		} else {
			before = max(before, fall)
		}
		if r.PartitionAfter > 0 && r.collisionsAt(&n.ports[n.stations[a.station].port])+1 >= r.PartitionAfter {
			return n.stopRounds()
		}
	}
	enough := jam + fewestBits*n.bit
	left := max(before+r.JamEnd, enough) // when the last one left stops being sent to, if it still sends
	end := max(last+r.JamEnd, enough)
	alone := before < last && left <= last
	length := end - v.first
	switch {
	case lastStart >= firstEnd, lastRise >= firstFall, extended && n.tellsRepeats():
		return n.crashWide(until)
	case end+v.span+r.Recovery >= until:
		return false
	case r.Lockup > 0 && length >= r.Lockup, r.Jabber > 0 && length >= r.Jabber,
		r.PartitionLong > 0 && length >= r.PartitionLong, r.PartitionAfter > 0 && length >= r.Reconnect:
		return n.stopRounds()
	}
	v.begins(n)
	r.transmitCollisions++
	n.sums.Collisions++
	n.sums.Attempts += uint64(len(v.list))
	v.outputs[v.hub] = output{out, end}
	header := p.Header
	if together {
		header = fewestHeader * n.bit
	}
	var lastOne *attempt
	if alone {
		lastOne = &v.list[final]
	}
	n.quiet = max(n.quiet, n.lastEdge(one, together, lastOne, left, last))
	heard, _ := n.receive(n.stations[one].rules, end-out-header, 0, true)
	n.countReception(&n.channels[r.channel].classes[0].counts, heard, nil, 1)
	if v.open { // a frame may arrive at a station before or after its transmission ends
		v.sortByEnds()
	}
	lastEnd := firstEnd
	short, frame, tooLate := shortEvent*n.bit, p.Header+leastOctets*8*n.bit, lateEvent*n.bit
	for k := range v.list {
		a := &v.list[k]
		st := &n.stations[a.station]
		fall := a.end + a.pos
		v.free[a.station] = end + a.pos
		if alone && fall == last {
			v.free[a.station] = max(a.end, left+a.pos)
		}
		met := max(out, a.rise)
		if a.station == one {
			met = jam
		}
		if together && a.rise == v.first {
			met = v.first
		}
		x := &n.ports[st.port]
		if length, late := fall-a.rise, met-a.rise > tooLate; length >= short && length < frame && !late {
			x.counters.Collisions++ // it is usually nothing else
		} else {
			n.countInput(r, &x.counters, input{length: length, header: p.Header, bit: n.bit, collided: true, late: late}, 1)
		}
		x.count, x.clears = r.collisionsAt(x)+1, r.clears
		if heard == mac.Fragment {
			st.sums.Counters.Fragments--
		} else {
			n.countReception(&st.sums.Counters, heard, nil, ^uint64(0))
		}
		lastEnd = max(lastEnd, a.end)
		n.giveWay(a, st)
	}
	if !v.island {
		n.sums.Shares.Collision += lastEnd - begin
	}
	n.now = lastEnd
	return true
}

// sortByEnds puts the attempts of a collision in the order of their ends. It sorts numbers, as others do: to sort attempts would be
// code of its own.
func (v *rounds) sortByEnds() {
	order := v.root[:0]
	for k := range v.list {
		order = append(order, int32(k))
	}
	slices.SortFunc(order, func(a, b int32) int { return cmp.Compare(v.list[a].end, v.list[b].end) })
	sorted := v.sorted[:0]
	for _, k := range order {
		sorted = append(sorted, v.list[k])
	}
	v.root, v.list, v.sorted = order, sorted, v.list
}

// backoff draws the backoff after the k-th collision of a frame, by a table.
func (st *station) backoff(k int, rng *backoff.Rand) phy.Time {
	slots := int32(st.rules.table.Draw(k, rng))
	wait := phy.Time(min(slots, st.rules.most)) * st.rules.SlotTime
	return min(min(wait, phy.Forever)+st.rules.BackoffDelay, phy.Forever)
}

// crashWide is a collision of stations so far apart that an input ends before the last one begins: it is worked off
// event by event.
func (n *Network) crashWide(until phy.Time) bool {
	v := &n.rounds
	if !extended || v.wide == nil {
		return n.stopRounds()
	}
	v.tree = v.wide
	over := n.crashInTree(until)
	v.tree = nil
	return over
}

// giveWay ends an attempt that met a collision.
func (n *Network) giveWay(a *attempt, st *station) {
	if n.rounds.open {
		n.settleUntil(a.end)
	}
	n.now = a.end
	st.waitedUntil(a.start)
	st.turn++
	if extended {
		n.testsSignal(st)
	}
	if extended && n.watch.kinds&ofAttempts != 0 {
		n.tellCrash(a)
	}
	if a.late || n.watch.kinds.Has(medium.Backoff) || !n.retry(a, st) {
		n.collided(a.station, a.start, a.late)
	}
}

// retry is [Network.collided] for the usual case: another attempt is allowed.
func (n *Network) retry(a *attempt, st *station) bool {
	k := int(st.collisions) + 1
	if k >= st.rules.AttemptLimit {
		return false
	}
	st.collisions = uint8(k)
	n.digest.Add(&st.name, a.start, a.end, 1|uint64(mac.Retry)<<1)
	until := a.end + st.backoff(k, &st.rng)
	if until > a.end {
		st.state, st.ready = backing, until
		n.backoffs.Push(agenda.New(until, settling, a.station, backoffEnd, 0, st.turn))
	} else {
		n.makeReady(a.station)
	}
	return true
}

// lastEdge returns the instant at which the last edge of a collision has left the last tap. one was the
// first, unless some came together; final is the one whose input falls last, at last, if it was sent to alone: until left.
func (n *Network) lastEdge(one int32, together bool, final *attempt, left, last phy.Time) phy.Time {
	k := n.rounds.hub
	c, out := &n.channels[n.repeaters[k].channel], n.rounds.outputs[k].out
	edge, apart, which := last, 0, none // stations that the main output does not reach to its end
	if !together {
		apart, which = 1, one
		if final == nil || final.station != one {
			edge = max(edge, out+n.stations[one].pos)
		}
	}
	if final != nil {
		edge = max(edge, left+final.pos)
		if together || final.station != one {
			apart, which = apart+1, final.station
		}
	}
	if apart == 1 && which == c.farthest {
		return max(edge, out+c.second)
	}
	return max(edge, out+c.span)
}
