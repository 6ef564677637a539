package bus

import (
	"slices"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// untold holds the events that have not been shown yet. Those of one instant are shown together,
// when all of them are known. Contention rounds learn of events in another order than that of time.
// An event can have many keys: what listeners hear alike is one event, and so is an attempt.
type untold struct {
	keys   []eventKey // in order up to the last showing, then as they were added
	events []told
	full   int // number of events at which those without a key are dropped

	merged []eventKey // scratch
	runs   []int      // scratch
	moved  []uint32   // scratch
}

// told is an event. Its keys have the instant, the station and the kind.
type told struct {
	medium.Event
	more bool // the next one, which has a kind, is shown right after it
}

// eventKey is the place of an event: its instant, then phase, station, the index in events, so that
// equal ones keep the order in which they were added, and kind.
type eventKey struct {
	at  phy.Time
	key uint64
}

func (k *eventKey) station() int32 {
	if i := int32(k.key >> 32 & (1<<28 - 1)); i != noStation {
		return i
	}
	return medium.NoStation
}

// noStation stands for the medium in the key of an event.
const noStation int32 = 1<<28 - 1

func (k *eventKey) event() uint32     { return uint32(k.key) / 64 }
func (k *eventKey) kind() medium.Kind { return medium.Kind(k.key % 64) }

func (k *eventKey) before(l *eventKey) bool { return k.at < l.at || k.at == l.at && k.key < l.key }

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

// keyOf returns the key of an event.
func keyOf(at phy.Time, p phase, k medium.Kind, station int32, event int) eventKey {
	return eventKey{at, uint64(p)<<60 | uint64(station)<<32 | uint64(event)*64 | uint64(k)}
}

// addKey adds a key of an event.
func (u *untold) addKey(at phy.Time, p phase, k medium.Kind, station int32, event int) {
	u.keys = append(u.keys, keyOf(at, p, k, station, event))
}

// deferLast moves the beginnings of deferrals of an instant with two passes to the last phase: an
// attempt begins to defer when nothing can start any more.
func (u *untold) deferLast(at phy.Time) {
	for i := range u.keys {
		if k := &u.keys[i]; k.at == at && k.kind() == medium.Defer {
			k.key = uint64(detectingAgain)<<60 | k.key&(1<<60-1)
		}
	}
}

// showBefore shows the events before an instant, for which all are known.
func (w *watchers) showBefore(t phy.Time) {
	w.sort()
	k := len(w.keys)
	for k > 0 && w.keys[k-1].at >= t {
		k--
	}
	events, sole := w.events, w.sole
	for _, key := range w.keys[:k] {
		e := &events[key.event()]
		e.At, e.Station, e.Kind = key.at, key.station(), key.kind()
		if sole != nil && !e.more {
			sole.Observe(&e.Event)
			continue
		}
		w.tell(&e.Event)
		if e.more {
			next := &events[key.event()+1]
			next.At, next.Station = key.at, key.station()
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
		e := u.keys[i].event()
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
		k.key = k.key>>32<<32 | uint64(u.moved[k.event()])*64 | k.key%64
	}
	u.events = u.events[:kept]
	u.full = 2 * kept
}

// sort sorts the keys. They are a small number of ascending and descending runs, or a small number
// of keys.
func (u *untold) sort() {
	if len(u.keys) <= 32 {
		insertKeys(u.keys)
		return
	}
	u.runs = u.runs[:0]
	for from := 0; from < len(u.keys); {
		u.runs = append(u.runs, from)
		from += runOf(u.keys[from:])
	}
	u.merged = slices.Grow(u.merged[:0], len(u.keys))[:len(u.keys)]
	for len(u.runs) > 1 {
		kept := u.runs[:0]
		for i := 0; i < len(u.runs); i += 2 {
			from, mid, to := u.runs[i], len(u.keys), len(u.keys)
			if i+1 < len(u.runs) {
				mid = u.runs[i+1]
			}
			if i+2 < len(u.runs) {
				to = u.runs[i+2]
			}
			mergeKeys(u.merged[from:to], u.keys[from:mid], u.keys[mid:to])
			kept = append(kept, from)
		}
		u.runs = kept
		u.keys, u.merged = u.merged, u.keys
	}
}

// insertKeys sorts a small number of keys that are mostly in order.
func insertKeys(keys []eventKey) {
	for i := 1; i < len(keys); i++ {
		at, key := keys[i].at, keys[i].key
		k := i
		for ; k > 0; k-- {
			y := keys[k-1]
			if y.at < at || y.at == at && y.key < key {
				break
			}
			keys[k] = y
		}
		keys[k] = eventKey{at, key}
	}
}

// runOf sorts the first keys, and returns how many: as long as they ascend or descend, but not a
// small number.
func runOf(keys []eventKey) int {
	k := 1
	if len(keys) > 1 && keys[1].before(&keys[0]) {
		for k < len(keys) && keys[k].before(&keys[k-1]) {
			k++
		}
		slices.Reverse(keys[:k])
	}
	for k < len(keys) && keys[k-1].before(&keys[k]) {
		k++
	}
	if few := min(len(keys), 8); k < few {
		k = few
		insertKeys(keys[:k])
	}
	return k
}

// mergeKeys merges two sorted lists.
func mergeKeys(into, a, b []eventKey) {
	for len(a) > 0 && len(b) > 0 {
		if b[0].before(&a[0]) {
			into[0], b = b[0], b[1:]
		} else {
			into[0], a = a[0], a[1:]
		}
		into = into[1:]
	}
	copy(into, a)
	copy(into[len(a):], b)
}
