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
	shift  uint     // a bucket is 2^shift ps; below 64
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
	w.shift = uint(min(max(bits.Len64(uint64(slot))-1, leastShift), 40))
}

// The shift is masked so that the processor's own instruction is all of it.
func (w *wheel) bucketOf(at phy.Time) int64  { return int64(at) >> (w.shift % 64) }
func (w *wheel) begin(bucket int64) phy.Time { return phy.Time(bucket << (w.shift % 64)) }

// file puts an entry into the wheel; its bucket is later than the open one.
func (w *wheel) file(bucket int64, e Entry) {
	level, digit := &w.levels[0], uint(bucket)%wheelSize
	if differs := uint64(bucket ^ w.open); differs >= wheelSize {
		l := uint(bits.Len64(differs)-1) / wheelDigit % wheelLevels
		level, digit = &w.levels[l], uint(bucket>>(wheelDigit*l))%wheelSize
	}
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
	w.soon = min(w.soon, w.begin(bucket))
	level.lists[digit] = i
	level.words[digit/64] |= 1 << (digit % 64)
	level.some |= 1 << (digit / 64)
	w.filed++
}

// first returns the digit of the first list that is not empty, which must exist.
func (l *level) first() int {
	word := bits.TrailingZeros32(l.some) % (wheelSize / 64)
	return word*64 + bits.TrailingZeros64(l.words[word])
}

// take returns the list of a digit, and leaves none there.
func (l *level) take(digit uint) (list int32) {
	list, l.lists[digit] = l.lists[digit], 0
	word := digit / 64
	if l.words[word] &^= 1 << (digit % 64); l.words[word] == 0 {
		l.some &^= 1 << word
	}
	return list
}

// turn advances to the first list that is not empty, which must exist, and returns it and
// its level. The entries of level 0 are all of the bucket that is now open.
func (w *wheel) turn() (l int, list int32) {
	low := &w.levels[0]
	if low.some == 0 {
		return w.turnHigher()
	}
	w.open = w.bucketOf(w.soon) // soon is in this list
	list = low.take(uint(w.open) % wheelSize)
	if low.some == 0 {
		w.soon = w.begins()
	} else {
		w.soon = w.begin(w.open&^(wheelSize-1) | int64(low.first()))
	}
	return 0, list
}

// turnHigher is turn if level 0 is empty.
func (w *wheel) turnHigher() (l int, list int32) {
	for w.levels[l%wheelLevels].some == 0 {
		l++
	}
	first := w.bucketOf(w.soon) >> (wheelDigit * l)
	w.open = first << (wheelDigit * l)
	list = w.levels[l%wheelLevels].take(uint(first) % wheelSize)
	w.soon = w.begins()
	return l, list
}

// begins returns the beginning of the first list that is not empty; never: there is none.
func (w *wheel) begins() phy.Time {
	for l := range w.levels {
		if level := &w.levels[l]; level.some != 0 {
			bits := wheelDigit * l
			return w.begin(w.open>>(bits+wheelDigit)<<(bits+wheelDigit) | int64(level.first())<<bits)
		}
	}
	return never
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
