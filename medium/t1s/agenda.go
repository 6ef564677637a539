package t1s

import (
	"fmt"

	"github.com/csmacd/csmacd/phy"
)

// The phases of an instant: changes; rule 10's first phase; starts; then, in rounds until nothing changes
// any more, edges on the line, what PHYs make of them, and the machines of PLCA. MACs see the outcome.
type phase uint8

const (
	changing phase = iota
	settling
	starting
	clocking // the MII takes what the MAC sends
	lining   // what PCSs end
	ebbing   // ends of signals at taps, and of what PHYs say
	machines // their timers
	flowing  // starts of signals
	showing
)

// job is the kind of an entry of the agenda.
type job uint8

const (
	change  job = iota // changing
	arrival            // settling
	injection
	backoffEnd
	txEnd
	release   // starting
	clockEdge // clocking
	esdEnd    // lining: the end of a frame or COMMIT has been sent
	tailEnd
	lineEdge // ebbing, flowing: a change of what a node sends reaches taps
	phyOff   // ebbing: a signal of a PHY falls; arg is which
	phyOn    // flowing
	resetEnd
	jamStart // showing
	hear     // a MAC of a quick bus looks at its carrier
)

// entry is one job. Entries are ordered by instant, phase, station, kind, and the order in which they
// were added.
type entry struct {
	at    phy.Time
	key   uint64 // phase, station, job, number
	arg   uint32
	other uint32
}

const numberBits = 38

func newEntry(at phy.Time, p phase, station int32, j job, arg, other uint32) entry {
	return entry{at: at, key: uint64(p)<<60 | uint64(station)<<43 | uint64(j)<<numberBits, arg: arg, other: other}
}

func (e *entry) phase() phase   { return phase(e.key >> 60) }
func (e *entry) station() int32 { return int32(e.key >> 43 & (1<<17 - 1)) }
func (e *entry) job() job       { return job(e.key >> numberBits & 31) }

func (e *entry) before(f *entry) bool {
	return e.at < f.at || e.at == f.at && e.key < f.key
}

// agenda holds the jobs to come in a heap with four children per node.
type agenda struct {
	past   phy.Time // no entry is taken for an instant before this one
	number uint64
	heap   []entry
}

// next returns the instant of the first entry, or [phy.Forever].
func (a *agenda) next() phy.Time {
	if len(a.heap) == 0 {
		return phy.Forever
	}
	return a.heap[0].at
}

// due reports whether the first entry is of this instant and phase, or of an earlier one.
func (a *agenda) due(at phy.Time, p phase) bool {
	return len(a.heap) > 0 && a.heap[0].at <= at && a.heap[0].phase() <= p
}

// push adds an entry. It panics if the instant of the entry is over: that is an error in the engine.
func (a *agenda) push(e entry) {
	if e.at < a.past {
		panic(fmt.Sprintf("t1s: something is to happen at %v, and it is %v", e.at, a.past))
	}
	if e.at >= phy.Forever {
		return
	}
	a.number++
	e.key |= a.number & (1<<numberBits - 1)
	a.add(e)
}

func (a *agenda) add(e entry) {
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

// drop removes the entries that a function names.
func (a *agenda) drop(of func(e *entry) bool) {
	old := a.heap
	a.heap = old[:0]
	for _, e := range old {
		if !of(&e) {
			a.add(e)
		}
	}
}
