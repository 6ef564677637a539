package bus

import (
	"math"
	"slices"
	"sort"

	"github.com/csmacd/csmacd/phy"
)

// Stations at one place hear the same, apart from which of it is their own. Where a crowd of stations stands
// at a few places, what each place heard is worked out once and counted for all its stations.

// places is scratch for that.
type places struct {
	order  []int32   // the stations by place, and those at one place by number
	sent   []*signal // those of the stations at a place that its taps have not digested
	owners []uint64  // by chain of the place, the stations with a transmission in it
	folded []int32   // those with one in the part of the last chain that has been heard
}

// digestPlaces is [Network.digestTapByTap] for networks in which stations share places.
func (n *Network) digestPlaces(h phy.Time, swept bool) {
	p := &n.taps.places
	if p.order == nil {
		p.order = make([]int32, len(n.stations))
		for i := range p.order {
			p.order[n.rank.of(int32(i))] = int32(i)
		}
		if n.listeners.groups == nil {
			n.listeners.init(n)
		}
	}
	for from := 0; from < len(p.order); {
		to := from + 1
		for to < len(p.order) && n.stations[p.order[to]].pos == n.stations[p.order[from]].pos {
			to++
		}
		here := p.order[from:to]
		var own []*signal
		var chains []reception
		if extended && swept {
			own = n.sweptAt(here[0])
			n.hearSwept(here[0], own, h)
			chains = n.taps.chain()
		} else {
			chains = n.receptions(here[0])
		}
		if len(here) > 1 {
			n.findSent(here[0], own, swept)
			n.digestPlace(here, chains, h)
		} else {
			n.digestReceptions(here[0], chains, h)
		}
		if extended {
			n.passPlace(own)
		}
		from = to
	}
}

// findSent works out sent, the joined signals of the place given.
func (n *Network) findSent(i int32, own []*signal, swept bool) {
	t, pos := &n.taps, n.stations[i].pos
	p := &t.places
	p.sent = append(p.sent[:0], own...)
	add := func(s *signal) {
		if n.stations[s.frame.Source].pos == pos && (!s.ended || s.end >= t.upTo) {
			p.sent = append(p.sent, s)
		}
	}
	if extended && swept {
		for _, s := range t.loose {
			add(s)
		}
		return
	}
	for k := range n.air.signals {
		add(&n.air.signals[k])
	}
}

// digestPlace counts those of the chains at the taps of the stations of one place that ended before the instant
// h.
func (n *Network) digestPlace(here []int32, chains []reception, h phy.Time) {
	t := &n.taps
	p := &t.places
	n.findOwners(here, chains)
	var open reception
	changed := false
	p.folded = p.folded[:0]
	for k, next := 0, 0; k < len(chains); k++ {
		from := next
		for next < len(p.owners) && int(p.owners[next]>>32) == k {
			next++
		}
		switch c := &chains[k]; {
		case c.fall < h:
			n.receivedHere(here, c, p.owners[from:next])
			open, changed = reception{}, true
		case c.rise < h:
			open, changed = t.fold(c.rise, h), true
			n.foldOwners(here, c.rise, h)
		}
	}
	if !changed {
		return
	}
	open.own = false
	for _, i := range here {
		t.each[i].reception = open
	}
	for _, i := range p.folded {
		t.each[i].reception.own = true
	}
}

// findOwners works out owners.
func (n *Network) findOwners(here []int32, chains []reception) {
	p := &n.taps.places
	p.owners = p.owners[:0]
	own := func(i int32, rise phy.Time) {
		k := sort.Search(len(chains), func(k int) bool { return chains[k].rise > rise }) - 1
		p.owners = append(p.owners, uint64(k)<<32|uint64(i))
	}
	for _, i := range here {
		if r := &n.taps.each[i].reception; r.signals > 0 && r.own {
			own(i, r.rise)
		}
	}
	for _, s := range p.sent {
		own(s.frame.Source, s.start)
	}
	slices.Sort(p.owners)
	p.owners = slices.Compact(p.owners)
}

// foldOwners works out folded, for the part that fell before h of the chain that rose at rise and goes on.
func (n *Network) foldOwners(here []int32, rise, h phy.Time) {
	p := &n.taps.places
	for _, i := range here {
		if r := &n.taps.each[i].reception; r.own && r.signals > 0 && r.fall > rise {
			p.folded = append(p.folded, i)
		}
	}
	for _, s := range p.sent {
		if s.start >= rise && s.ended && s.end < h {
			p.folded = append(p.folded, s.frame.Source)
		}
	}
}

// receivedHere counts a reception that has ended at a place, for all its stations but those with a
// transmission of their own in it.
func (n *Network) receivedHere(here []int32, r *reception, owners []uint64) {
	l, pos := &n.listeners, n.stations[here[0]].pos
	c := chain{r.fall - r.rise - r.headerFound(), 0, r.damaged, &r.frame}
	for k := range l.groups {
		g := &l.groups[k]
		from, to := g.rank(pos, 0), g.rank(pos, math.MaxInt32)
		for _, owner := range owners {
			at, ok := slices.BinarySearch(g.stations[from:to], int32(uint32(owner)))
			if !ok {
				continue // of another group
			}
			if at > 0 {
				l.count(n, g, &c, from, from+at, 1)
			}
			from += at + 1
		}
		if from < to {
			l.count(n, g, &c, from, to, 1)
		}
	}
}
