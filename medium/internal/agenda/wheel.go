package agenda

import (
	"math"
	"math/bits"

	"github.com/csmacd/csmacd/medium/internal/tally"
	"github.com/csmacd/csmacd/phy"
)

// wheel files entries by the bucket of time to which they belong, at a cost that does not grow with
// their number. A bucket is about half a slot time long. The numbers of buckets are written with
// digits of eleven bits. An entry is on the level of the highest digit in which its bucket differs
// from the open one, under that digit. It moves down a level when time has reached that digit.
// (Varghese and Lauck 1987, with the digits of a radix heap.)
type wheel struct {
	shift  uint8    // a bucket is 2^shift ps
	open   int64    // the bucket that time has reached
	filed  int      // entries in the wheel
	soon   phy.Time // no filed entry is earlier, and this time is in the first list; never: there is none
	nodes  []Entry
	free   int32 // index of the first free node, + 1
	levels *[wheelLevels]level
	memory *memory
}

const (
	wheelDigit  = 11
	wheelLevels = 4
	wheelSize   = 1 << wheelDigit
	leastShift  = 63 - wheelDigit*wheelLevels // so that four digits are enough
)

// never is later than every entry; an endless backoff ends after [phy.Forever].
const never phy.Time = math.MaxInt64

// level holds the lists of entries of one digit, each as the index of its first node + 1, and which
// of them are not empty.
type level struct {
	some  uint32
	words [wheelSize / 64]uint64
	lists [wheelSize]int32
}

// memory is what an agenda hands on when it is released: its levels, all empty, which are as large as the
// rest of a small network, and room for entries.
type memory struct {
	levels                       [wheelLevels]level
	nodes, first, heap, unsorted []Entry
}

var spare tally.Spare[memory]

// mostSpared is the number of entries up to which their room is handed on.
const mostSpared = 1 << 13

// init chooses the size of buckets: at most a slot time, and at least half of one.
func (w *wheel) init(slot phy.Time) {
	w.memory = spare.Get()
	w.levels = &w.memory.levels
	w.soon = never
	w.shift = uint8(min(max(bits.Len64(uint64(slot))-1, leastShift), 40))
}

func (w *wheel) bucketOf(at phy.Time) int64 { return int64(at) >> w.shift }

// file puts an entry into the wheel; its bucket is later than the open one.
func (w *wheel) file(bucket int64, e Entry) {
	l := uint(0)
	if differs := uint64(bucket ^ w.open); differs >= wheelSize {
		l = uint(bits.Len64(differs)-1) / wheelDigit % wheelLevels
	}
	digit := uint(bucket>>(wheelDigit*l)) % wheelSize
	level := &w.levels[l]
	e.next = level.lists[digit]
	i := w.free
	if i != 0 {
		n := &w.nodes[i-1]
		w.free = n.next
		*n = e
	} else {
		w.nodes = append(w.nodes, e)
		i = int32(len(w.nodes))
	}
	w.soon = min(w.soon, phy.Time(bucket<<w.shift))
	level.lists[digit] = i
	level.words[digit/64] |= 1 << (digit % 64)
	level.some |= 1 << (digit / 64)
	w.filed++
}

// begins returns the first bucket of the first list that is not empty.
func (w *wheel) begins() (bucket int64, ok bool) {
	for l := range w.levels {
		level := &w.levels[l]
		if level.some == 0 {
			continue
		}
		word := bits.TrailingZeros32(level.some) % (wheelSize / 64)
		digit := word*64 + bits.TrailingZeros64(level.words[word])
		return w.open>>(wheelDigit*(l+1))<<(wheelDigit*(l+1)) | int64(digit)<<(wheelDigit*l), true
	}
	return 0, false
}

// turn advances to the first list that is not empty, which must exist, and returns it and
// its level. The entries of level 0 are all of the bucket that is now open.
func (w *wheel) turn() (l int, list int32) {
	for w.levels[l%wheelLevels].some == 0 {
		l++
	}
	level := &w.levels[l%wheelLevels]
	first := w.bucketOf(w.soon) >> (wheelDigit * l) // soon is in this list
	w.open = first << (wheelDigit * l)
	digit := uint(first) % wheelSize
	list, level.lists[digit] = level.lists[digit], 0
	word := digit / 64
	if level.words[word] &^= 1 << (digit % 64); level.words[word] == 0 {
		level.some &^= 1 << word
	}
	w.soon = never
	if bucket, ok := w.begins(); ok {
		w.soon = phy.Time(bucket << w.shift)
	}
	return l, list
}

// take frees the first node of a list, and returns its entry and the rest of the list.
func (w *wheel) take(list int32) (e Entry, rest int32) {
	n := &w.nodes[list-1]
	e, rest = *n, n.next
	n.next, w.free = w.free, list
	e.next = 0
	w.filed--
	return e, rest
}
