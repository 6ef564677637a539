package instant

import (
	"slices"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Later holds events of several instants that become known in another order than that of time. They are shown when all that
// come before them are known. The zero value holds none.
type Later struct {
	keys   []key // of the events that have not been shown
	events []medium.Event
	sorted int // the number of the first keys that are in order
	shown  int // the number of events that have been shown, but keep their places

	order, runs []int // scratch
	merged      []key // likewise
}

// key is where an event stands among the others.
type key struct {
	at    phy.Time
	place uint64
	event int // its index: equal ones keep the order in which they were added
}

func (k *key) before(l *key) bool {
	return k.at < l.at || k.at == l.at && (k.place < l.place || k.place == l.place && k.event < l.event)
}

// Any reports whether there are events that have not been shown.
func (l *Later) Any() bool { return len(l.keys) > 0 }

// Add adds an event, whose instant is e.At, at a place among those of that instant.
func (l *Later) Add(place uint64, e *medium.Event) {
	l.keys = append(l.keys, key{e.At, place, len(l.events)})
	l.events = append(l.events, *e)
}

// ShowBefore calls show with the events before an instant, in order, and forgets them. All of these have been added.
func (l *Later) ShowBefore(t phy.Time, show func(e *medium.Event)) {
	l.sort()
	k := 0
	for ; k < len(l.keys) && l.keys[k].at < t; k++ {
		show(&l.events[l.keys[k].event])
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
	order := l.order[:0]
	for i := range l.keys {
		order = append(order, l.keys[i].event)
	}
	slices.Sort(order)
	for to, from := range order {
		l.events[to] = l.events[from]
	}
	for i := range l.keys {
		l.keys[i].event, _ = slices.BinarySearch(order, l.keys[i].event)
	}
	l.events, l.order = l.events[:len(order)], order
}

// sort sorts the keys. Those that were added last are a small number of ascending runs: these are merged.
func (l *Later) sort() {
	n := len(l.keys)
	if l.sorted == n {
		return
	}
	l.runs = l.runs[:0]
	for from := 0; from < n; {
		to := max(from+1, l.sorted)
		for to < n && !l.keys[to].before(&l.keys[to-1]) {
			to++
		}
		l.runs = append(l.runs, from)
		from, l.sorted = to, 0
	}
	l.sorted = n
	l.merged = slices.Grow(l.merged[:0], n)[:n]
	for len(l.runs) > 1 {
		kept := l.runs[:0]
		for i := 0; i < len(l.runs); i += 2 {
			from, mid, to := l.runs[i], n, n
			if i+1 < len(l.runs) {
				mid = l.runs[i+1]
			}
			if i+2 < len(l.runs) {
				to = l.runs[i+2]
			}
			merge(l.merged[from:to], l.keys[from:mid], l.keys[mid:to])
			kept = append(kept, from)
		}
		l.runs = kept
		l.keys, l.merged = l.merged, l.keys
	}
}

// merge merges two lists that are in order.
func merge(into, a, b []key) {
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
