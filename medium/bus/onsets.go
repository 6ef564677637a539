package bus

import (
	"cmp"
	"slices"
	"sort"

	"github.com/csmacd/csmacd/phy"
)

// onsets are the signals of a row on a cable that none of the row leads, in order of place. A tap hears the row first from one
// of its neighbours among them.
type onsets struct {
	first, next uint32 // the number of the first signal of the row, and that of the first one that has not been looked at
	list        []onset
}

// onset is where and when a signal begins.
type onset struct {
	pos, start phy.Time
	number     uint32
	again      bool
}

// leads reports whether a signal is heard before another one, or with it, wherever that is heard.
func (e *onset) leads(f *onset) bool {
	d := f.pos - e.pos
	return e.start+max(d, -d) <= f.start
}

// worthKeepingOnsets is the number of signals of a row from which on its onsets are kept, and mostOnsets that of the rows. Tests
// lower the first.
var worthKeepingOnsets = 32

const mostOnsets = 8

// risesFirst returns the first rise at a tap of the signals of a row that are kept, from one index on and before another. ok is
// false if they are few, or the beginning of the row is not kept.
func (n *Network) risesFirst(i int32, from, to int) (rise phy.Time, again, ok bool) {
	if n.star || to-from < worthKeepingOnsets || n.air.signals[from].unbroken != n.air.first+uint32(from) {
		return 0, false, false
	}
	list := n.air.onsetsOf(from, to)
	pos := n.stations[i].pos
	k := sort.Search(len(list), func(k int) bool { return list[k].pos > pos })
	rise = phy.Forever
	for _, e := range list[max(0, k-1):min(len(list), k+1)] {
		d := e.pos - pos
		switch at, anew := e.start+max(d, -d), e.again && d == 0; {
		case at < rise:
			rise, again = at, anew
		case at == rise:
			again = again && anew
		}
	}
	return rise, again, true
}

// onsetsOf returns the onsets of a row from one index on, of its signals before another and maybe of later ones: those rise later.
func (a *air) onsetsOf(from, to int) []onset {
	first := a.first + uint32(from)
	k := slices.IndexFunc(a.onsets, func(e onsets) bool { return e.first == first })
	if k < 0 {
		if k = len(a.onsets); k < mostOnsets {
			a.onsets = append(a.onsets, onsets{})
		} else {
			k = a.oldestOnsets()
		}
		e := &a.onsets[k]
		e.first, e.next, e.list = first, first, e.list[:0]
	}
	e := &a.onsets[k]
	if next := a.first + uint32(to); int32(next-e.next) > 0 {
		e.extend(a, next)
	}
	return e.list
}

// oldestOnsets returns the index of the onsets whose row began first.
func (a *air) oldestOnsets() (oldest int) {
	for k := range a.onsets {
		if int32(a.onsets[k].first-a.onsets[oldest].first) < 0 {
			oldest = k
		}
	}
	return oldest
}

// extend adds the signals of the row before a number. None of them leads one that was there before.
func (e *onsets) extend(a *air, next uint32) {
	before := len(e.list)
	for ; e.next != next; e.next++ {
		if s := a.at(e.next); s.leader == e.next {
			e.list = append(e.list, onset{s.pos, s.start, e.next, s.again})
		}
	}
	if added := e.list[before:]; len(added) <= fewAdded {
		list := e.list[:before]
		for _, x := range added {
			list = insertOnset(list, x)
		}
		e.list = list
		return
	}
	slices.SortFunc(e.list, func(x, y onset) int {
		return cmp.Or(cmp.Compare(x.pos, y.pos), cmp.Compare(x.start, y.start), cmp.Compare(x.number, y.number))
	})
	kept := e.list[:0]
	for _, x := range e.list {
		if m := len(kept) - 1; m >= 0 && kept[m].leads(&x) {
			continue
		}
		for len(kept) > 0 && x.leads(&kept[len(kept)-1]) {
			kept = kept[:len(kept)-1]
		}
		kept = append(kept, x)
	}
	e.list = kept
}

// fewAdded is the number of signals up to which each is put in its place by itself. Tests lower it.
var fewAdded = 8

// insertOnset adds the onset of a signal unless one of those before leads it.
func insertOnset(list []onset, x onset) []onset {
	k := sort.Search(len(list), func(k int) bool { return list[k].pos > x.pos })
	if k > 0 && list[k-1].leads(&x) || k < len(list) && list[k].leads(&x) {
		return list
	}
	return slices.Insert(list, k, x)
}
