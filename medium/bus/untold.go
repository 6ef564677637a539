package bus

import (
	"slices"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// untold holds the events that have not been shown yet. Those of one instant are shown together,
// when all of them are known. Contention rounds learn of events in another order than that of time.
type untold struct {
	keys   []eventKey // in order up to the last showing, then as they were added
	events []medium.Event

	merged []eventKey     // scratch
	runs   []int          // scratch
	kept   []medium.Event // scratch
}

// eventKey is the place of an event: its instant, then phase, station, and the index in events, so
// that equal ones keep the order in which they were added.
type eventKey struct {
	at  phy.Time
	key uint64
}

func (k *eventKey) before(l *eventKey) bool { return k.at < l.at || k.at == l.at && k.key < l.key }

// add adds an event of an instant and phase.
func (u *untold) add(at phy.Time, p phase, e *medium.Event) {
	u.keys = append(u.keys, eventKey{at, uint64(p)<<60 | uint64(e.Station)<<32 | uint64(len(u.events))})
	u.events = append(u.events, *e)
	u.events[len(u.events)-1].At = at
}

// deferLast moves the beginnings of deferrals of an instant with two passes to the last phase: an
// attempt begins to defer when nothing can start any more.
func (u *untold) deferLast(at phy.Time) {
	for i := range u.keys {
		if k := &u.keys[i]; k.at == at && u.events[uint32(k.key)].Kind == medium.Defer {
			k.key = uint64(detectingAgain)<<60 | k.key&(1<<60-1)
		}
	}
}

// showBefore shows the events before an instant, for which all are known.
func (w *watchers) showBefore(t phy.Time) {
	w.sort()
	k := 0
	for ; k < len(w.keys) && w.keys[k].at < t; k++ {
		w.tell(&w.events[uint32(w.keys[k].key)])
	}
	w.forget(k)
}

// forget drops the first k events.
func (u *untold) forget(k int) {
	if k == 0 {
		return
	}
	rest := u.keys[k:]
	u.kept = u.kept[:0]
	for i := range rest {
		u.kept = append(u.kept, u.events[uint32(rest[i].key)])
		u.keys[i] = eventKey{rest[i].at, rest[i].key>>32<<32 | uint64(i)}
	}
	u.keys = u.keys[:len(rest)]
	u.events, u.kept = u.kept, u.events
}

// sort sorts the keys. They are a small number of ascending and descending runs, or a small number
// of keys.
func (u *untold) sort() {
	if len(u.keys) <= 16 {
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

// insertKeys sorts a small number of keys.
func insertKeys(keys []eventKey) {
	for i := 1; i < len(keys); i++ {
		x := keys[i]
		k := i
		for ; k > 0 && x.before(&keys[k-1]); k-- {
			keys[k] = keys[k-1]
		}
		keys[k] = x
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
