package bus

import "github.com/csmacd/csmacd/phy"

// clash is [Network.clash] for stations that have decided.
func (d *deciding) clash(n *Network) bool {
	if d.chain(n) {
		d.made++
		return true
	}
	// Where most rounds are not a chain, to begin anew for each costs more than it saves.
	if d.worth = d.worth*7/8 + d.made; d.worth < 8*worthwhile {
		d.pass = passed
	}
	d.made = 0
	return false
}

// Rounds are worthwhile if this number of collisions follow each other, on average of the last times. If not, the
// instants go on for a number of silences.
const (
	worthwhile = 1
	passed     = 512
)

// chain is clash: it reports whether the next round is one chain of signals.
func (d *deciding) chain(n *Network) bool {
	v := &n.rounds
	round := v.next
	if n.star {
		d.meetInStar(n, round)
	} else {
		v.sortByPlace()
		round = v.next
		d.meetOnCable(n, round)
	}
	end := phy.Time(0)
	for k := range round {
		s := &round[k]
		p := &n.stations[s.station].rules.Params
		met := d.met[k]
		if v.unmet(p, s, met) {
			return false
		}
		_, s.end = p.JamAfter(s.start, met)
		end = max(end, s.end)
	}
	if !d.present(n, round) || !d.oneChain(n, round) {
		return false
	}
	v.groups = 1
	if !n.star {
		v.groups = d.groups(n, round)
	}
	v.odd = end+n.span-v.first >= n.stations[0].rules.Duration(n.stations[0].rules.MinFrame)
	return true
}

// meetOnCable determines when each transmission of a round meets the first other one, provided that those that have
// reached its sender before it started are still there.
func (d *deciding) meetOnCable(n *Network, round []transmission) {
	d.met = d.met[:0]
	edge := phy.Forever // of all from the left, at place 0
	for k := range round {
		s := &round[k]
		pos := n.stations[s.station].pos
		d.met = append(d.met, edge+pos)
		edge = min(edge, s.start-pos)
	}
	edge = phy.Forever
	for k := len(round) - 1; k >= 0; k-- {
		s := &round[k]
		pos := n.stations[s.station].pos
		d.met[k] = max(s.start, min(d.met[k], edge-pos))
		edge = min(edge, s.start+pos)
	}
}

// meetInStar is meetOnCable for a star.
func (d *deciding) meetInStar(n *Network, round []transmission) {
	d.met = d.met[:0]
	first, second := firstTwo(round)
	for k := range round {
		s := &round[k]
		other := first
		if s.start == first {
			other = second
		}
		d.met = append(d.met, max(s.start, other+n.delay))
	}
}

// present reports whether each signal that reaches a sender before it starts is still there when it does.
func (d *deciding) present(n *Network, round []transmission) bool {
	if n.star {
		last, end := phy.Time(0), phy.Forever
		for k := range round {
			last, end = max(last, round[k].start), min(end, round[k].end)
		}
		return end+n.delay > last
	}
	edge := phy.Forever // the first trailing one from the left, at place 0
	for k := range round {
		s := &round[k]
		pos := n.stations[s.station].pos
		if edge+pos <= s.start {
			return false
		}
		edge = min(edge, s.end-pos)
	}
	edge = phy.Forever
	for k := len(round) - 1; k >= 0; k-- {
		s := &round[k]
		pos := n.stations[s.station].pos
		if edge-pos <= s.start {
			return false
		}
		edge = min(edge, s.end+pos)
	}
	return true
}

// mostLinked is the number of transmissions up to which each is compared with each, if no single one overlaps
// all others.
const mostLinked = 24

// oneChain reports whether the transmissions of a round are one chain at every tap: each of them overlaps
// another one, at both senders and so at every tap, that is connected with the rest.
func (d *deciding) oneChain(n *Network, round []transmission) bool {
	hub := 0
	for k := range round {
		if round[k].end > round[hub].end {
			hub = k
		}
	}
	var connected, others uint32
	for k := range round {
		switch {
		case k == hub || n.overlap(&round[hub], &round[k]):
			connected |= 1 << (k & 31)
		case len(round) > mostLinked:
			return false
		default:
			others |= 1 << k
		}
	}
	for more := true; more && others != 0; {
		more = false
		for k := range round {
			if others&(1<<k) == 0 {
				continue
			}
			for j := range round {
				if connected&(1<<j) != 0 && n.overlap(&round[j], &round[k]) {
					connected, others, more = connected|1<<k, others&^(1<<k), true
					break
				}
			}
		}
	}
	return others == 0
}

// overlap reports whether two transmissions overlap at both senders.
func (n *Network) overlap(x, y *transmission) bool {
	d := n.distance(x.station, y.station)
	return y.start+d < x.end && x.start+d < y.end
}

// groups returns the number of groups of transmissions that detected each other: each detects all that it
// hears at the instant at which it hears the first.
func (d *deciding) groups(n *Network, round []transmission) uint64 {
	if len(round) == 2 {
		return 1
	}
	d.group = d.group[:0]
	for k := range round {
		d.group = append(d.group, int32(k))
	}
	number := uint64(len(round))
	d.top = d.top[:0]
	for k := range round {
		number -= d.detect(n, round, k, -1)
	}
	d.top = d.top[:0]
	for k := len(round) - 1; k >= 0; k-- {
		number -= d.detect(n, round, k, 1)
	}
	return number
}

// detect joins a transmission's group and those of all that it detects on one side. What it returns is the number of
// groups that are no more. The groups on that side are in order of their edges, the first one last.
func (d *deciding) detect(n *Network, round []transmission, k int, sign phy.Time) (fewer uint64) {
	s := &round[k]
	shift := sign * n.stations[s.station].pos
	by := front{s.start + shift, int32(k)}
	for len(d.top) > 0 {
		last := d.top[len(d.top)-1]
		if last.at > d.met[k]+shift {
			break
		}
		a, b := d.root(last.member), d.root(int32(k))
		if a != b {
			d.group[a] = b
			fewer++
		}
		by.at = min(by.at, last.at)
		d.top = d.top[:len(d.top)-1]
	}
	d.top = append(d.top, by)
	return fewer
}

func (d *deciding) root(k int32) int32 {
	for d.group[k] != k {
		d.group[k] = d.group[d.group[k]]
		k = d.group[k]
	}
	return k
}
