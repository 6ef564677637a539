package bus

import (
	"slices"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/instant"
	"github.com/csmacd/csmacd/phy"
)

// untold holds the events that have not been shown yet. Those of one instant are shown together,
// when all of them are known. Contention rounds learn of events in another order than that of time.
// An event can have many keys: what listeners hear alike is one event, and so is an attempt.
type untold struct {
	keys   []instant.Key // in order up to the last showing, then as they were added; see keyOf
	events []told
	full   int // number of events at which those without a key are dropped

	sorter instant.Sorter
	moved  []uint32 // scratch
}

// told is an event. Its keys have the instant, the station and the kind.
type told struct {
	medium.Event
	more bool // the next one, which has a kind, is shown right after it
}

// keyOf returns a key of an event. Its order has the phase, the station, the index in events, so that equal ones keep the order in
// which they were added, and the kind.
func keyOf(at phy.Time, p phase, k medium.Kind, station int32, event int) instant.Key {
	return instant.Key{At: at, Order: uint64(p)<<60 | uint64(station)<<32 | uint64(event)*64 | uint64(k)}
}

// noStation stands for the medium in the key of an event.
const noStation int32 = 1<<28 - 1

func stationOf(k instant.Key) int32 {
	if i := int32(k.Order >> 32 & (1<<28 - 1)); i != noStation {
		return i
	}
	return medium.NoStation
}

func eventOf(k instant.Key) uint32     { return uint32(k.Order) / 64 }
func kindOf(k instant.Key) medium.Kind { return medium.Kind(k.Order % 64) }

// add adds an event of an instant and phase, and returns it.
func (u *untold) add(at phy.Time, p phase, k medium.Kind, station int32, f *medium.Frame, attempt uint8) *medium.Event {
	u.addKey(at, p, k, station, len(u.events))
	e := u.addEvent()
	e.Frame, e.Attempt = *f, attempt
	return e
}

// addEvent adds an event without a key.
func (u *untold) addEvent() *medium.Event {
	if len(u.events) < cap(u.events) {
		u.events = u.events[:len(u.events)+1]
	} else {
		u.events = append(u.events, told{})
	}
	e := &u.events[len(u.events)-1]
	*e = told{} // filled in here, field by field: to build it elsewhere and copy it takes longer
	return &e.Event
}

// addKey adds a key of an event.
func (u *untold) addKey(at phy.Time, p phase, k medium.Kind, station int32, event int) {
	u.keys = append(u.keys, keyOf(at, p, k, station, event))
}

// deferLast moves the beginnings of deferrals of an instant with two passes to the last phase: an
// attempt begins to defer when nothing can start any more.
func (u *untold) deferLast(at phy.Time) {
	for i := range u.keys {
		if k := &u.keys[i]; k.At == at && kindOf(*k) == medium.Defer {
			k.Order = uint64(detectingAgain)<<60 | k.Order&(1<<60-1)
		}
	}
}

// showBefore shows the events before an instant, for which all are known.
func (w *watchers) showBefore(t phy.Time) {
	w.keys = w.sorter.Sort(w.keys)
	k := len(w.keys)
	for k > 0 && w.keys[k-1].At >= t {
		k--
	}
	events, sole := w.events, w.sole
	for i := range w.keys[:k] {
		key := &w.keys[i]
		e := &events[eventOf(*key)]
		e.At, e.Station, e.Kind = key.At, stationOf(*key), kindOf(*key)
		if sole != nil && !e.more {
			sole.Observe(&e.Event)
			continue
		}
		w.tell(&e.Event)
		if e.more {
			next := &events[eventOf(*key)+1]
			next.At, next.Station = e.At, e.Station
			w.tell(&next.Event)
		}
	}
	w.drop(k)
}

// drop drops the first k keys, and the events without a key if they are many.
func (u *untold) drop(k int) {
	u.keys = u.keys[:copy(u.keys, u.keys[k:])]
	if len(u.keys) == 0 {
		u.events = u.events[:0]
		return
	}
	if len(u.events) < max(u.full, 64) {
		return
	}
	u.moved = slices.Grow(u.moved[:0], len(u.events))[:len(u.events)]
	clear(u.moved)
	for i := range u.keys {
		e := eventOf(u.keys[i])
		if u.moved[e] = 1; u.events[e].more {
			u.moved[e+1] = 1
		}
	}
	kept := 0
	for i := range u.events {
		if u.moved[i] > 0 {
			u.events[kept] = u.events[i]
			u.moved[i] = uint32(kept)
			kept++
		}
	}
	for i := range u.keys {
		k := &u.keys[i]
		k.Order = k.Order>>32<<32 | uint64(u.moved[eventOf(*k)])*64 | k.Order%64
	}
	u.events = u.events[:kept]
	u.full = 2 * kept
}
