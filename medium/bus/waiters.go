package bus

import (
	"sort"

	"github.com/csmacd/csmacd/phy"
)

// waiters are the stations that wait for transmissions whose ends are not known, by place.
//
// If no station has a gap, those that wait start where the carrier falls first, and the others follow: the
// first edge of a new signal travels with the last edge of what was before, so that nothing falls behind it. After
// a collision it is therefore enough to look at the stations on either side of the place at which carrier falls first.
type waiters struct {
	places  marks
	number  int
	changes uint64 // number of stations that have come, have gone or have been checked, where checks are postponed
}

// waitOn adds a station.
func (n *Network) waitOn(i int32) {
	w := &n.waiters
	if w.places == nil {
		w.places = make([]uint64, (len(n.stations)+63)/64)
	}
	r := i
	if extended {
		r = n.rank.of(i)
	}
	w.places[r/64] |= 1 << (r % 64)
	w.number++
	if extended && n.postponed != nil {
		n.postponed.add(n, int(r))
	}
}

// remove removes the station of a rank.
func (w *waiters) remove(rank int) {
	w.places[rank/64] &^= 1 << (rank % 64)
	w.number--
	w.changes++
}

// checkWaiters checks the stations that wait for transmissions to end and that a function selects.
func (n *Network) checkWaiters(which func(i int32) bool) {
	w := &n.waiters
	r := -1
	for left := w.number; left > 0; left-- {
		r = w.places.from(r + 1)
		if i := n.ranked(r); which(i) && !n.hearsOn(i) { // else carrier goes on
			n.checkWaiter(r)
		}
	}
}

// checkWaiter checks the station of a rank, which waits on if it still hears a signal.
func (n *Network) checkWaiter(rank int) {
	i := n.ranked(rank)
	at, justFell := n.clear(i)
	if at >= phy.Forever {
		if extended && n.postponed != nil {
			n.postponed.add(n, rank)
		}
		return
	}
	n.waiters.remove(rank)
	if justFell {
		n.releaseIn(startingAgain, i, at, 0)
	} else {
		n.release(i, at)
	}
}

// checkAll checks all stations that wait, after the transmissions of some have ended.
func (n *Network) checkAll(ended []int32) {
	if extended && (n.checkFirst() || n.postpone(ended, false)) {
		return
	}
	n.checkWaiters(func(int32) bool { return true })
}

// checkFirst checks those of the stations that wait at whose taps carrier falls before it falls at their
// neighbours', if that is enough.
func (n *Network) checkFirst() bool {
	if !n.leads || !n.allFall() {
		return false
	}
	w, ends := &n.waiters, n.air.pastOf(len(n.air.signals)-1)
	// At place x it falls at right+x or at left-x, whichever is later.
	turn := sort.Search(len(n.stations), func(r int) bool {
		x := n.stations[n.ranked(r)].pos
		return ends.right+x >= ends.left-x
	})
	if r := w.places.from(turn); r >= 0 {
		for x := n.stations[n.ranked(r)].pos; r >= 0 && n.stations[n.ranked(r)].pos == x; r = w.places.from(r + 1) {
			n.checkWaiter(r)
		}
	}
	if r := w.places.before(turn); r >= 0 {
		for x := n.stations[n.ranked(r)].pos; r >= 0 && n.stations[n.ranked(r)].pos == x; r = w.places.before(r) {
			n.checkWaiter(r)
		}
	}
	return true
}

// allFall reports whether all signals have ended, and those that have not left the cable are one interval of
// carrier at every tap: each of them and the last one reach each other's sender before it ends.
func (n *Network) allFall() bool {
	a := &n.air
	if a.active > 0 {
		return false
	}
	a.settle()
	last := &a.signals[len(a.signals)-1]
	for k := len(a.signals) - 2; k >= 0 && a.past[k].everywhere(n) >= n.now; k-- {
		if !n.bothOverlap(last, &a.signals[k]) {
			return false
		}
	}
	return true
}
