package instant

import (
	"slices"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Later holds events of several instants that become known in another order than that of time. They are shown when all that
// come before them are known. The zero value holds none.
type Later struct {
	keys   []Key // of the events that have not been shown, in order up to the last showing
	events []medium.Event
	sorted int // the number of the first keys that are in order
	shown  int // the number of events that have been shown, but keep their places

	sorter Sorter
	kept   []int // scratch
}

// keyAt returns the key of an event: its order has the phase, the station and the index in events, so that equal ones keep the order in
// which they were added.
func keyAt(at phy.Time, place uint64, event int) Key {
	return Key{at, place>>32<<60 | place<<36>>4 | uint64(event)}
}

// event returns the index of an event.
func (k *Key) event() int { return int(uint32(k.Order)) }

// Any reports whether there are events that have not been shown.
func (l *Later) Any() bool { return len(l.keys) > 0 }

// Add adds an event, whose instant is e.At, at a place among those of that instant (a phase below 16, then a station below 2^28).
func (l *Later) Add(place uint64, e *medium.Event) {
	l.keys = append(l.keys, keyAt(e.At, place, len(l.events)))
	l.events = append(l.events, *e)
}

// ShowBefore calls show with the events before an instant, in order, and forgets them. All of these have been added.
func (l *Later) ShowBefore(t phy.Time, show func(e *medium.Event)) {
	if l.sorted < len(l.keys) {
		l.keys = l.sorter.Sort(l.keys)
		l.sorted = len(l.keys)
	}
	k := 0
	for ; k < len(l.keys) && l.keys[k].At < t; k++ {
		show(&l.events[l.keys[k].event()])
	}
	if k == 0 {
		return
	}
	l.keys = l.keys[:copy(l.keys, l.keys[k:])]
	l.sorted -= k
	if l.shown += k; l.shown > len(l.keys) {
		l.drop()
	}
}

// drop frees the places of the events that have been shown. These are more than half of all, so that it costs little for each.
func (l *Later) drop() {
	l.shown = 0
	if len(l.keys) == 0 {
		l.events = l.events[:0]
		return
	}
	kept := l.kept[:0]
	for i := range l.keys {
		kept = append(kept, l.keys[i].event())
	}
	slices.Sort(kept)
	for to, from := range kept {
		l.events[to] = l.events[from]
	}
	for i := range l.keys {
		k := &l.keys[i]
		event, _ := slices.BinarySearch(kept, k.event())
		k.Order = k.Order>>32<<32 | uint64(event)
	}
	l.events, l.kept = l.events[:len(kept)], kept
}
