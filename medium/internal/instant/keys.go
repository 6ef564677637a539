package instant

import (
	"slices"

	"github.com/csmacd/csmacd/phy"
)

// Key is where an event stands among those of other instants too: by its instant, then by Order.
type Key struct {
	At    phy.Time
	Order uint64
}

// Before reports whether the event of k is before that of l.
func (k *Key) Before(l *Key) bool { return k.At < l.At || k.At == l.At && k.Order < l.Order }

// Sorter sorts keys that differ. The zero value is ready; it keeps memory between calls.
type Sorter struct {
	merged []Key
	runs   []int
}

// Sort sorts keys that are a small number of ascending and descending runs, or a small number of keys. It returns them, and takes
// over their memory if it is not what it returns.
func (s *Sorter) Sort(keys []Key) []Key {
	if len(keys) <= 32 {
		insert(keys)
		return keys
	}
	s.runs = s.runs[:0]
	for from := 0; from < len(keys); {
		s.runs = append(s.runs, from)
		from += runOf(keys[from:])
	}
	s.merged = slices.Grow(s.merged[:0], len(keys))[:len(keys)]
	for len(s.runs) > 1 {
		kept := s.runs[:0]
		for i := 0; i < len(s.runs); i += 2 {
			from, mid, to := s.runs[i], len(keys), len(keys)
			if i+1 < len(s.runs) {
				mid = s.runs[i+1]
			}
			if i+2 < len(s.runs) {
				to = s.runs[i+2]
			}
			merge(s.merged[from:to], keys[from:mid], keys[mid:to])
			kept = append(kept, from)
		}
		s.runs = kept
		keys, s.merged = s.merged, keys
	}
	return keys
}

// insert sorts a small number of keys that are mostly in order.
func insert(keys []Key) {
	for i := 1; i < len(keys); i++ {
		at, order := keys[i].At, keys[i].Order
		k := i
		for ; k > 0; k-- {
			y := keys[k-1]
			if y.At < at || y.At == at && y.Order < order {
				break
			}
			keys[k] = y
		}
		keys[k] = Key{at, order}
	}
}

// runOf sorts the first keys, and returns how many: as long as they ascend or descend, but not a small number.
func runOf(keys []Key) int {
	k := 1
	if len(keys) > 1 && keys[1].Before(&keys[0]) {
		for k < len(keys) && keys[k].Before(&keys[k-1]) {
			k++
		}
		slices.Reverse(keys[:k])
	}
	for k < len(keys) && keys[k-1].Before(&keys[k]) {
		k++
	}
	if few := min(len(keys), 8); k < few {
		k = few
		insert(keys[:k])
	}
	return k
}

// merge merges two lists that are in order.
func merge(into, a, b []Key) {
	for len(a) > 0 && len(b) > 0 {
		if b[0].Before(&a[0]) {
			into[0], b = b[0], b[1:]
		} else {
			into[0], a = a[0], a[1:]
		}
		into = into[1:]
	}
	copy(into, a)
	copy(into[len(a):], b)
}
