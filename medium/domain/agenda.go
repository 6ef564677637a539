package domain

import (
	"fmt"

	"github.com/csmacd/csmacd/phy"
)

// The phases of an instant are those of rule 10: first frames arrive, and backoffs and
// transmissions end; then stations whose gap is over start; then carriers change, and repeaters
// decide, until nothing changes any more; then stations detect collisions. If a gap of 0 begins and
// ends in this very instant, its stations start in a second pass over the last phases.
type phase uint8

const (
	changing phase = iota // before anything else happens
	settling
	starting
	carrying
	showing // what observed taps hear
	detecting
	startingAgain
	carryingAgain
	showingAgain
	detectingAgain
)

// secondPass is added to a phase of the first pass to give the same phase of the second.
const secondPass = startingAgain - starting

// job is the kind of an entry of the agenda.
type job uint8

const (
	change  job = iota // changing
	arrival            // settling: of a source's frame
	injection
	backoffEnd
	txEnd
	judgement // of a signal that carries a frame: it has reached its last listener
	handing   // of a frame to a station's delivery hook
	pausing   // of a station that received a PAUSE frame
	release   // starting: a station's gap is over
	portFall  // carrying: a signal's trailing edge reaches a port of a repeater
	portRise
	timer   // of a repeater; the entry's other is its kind
	tapFall // showing: a signal's trailing edge passes the tap of an observed station
	tapRise
	detection // detecting
	jamStart
	stray // changing: of what a station sends beside its MAC
)

// entry is one job. Entries are ordered by instant, then phase, then station, then kind, then
// other, so that the order in which they were added never matters.
type entry struct {
	at  phy.Time
	key uint64 // phase, station (or repeater, or port), job, other
	arg uint32 // the signal, source, frame or token
}

const otherBits = 27

func newEntry(at phy.Time, p phase, station int32, j job, other int32, arg uint32) entry {
	return entry{at: at, key: uint64(p)<<60 | uint64(station)<<32 | uint64(j)<<otherBits | uint64(other), arg: arg}
}

func (e *entry) phase() phase   { return phase(e.key >> 60) }
func (e *entry) station() int32 { return int32(e.key >> 32 & (1<<28 - 1)) }
func (e *entry) job() job       { return job(e.key >> otherBits & 31) }
func (e *entry) other() int32   { return int32(e.key & (1<<otherBits - 1)) }

func (e *entry) before(f *entry) bool {
	return e.at < f.at || e.at == f.at && e.key < f.key
}

// agenda holds the jobs to come in a heap with four children per node. It is typed and flat, so
// that it does not allocate once it has grown.
type agenda struct {
	past phy.Time // no entry is taken for an instant before this one
	heap []entry
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

// push adds an entry. It panics if the instant of the entry is over: that is an error in the
// engine, and the entry would be processed in the wrong order.
func (a *agenda) push(e entry) {
	if e.at < a.past {
		panic(fmt.Sprintf("domain: something is to happen at %v, and it is %v", e.at, a.past))
	}
	if e.at >= phy.Forever {
		return
	}
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
