package domain

import (
	"slices"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/phy"
)

// mayRound reports whether contention rounds can start: nobody observes what they do not show, and nobody sends.
func (n *Network) mayRound(until phy.Time) bool {
	v := &n.rounds
	if !v.able || extended && n.planned > 0 && !n.isCalm() {
		return false
	}
	if extended {
		until = min(until, n.untilFault())
	}
	if v.islands.count > 0 || n.active > 0 || extended && n.strays > 0 || n.busy > 0 || n.edges > 0 || !n.showsRounds() || len(n.placer.told) > 0 {
		return false
	}
	if activity := n.repeaters[0].activity; v.since == activity+1 || activity < v.again || len(n.ready) > 0 || n.silent()+1 >= until || n.agenda.Next() >= until-v.crash {
		return false
	}
	for k := range n.channels {
		if len(n.channels[k].waiters) > 0 {
			return false
		}
	}
	for k := range n.repeaters {
		r := &n.repeaters[k]
		if r.state != idle {
			return false
		}
		for _, p := range r.watched {
			if x := &n.ports[p]; x.partitioned || x.isolated || x.falses > 0 || x.ignored || x.due || x.active || x.signals > 0 {
				return false
			}
		}
	}
	if extended && n.planned > 0 && (!n.calmSince() || v.someDeaf() && n.inFlight > 0) { // a deaf station may disturb what is to be judged
		return false
	}
	// A frame arrives everywhere before the next does anywhere.
	pass := v.reach
	if len(v.coaxes) > 0 {
		pass += v.span // from its sender to the port
	}
	return n.hooks == nil || pass < n.shortest
}

// silent returns the instant from which on nothing that was sent so far is heard anywhere.
func (n *Network) silent() phy.Time {
	t := n.quiet
	for k := range n.channels {
		c := &n.channels[k]
		t = max(t, c.lastEnd+c.span)
	}
	return t
}

// startRounds brings the figures of signals up to date, from which rounds go on. It reports whether they
// can: no station may hear another in its gap. All stations have heard the same, except those that have
// sent since the last rounds.
func (n *Network) startRounds() bool {
	v := &n.rounds
	n.findApart()
	for k := range n.channels {
		if c := &n.channels[k]; c.hub && !n.hearAlike(c) {
			return false
		}
	}
	if extended && (!n.startCoaxes() || !n.startDeaf()) {
		return false
	}
	p, r := &n.stations[0].rules.Params, &n.repeaters[0]
	first, second, last, gaps := phy.Forever, phy.Forever, -phy.Forever, phy.Time(0) // the first two inputs, before a gap
	if len(v.apart) < len(n.stations) {
		out := v.outputs[0].out
		first, last, gaps = out+2*v.least, out, out+v.span+p.Gap
		second = first
	}
	for _, i := range v.apart {
		d, ok := n.afterLast(i)
		if !ok {
			return false
		}
		pos := n.stations[i].pos
		v.free[i] = d.Clear(p, 0) - p.Gap
		last, gaps = max(last, v.free[i]-pos), max(gaps, v.free[i]+p.Gap)
		if input := v.free[i] + pos; input < first {
			first, second = input, first
		} else {
			second = min(second, input)
		}
	}
	if v.tree == nil && gaps > n.agenda.Next() && last > min(first+r.Delay, second+r.JamDelay) {
		return n.stopRounds()
	}
	now := n.now
	n.now = max(now, n.silent()+1)
	for k := range n.channels {
		n.settlePassed(&n.channels[k])
	}
	for _, i := range v.apart {
		st := &n.stations[i]
		n.digestTap(&n.channels[st.channel], i, n.now)
		st.tap.upTo = st.tap.deference.Fall() + 1
	}
	n.now = now
	for k := range n.channels {
		if c := &n.channels[k]; c.hub {
			n.forget(c, len(c.signals))
			c.dirty = false
		}
	}
	for _, i := range v.spoke {
		v.said[i], n.stations[i].tx.lost = false, false
	}
	v.made, v.spoke, v.began = false, v.spoke[:0], v.number
	return true
}

// stopRounds lets instants process the next activity.
func (n *Network) stopRounds() bool {
	v := &n.rounds
	v.since = n.repeaters[0].activity + 1
	if len(v.coaxes) == 0 {
		return false
	}
	// To take over the taps of cables, and to give them back, costs a time for each station: where few rounds pay for it, the next ones wait.
	if v.number-v.began >= uint32(len(n.stations))/64 {
		v.wait = 0
	} else {
		v.wait = min(max(2*v.wait, 2), 1024)
	}
	v.again = v.since + v.wait
	return false
}

// spoken records that a station has sent.
func (v *rounds) spoken(i int32) {
	if v.able && !v.said[i] {
		v.said[i] = true
		v.spoke = append(v.spoke, i)
	}
}

// findApart finds the stations that have not just heard what all others of their repeater have.
func (n *Network) findApart() {
	v := &n.rounds
	v.apart = v.apart[:0]
	v.number++
	add := func(i int32) {
		if v.in[i] != v.number {
			v.in[i] = v.number
			v.apart = append(v.apart, i)
		}
	}
	for _, i := range v.spoke {
		if n.channels[n.stations[i].channel].hub {
			add(i)
		}
	}
	for k := range n.channels {
		if c := &n.channels[k]; c.hub {
			n.addApart(c, add)
		}
	}
}

// addApart adds the stations of a channel that may have heard something else than the others.
func (n *Network) addApart(c *channel, add func(i int32)) {
	if c.dirty { // the taps hold some of what they heard
		for _, i := range c.stations {
			add(i)
		}
		return
	}
	for _, k := range c.signals {
		s := n.at(k)
		if s.only >= 0 {
			add(s.only)
		}
		for _, i := range s.skip {
			add(i)
		}
	}
}

// hearAlike finds the last output that all other stations have heard. It reports whether each of them waits
// for a gap after it: it has reached all, and no gap before it goes on.
func (n *Network) hearAlike(c *channel) bool {
	v, p := &n.rounds, &n.stations[0].rules.Params
	if len(c.signals) == 0 || !slices.ContainsFunc(c.stations, func(i int32) bool { return v.in[i] != v.number }) {
		return true
	}
	from, out, found := noOutput, noOutput, false
	for _, k := range c.signals {
		s := n.at(k)
		if s.only >= 0 || s.none() {
			continue
		}
		if found && s.start < out+p.Gap && s.start >= out+p.GapPart1 {
			return false
		}
		from, out, found = s.start, s.end, true
	}
	v.outputs[c.repeater] = output{from, out}
	return found && from+v.span < n.now
}

// afterLast returns the deference of a station after what was sent so far. It reports whether the station
// waits for a gap after the last carrier that it hears: that has risen, and no gap before it goes on.
func (n *Network) afterLast(i int32) (d mac.Deference, ok bool) {
	st := &n.stations[i]
	p := &st.rules.Params
	ok = true
	d = st.tap.deference
	spans := n.carrier(i)
	for k := range spans {
		s := &spans[k]
		if k == len(spans)-1 {
			ok = s.rise <= n.now && (s.own || !d.Starts(p, n.now, s.rise))
		}
		if s.own {
			d.Transmitted(s.fall)
		} else {
			d.Sense(p, s.rise, s.fall)
		}
	}
	return d, ok
}
