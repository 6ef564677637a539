package crowd

import "github.com/csmacd/csmacd/phy"

// Entry is a job of the agenda. Entries of one instant are processed in the order of their places:
// the phase, then the client. Nothing depends on the order in which they were added.
type Entry struct {
	At    phy.Time
	Place uint64
	Tag   uint64 // for use by the resource; among entries of one place, the lower first
}

// PlaceOf returns the place of a client's entry in a phase of an instant.
func PlaceOf(phase uint8, client int32) uint64 { return uint64(phase)<<32 | uint64(uint32(client)) }

// Phase returns the phase of an instant to which an entry belongs.
func (e *Entry) Phase() uint8 { return uint8(e.Place >> 32) }

// Client returns the client that an entry is about.
func (e *Entry) Client() int32 { return int32(uint32(e.Place)) }

func (e *Entry) before(o *Entry) bool {
	if e.At != o.At {
		return e.At < o.At
	}
	if e.Place != o.Place {
		return e.Place < o.Place
	}
	return e.Tag < o.Tag
}

// Agenda holds the jobs to come, in a heap with four children per node. It is faster than one with
// two, because new entries mostly go to the bottom.
type Agenda struct{ heap []Entry }

// Len returns the number of entries.
func (a *Agenda) Len() int { return len(a.heap) }

// Next returns the instant of the next entry, or [phy.Forever].
func (a *Agenda) Next() phy.Time {
	if len(a.heap) == 0 {
		return phy.Forever
	}
	return a.heap[0].At
}

// First returns the next entry, which stays. There must be one.
func (a *Agenda) First() Entry { return a.heap[0] }

// goesOn reports whether the next entry is of this instant and this phase.
func (a *Agenda) goesOn(at phy.Time, phase uint8) bool {
	return len(a.heap) > 0 && a.heap[0].At == at && a.heap[0].Phase() == phase
}

// Push adds an entry, unless its instant is never reached.
func (a *Agenda) Push(e Entry) {
	if e.At >= phy.Forever {
		return
	}
	a.heap = append(a.heap, e)
	h, i := a.heap, len(a.heap)-1
	for i > 0 {
		up := (i - 1) / 4
		if !e.before(&h[up]) {
			break
		}
		h[i] = h[up]
		i = up
	}
	h[i] = e
}

// Pop removes and returns the next entry. There must be one.
func (a *Agenda) Pop() Entry {
	h := a.heap
	first, last := h[0], h[len(h)-1]
	h = h[:len(h)-1]
	a.heap = h
	if len(h) == 0 {
		return first
	}
	i := 0
	for {
		child := 4*i + 1
		if child >= len(h) {
			break
		}
		least := child
		for k := child + 1; k < min(child+4, len(h)); k++ {
			if h[k].before(&h[least]) {
				least = k
			}
		}
		if !h[least].before(&last) {
			break
		}
		h[i] = h[least]
		i = least
	}
	h[i] = last
	return first
}
