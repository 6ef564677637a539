package bus

import (
	"fmt"

	"github.com/csmacd/csmacd/phy"
)

// The phases of an instant are those of rule 10: first frames arrive, and backoffs and
// transmissions end; then stations whose gap is over start; then carriers change; then collisions
// are detected. If a gap of 0 begins and ends in this very instant, its stations start in a second
// pass over the last three phases.
type phase uint8

const (
	changing phase = iota // before anything else happens: events only
	settling
	starting
	carrying
	detecting
	startingAgain
	carryingAgain
	detectingAgain
)

// secondPass is added to a phase of the first pass to give the same phase of the second.
const secondPass = startingAgain - starting

// job is the kind of an entry of the agenda.
type job uint8

const (
	arrival job = iota // settling: of a source's frame
	injection
	backoffEnd
	txEnd
	delivery
	handing    // of a frame to a station's delivery hook
	release    // starting: a station's gap is over
	signalFall // carrying: a signal's trailing edge passes a tap that is observed
	signalRise
	detection // detecting
	jamStart
)

// entry is one job. Entries are ordered by instant, then phase, then station, then kind, then
// other, so that the order in which they were added never matters.
type entry struct {
	at   phy.Time
	key  uint64 // phase, station, job, other
	arg  uint32 // the signal, source or frame
	next int32  // the next entry of a list of the wheel, + 1
}

func newEntry(at phy.Time, p phase, station int32, j job, other int32, arg uint32) entry {
	return entry{at: at, key: uint64(p)<<60 | uint64(station)<<32 | uint64(j)<<28 | uint64(other), arg: arg}
}

func (e *entry) phase() phase   { return phase(e.key >> 60) }
func (e *entry) station() int32 { return int32(e.key >> 32 & (1<<28 - 1)) }
func (e *entry) other() uint32  { return uint32(e.key) & (1<<28 - 1) }
func (e *entry) job() job       { return job(e.key >> 28 & 15) }

func (e *entry) before(f *entry) bool {
	return e.at < f.at || e.at == f.at && e.key < f.key
}

// agenda holds the jobs to come. Those of the near future are in a heap. Later ones are in a
// [wheel], not ordered, until their time is near.
type agenda struct {
	past phy.Time // no entry is taken for an instant before this one
	heap []entry
	wheel
}

// next returns the instant of the first entry, or [phy.Forever].
func (a *agenda) next() phy.Time {
	if len(a.heap) == 0 && !a.openNext() {
		return phy.Forever
	}
	return a.heap[0].at
}

// openNext turns the wheel until there is an entry in the near future. It returns false if there is
// no entry at all.
func (a *agenda) openNext() bool {
	for len(a.heap) == 0 {
		if a.filed == 0 {
			return false
		}
		a.turn()
	}
	return true
}

// takeOnly returns the first entry and removes it, if it is the only one of its bucket, the end of
// a backoff, and before an instant. It need not pass through the heap.
func (a *agenda) takeOnly(until phy.Time) (e entry, ok bool) {
	if len(a.heap) > 0 || a.levels[0].some == 0 {
		return e, false
	}
	first := &a.nodes[a.levels[0].lists[uint(a.bucketOf(a.soon))%wheelSize]-1]
	if first.next != 0 || first.at >= until || first.job() != backoffEnd {
		return e, false
	}
	_, list := a.wheel.turn()
	e, _ = a.take(list)
	return e, true
}

// due reports whether the first entry is of this instant and phase, or of an earlier one.
func (a *agenda) due(at phy.Time, p phase) bool {
	return len(a.heap) > 0 && a.heap[0].at <= at && a.heap[0].phase() <= p
}

// push adds an entry. It panics if the instant of the entry is over: that is an error in the
// engine, and the entry would be processed in the wrong order, or for ever.
func (a *agenda) push(e entry) {
	if e.at < a.past {
		a.tooLate(e.at)
	}
	b := a.bucketOf(e.at)
	if a.filed == 0 && len(a.heap) < handful && b-a.open < wheelSize {
		a.open = max(a.open, b) // a small number needs no wheel
	}
	if b > a.open {
		a.file(b, e)
	} else {
		a.pushNear(e)
	}
}

func (a *agenda) tooLate(at phy.Time) {
	panic(fmt.Sprintf("bus: something is to happen at %v, and it is %v", at, a.past))
}

// handful is the number of entries up to which the heap alone is faster.
const handful = 16

// turn opens the next bucket of the wheel and moves its entries to the near future.
func (a *agenda) turn() {
	level, list := a.wheel.turn()
	for list != 0 {
		var e entry
		e, list = a.take(list)
		if level > 0 {
			a.push(e)
		} else {
			a.pushNear(e)
		}
	}
}

// pushNear adds an entry to the heap, which has four children per node. The heap is typed and flat,
// so that push and pop do not box values, and do not allocate once it has grown.
func (a *agenda) pushNear(e entry) {
	a.heap = append(a.heap, e)
	h := a.heap
	i := len(h) - 1
	for i > 0 {
		parent := (i - 1) / 4
		if !e.before(&h[parent]) {
			break
		}
		h[i] = h[parent]
		i = parent
	}
	h[i] = e
}

func (a *agenda) pop() entry {
	h := a.heap
	top := h[0]
	n := len(h) - 1
	last := h[n]
	h = h[:n]
	a.heap = h
	if n == 0 {
		return top
	}
	i := 0
	for {
		child := 4*i + 1
		if child >= n {
			break
		}
		best := child
		for c := child + 1; c < min(child+4, n); c++ {
			if h[c].before(&h[best]) {
				best = c
			}
		}
		if !h[best].before(&last) {
			break
		}
		h[i] = h[best]
		i = best
	}
	h[i] = last
	return top
}
