package domain

import "github.com/csmacd/csmacd/phy"

// Contention rounds of cables are those of a hub (see coax). A cable without a repeater gets one for them, with one port, which is
// not plugged in: it has nobody to send to, no name and no figures, and instants know nothing of it.

// addRepeater adds a repeater for contention rounds to a network that is one cable. It reports whether the network is one.
func (n *Network) addRepeater() bool {
	if !extended || len(n.channels) != 1 || n.channels[0].hub || len(n.channels[0].stations) < 2 || n.stations[0].star || n.stations[0].full {
		return false
	}
	n.lone = true
	r := repeater{Repeater: DefaultRepeater(n.bit), count: 1, channel: none, sending: -1}
	r.PartitionAfter, r.PartitionLong, r.Lockup, r.Jabber, r.FalseCarriers = 0, 0, 0, 0, 0
	n.repeaters = []repeater{r}
	n.ports = []port{{enabled: true, cable: 0, station: none, far: none, pos: n.channels[0].left, beginAt: phy.Forever}}
	n.materialize(0)
	return true
}

// collisionsApart returns the number of collisions in the round being made on a lone cable: stations that detect each other are in
// one, and others may be far away (as [Network.detect] joins them).
func (n *Network) collisionsApart() (number uint64) {
	v := &n.rounds
	signals := v.coaxes[0].next
	v.root = v.root[:0]
	for k := range signals {
		v.root = append(v.root, int32(k))
	}
	root := func(k int32) int32 {
		for v.root[k] != k {
			v.root[k] = v.root[v.root[k]]
			k = v.root[k]
		}
		return k
	}
	for k := range signals {
		if !signals[k].whole {
			number++
		}
	}
	for k := range signals {
		s := &signals[k]
		if s.whole {
			continue
		}
		for j := range signals {
			o := &signals[j]
			if d := o.from(s.pos); j == k || o.start+d > s.met || o.end+d <= s.met {
				continue
			}
			a, b := root(int32(k)), root(int32(j))
			if a == b {
				continue
			}
			if v.root[a] = b; !signals[b].whole {
				number--
			} else { // what detects a collision stands for others
				v.root[a], v.root[b] = a, a
			}
		}
		if number == 1 {
			break
		}
	}
	return number
}
