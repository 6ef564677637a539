package bus

import "github.com/csmacd/csmacd/phy"

// The fragments of a collision need not be one chain at every tap. On a long cable, those of stations at one
// end are over before those from the other end arrive. Such a collision is a contention round all the same if
// each station waits until the last of it has passed:
//
//   - At every tap each silence within it is shorter than part 1 of the gap, so that a station that only
//     listens begins its gap anew with each interval of carrier.
//   - A station that has sent ignores carrier in its next gap. Each interval is at least as long as a gap, so
//     that one that begins in it is still heard at its end, and is a busy period of its own. The station must
//     not have a frame to send before that.
//
// Along the cable the senders' signals arrive in the order in which they stand on either side, since none of
// them had heard another. A silence at any tap is therefore no longer than one of those at the senders, between
// the end of a sender's own signal and the beginning of its neighbour's.

// apart is what contention rounds know of collisions that are not one chain at every tap.
type apart struct {
	least   phy.Time // the shortest part 1 of a gap; 0: they are processed as instants
	is      bool     // the round being made is one
	was     bool     // the last one was
	signals []signal // scratch
	starts  []transmission
}

// knowApart is called when the rules are known.
func (v *rounds) knowApart(n *Network) {
	if n.star || v.sure || v.looks != nil || v.brief < n.gap {
		return
	}
	v.apart.least = n.gap
	for i := range n.stations {
		v.apart.least = min(v.apart.least, n.stations[i].rules.GapPart1)
	}
}

// mostApart is the number of signals up to which [Network.passesAll] looks at each.
const mostApart = 32

// silenceAfter returns the longer of the silences between the ends of two neighbours' own signals, in the order
// of place, and the arrival of the other's, which is negative if they overlap at both senders. The first signal
// arrives at the second sender at an instant.
func (s *transmission) silenceAfter(before *transmission, arrives phy.Time) phy.Time {
	return max(arrives-s.end, s.start+(arrives-before.start)-before.end)
}

// passesFirst reports whether the next contention round, whose signals are apart, has passed each of its senders
// before that is ready again.
func (n *Network) passesFirst(round []transmission) bool {
	ends := noEnds
	for k := range round {
		s := &round[k]
		ends.join(s.end, n.stations[s.station].pos, s.station)
	}
	for k := range round {
		s := &round[k]
		st := &n.stations[s.station]
		r := st.rules
		collisions := int(st.collisions) + 1
		if collisions >= r.AttemptLimit || r.table == nil {
			return false // the next frame may be ready at once
		}
		rng := st.rng // it draws again when it is known that this is a round
		wait := phy.Time(min(int32(r.table.Draw(collisions, &rng)), r.most)) * r.SlotTime
		if s.end+min(min(wait, phy.Forever)+r.BackoffDelay, phy.Forever) <= ends.at(n, s.station) {
			return false
		}
	}
	return true
}

// passesAll reports whether signals that have ended are apart, and all stations wait
// until they have passed.
func (n *Network) passesAll(signals []signal) bool {
	v := &n.rounds
	if v.apart.least == 0 || len(signals) > mostApart {
		return false
	}
	list, ends := v.apart.starts[:0], noEnds
	for k := range signals {
		s := &signals[k]
		if !s.collided || s.start > signals[0].start+n.span {
			return false // or it has heard the first
		}
		list = append(list, transmission{s.frame.Source, s.start, s.end})
		ends.add(s)
	}
	v.apart.starts = list
	n.sortRound(list)
	for k := range list {
		s := &list[k]
		st := &n.stations[s.station]
		if st.state == empty || st.ready <= ends.at(n, s.station) {
			return false
		}
		if k == 0 {
			continue
		}
		before := &list[k-1]
		d := n.distance(before.station, s.station)
		switch {
		case before.station == s.station, s.start > before.start+d, before.start > s.start+d:
			return false
		case s.silenceAfter(before, before.start+d) >= v.apart.least:
			return false
		}
	}
	return true
}

// listenApart counts what all stations heard of a contention round that is apart, in the order of place.
func (n *Network) listenApart(round []transmission) {
	if n.listeners.listenBriefly(n, round) {
		return
	}
	list := n.rounds.apart.signals[:0]
	for k := range round {
		s := &round[k]
		x := signal{start: s.start, end: s.end, pos: n.stations[s.station].pos, ended: true, collided: true}
		x.frame.Source = s.station
		list = append(list, x)
	}
	n.rounds.apart.signals = list
	n.listen(list)
}
