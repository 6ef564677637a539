// Package agenda holds the jobs to come of an engine, in order of time.
package agenda

import (
	"fmt"

	"github.com/csmacd/csmacd/phy"
)

// Phase is a phase of an instant: at most 16.
type Phase uint8

// Job is the kind of an entry: at most 32.
type Job uint8

// Entry is one job. Entries are ordered by instant, then phase, then station, then kind, then
// other, so that the order in which they were added never matters.
type Entry struct {
	At   phy.Time
	Key  uint64 // phase, station, job, other
	Arg  uint32 // the signal, source, frame or token
	next int32  // the next entry of a list of the wheel, + 1
}

// MostOther is the largest number other of an entry.
const MostOther = 1<<otherBits - 1

const otherBits = 27

// New returns an entry.
func New(at phy.Time, p Phase, station int32, j Job, other int32, arg uint32) Entry {
	return Entry{At: at, Key: uint64(p)<<60 | uint64(station)<<32 | uint64(j)<<otherBits | uint64(other), Arg: arg}
}

// Phase returns the entry's phase.
func (e *Entry) Phase() Phase { return Phase(e.Key >> 60) }

// Station returns the number of the entry's station.
func (e *Entry) Station() int32 { return int32(e.Key >> 32 & (1<<28 - 1)) }

// Job returns the entry's kind.
func (e *Entry) Job() Job { return Job(e.Key >> otherBits & 31) }

// Other returns the last number by which entries are ordered.
func (e *Entry) Other() int32 { return int32(e.Key & MostOther) }

func (e *Entry) before(f *Entry) bool {
	return e.At < f.At || e.At == f.At && e.Key < f.Key
}

// Agenda holds the jobs to come. The first of them are in order. Others of the near future are in a
// heap. Later ones are in a wheel, not ordered, until their time is near.
type Agenda struct {
	Past  phy.Time // no entry is taken for an instant before this one
	first []Entry  // in descending order; there are none only if there are none in the heap
	heap  []Entry  // none is before those
	wheel
	unsorted []Entry // scratch
}

// Init chooses the sizes for a slot time, with room for some entries.
func (a *Agenda) Init(slot phy.Time, room int) {
	a.wheel.init(slot)
	m := a.memory
	if a.nodes = m.nodes[:0]; cap(a.nodes) < room {
		a.nodes = make([]Entry, 0, room)
	}
	if a.first = m.first[:0]; cap(a.first) == 0 {
		a.first = make([]Entry, 0, mostFirst)
	}
	a.heap = m.heap[:0]
	a.unsorted = m.unsorted[:0]
	m.nodes, m.first, m.heap, m.unsorted = nil, nil, nil, nil
}

// Release hands the agenda's memory on to other agendas. The agenda must not be used after that.
func (a *Agenda) Release() {
	m := a.memory
	if m == nil {
		return
	}
	for l := range m.levels {
		if m.levels[l].some != 0 {
			m.levels[l] = level{}
		}
	}
	if max(cap(a.nodes), cap(a.heap), cap(a.unsorted)) <= mostSpared {
		m.nodes, m.first, m.heap, m.unsorted = a.nodes, a.first, a.heap, a.unsorted
	}
	*a = Agenda{}
	spare.Put(m)
}

// Next returns the instant of the first entry, or [phy.Forever].
func (a *Agenda) Next() phy.Time {
	if len(a.first) == 0 && !a.openNext() {
		return phy.Forever
	}
	return a.first[len(a.first)-1].At
}

// openNext turns the wheel until there is an entry in the near future. It returns false if there is
// no entry at all.
func (a *Agenda) openNext() bool {
	for len(a.first) == 0 {
		if a.filed == 0 {
			return false
		}
		a.turn()
	}
	return true
}

// TakeOnly returns the first entry and removes it, if it is the only one of its bucket, of a kind,
// and before an instant. It need not be put in order.
func (a *Agenda) TakeOnly(until phy.Time, j Job) (e Entry, ok bool) {
	if len(a.first) > 0 || a.levels[0].some == 0 {
		return e, false
	}
	first := &a.nodes[a.levels[0].lists[uint(a.bucketOf(a.soon))%wheelSize]-1]
	if first.next != 0 || first.At >= until || first.Job() != j {
		return e, false
	}
	_, list := a.wheel.turn()
	e, _ = a.take(list)
	return e, true
}

// Due reports whether the first entry is of this instant and phase, or of an earlier one.
func (a *Agenda) Due(at phy.Time, p Phase) bool {
	if len(a.first) == 0 {
		return false
	}
	e := &a.first[len(a.first)-1]
	return e.At <= at && e.Phase() <= p
}

// Push adds an entry. One of [phy.Forever] never comes. It panics if the instant of the entry is over:
// that is an error in the engine, and the entry would be processed in the wrong order, or for ever.
func (a *Agenda) Push(e Entry) {
	if e.At < a.Past {
		a.tooLate(e.At)
	}
	if e.At >= phy.Forever {
		return
	}
	b := a.bucketOf(e.At)
	if a.filed == 0 && len(a.first) < handful && b-a.open < wheelSize {
		a.open = max(a.open, b) // a small number needs no wheel
	}
	if b > a.open {
		a.file(b, e)
	} else {
		a.pushNear(e)
	}
}

func (a *Agenda) tooLate(at phy.Time) {
	panic(fmt.Sprintf("something is to happen at %v, and it is %v", at, a.Past))
}

// handful is the number of entries up to which no wheel is faster.
const handful = 16

// Holds reports whether the first entry that is near is of this instant, phase and station.
func (a *Agenda) Holds(at phy.Time, p Phase, station int32) bool {
	if len(a.first) == 0 {
		return false
	}
	e := &a.first[len(a.first)-1]
	return e.At == at && e.Phase() == p && e.Station() == station
}

// Near reports whether the first entry that is near is not later than an instant.
func (a *Agenda) Near(t phy.Time) bool { return len(a.first) > 0 && a.first[len(a.first)-1].At <= t }

// Unsorted opens the next bucket, if it may have entries up to an instant, and returns those of a kind,
// in no order. The others are near now. ok is false if there is no such bucket. The slice is valid until
// the next call.
func (a *Agenda) Unsorted(t phy.Time, j Job) (list []Entry, ok bool) {
	if a.soon > t {
		return nil, false
	}
	a.unsorted = a.unsorted[:0]
	level, first := a.wheel.turn()
	for first != 0 {
		var e Entry
		e, first = a.take(first)
		switch {
		case level > 0:
			a.Push(e)
		case e.At <= t && e.Job() == j:
			a.unsorted = append(a.unsorted, e)
		default:
			a.pushNear(e)
		}
	}
	return a.unsorted, true
}

// turn opens the next bucket of the wheel and moves its entries to the near future.
func (a *Agenda) turn() {
	level, list := a.wheel.turn()
	for list != 0 {
		var e Entry
		e, list = a.take(list)
		if level > 0 {
			a.Push(e)
		} else {
			a.pushNear(e)
		}
	}
}

// mostFirst is the number of entries that are kept in order. For as few as that it is faster to move those that
// are earlier than a new one than to go through a heap.
const mostFirst = 32

// pushNear adds an entry of the near future.
func (a *Agenda) pushNear(e Entry) {
	k := len(a.first)
	if k == mostFirst {
		a.spill()
		k = len(a.first)
	}
	if len(a.heap) > 0 && a.first[0].before(&e) {
		a.pushHeap(e)
		return
	}
	a.first = append(a.first, e)
	f := a.first
	for k > 0 && f[k-1].before(&e) { // with copy it takes longer
		f[k] = f[k-1]
		k--
	}
	f[k] = e
}

// spill moves the later half of the first entries to the heap.
func (a *Agenda) spill() {
	half := len(a.first) / 2
	for _, e := range a.first[:half] {
		a.pushHeap(e)
	}
	a.first = a.first[:copy(a.first, a.first[half:])]
}

// Pop removes the first entry, which [Agenda.Next] has found, and returns it.
func (a *Agenda) Pop() Entry {
	last := len(a.first) - 1
	e := a.first[last]
	a.first = a.first[:last]
	if last == 0 && len(a.heap) > 0 {
		a.refill()
	}
	return e
}

// refill takes the first entries out of the heap.
func (a *Agenda) refill() {
	some := min(len(a.heap), mostFirst/2)
	a.first = a.first[:some]
	for k := some - 1; k >= 0; k-- {
		a.first[k] = a.popHeap()
	}
}

// pushHeap adds an entry to the heap, which has four children per node. The heap is typed and flat,
// so that push and pop do not box values, and do not allocate once it has grown.
func (a *Agenda) pushHeap(e Entry) {
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

// popHeap removes the first entry of the heap and returns it.
func (a *Agenda) popHeap() Entry {
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
