package bus

import (
	"cmp"
	"slices"
)

// rankStations numbers the stations by place, and those at one place by their numbers.
func (n *Network) rankStations() {
	order := make([]int32, len(n.stations))
	for i := range order {
		order[i] = int32(i)
	}
	place := func(a, b int32) int { return cmp.Compare(n.stations[a].pos, n.stations[b].pos) }
	sorted := slices.IsSortedFunc(order, place)
	if !sorted {
		slices.SortStableFunc(order, place)
	}
	for k := range order[1:] {
		n.bunched = n.bunched || n.distance(order[k], order[k+1]) == 0
	}
	if sorted {
		return // as they are numbered
	}
	n.rank = make([]int32, len(order))
	for k, i := range order {
		n.rank[i] = int32(k)
	}
}

// ranks are the numbers of stations by place; nil if stations are in order of place.
type ranks []int32

func (r ranks) of(i int32) int32 {
	if r == nil {
		return i
	}
	return r[i]
}

// ranked returns the station of a rank. In a program without what large networks need, ranks that it is asked for are
// the numbers of stations.
func (n *Network) ranked(rank int) int32 {
	if !extended || n.rank == nil {
		return int32(rank)
	}
	if n.byRank == nil {
		n.byRank = make([]int32, len(n.rank))
		for i, r := range n.rank {
			n.byRank[r] = int32(i)
		}
	}
	return n.byRank[rank]
}

// byPlace returns the numbers of signals in the order of their senders' ranks, and those of one
// sender in their own; it uses the slice given. It leaves signals out that have not ended, unless it is asked for all.
func (n *Network) byPlace(signals []signal, keys []uint64, all bool) []uint64 {
	keys = keys[:0]
	for k := range signals {
		if s := &signals[k]; all || s.ended {
			keys = append(keys, uint64(n.rank.of(s.frame.Source))<<32|uint64(k))
		}
	}
	slices.Sort(keys)
	return keys
}
