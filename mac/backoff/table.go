package backoff

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
)

// Window is a range of slots: Low, Low+1, ..., Low+Size-1. A draw from it is uniform. Size is at
// least 1, and Low+Size at most [MaxSlots].
type Window struct {
	Low  uint32
	Size uint32
}

// Table is a policy that depends on the number of the failure alone and draws
// whole slots from a window: binary exponential backoff and its relatives. Build
// one with [BEB], [Untruncated], [ExponentialWindow], [Polynomial], [Linear], [Uniform], [RCP],
// [None] or [Fixed], or from windows of your own with [NewTable]. The engine of medium/bus
// runs a network whose policies are all tables several times as fast as one with other policies.
type Table struct {
	name    string
	last    int
	windows [tableSize]Window // by failure; the last one applies to all failures beyond
}

// tableSize is a power of two, so that an index is masked and needs no check.
const tableSize = 64

const (
	// MaxWindows is the number of windows that a [Table] holds.
	MaxWindows = tableSize - 1
	// MaxSlots limits Low+Size of a [Window].
	MaxSlots = math.MaxInt32
)

// NewTable returns the policy that draws from windows[n-1] after failure n, and from the last
// window after every later failure. The name is the policy's name in results. NewTable returns
// an error if the name is empty, if there is no window or more than [MaxWindows], or if a window is
// empty or reaches beyond [MaxSlots].
func NewTable(name string, windows ...Window) (*Table, error) {
	switch {
	case name == "":
		return nil, errors.New("backoff: a table has no name")
	case len(windows) == 0 || len(windows) > MaxWindows:
		return nil, fmt.Errorf("backoff: table %s has %d windows, not 1 to %d", name, len(windows), MaxWindows)
	}
	for i, w := range windows {
		if w.Size == 0 || uint64(w.Low)+uint64(w.Size) > MaxSlots {
			return nil, fmt.Errorf("backoff: table %s: the window after failure %d has low %d and size %d, but the size is at least 1, and the sum at most %d", name, i+1, w.Low, w.Size, MaxSlots)
		}
	}
	return newTable(name, len(windows), func(n int) (low, size float64) {
		return float64(windows[n-1].Low), float64(windows[n-1].Size)
	}), nil
}

// Name returns the policy's name in a scenario.
func (t *Table) Name() string { return t.name }

// Window returns the range of the draw after failure n (1, 2, ...).
func (t *Table) Window(n int) Window {
	return t.windows[max(1, min(n, t.last))&(tableSize-1)]
}

// Draw returns the number of slots to wait after failure n (1, 2, ...).
func (t *Table) Draw(n int, r *Rand) int {
	i := tableSize - 1
	if uint(n) < tableSize { // this branch is predictable; a comparison with last would not be
		i = n
	}
	w := &t.windows[i&(tableSize-1)]
	hi, _ := bits.Mul64(r.Uint64(), uint64(w.Size))
	return int(w.Low) + int(hi)
}

// Next implements [Policy]. It never stops; the attempt limit of a line does.
func (t *Table) Next(s *State, r *Rand) (delay float64, stop bool) {
	if s.Draws == nil {
		s.Previous = float64(t.Draw(s.Attempt, r))
		return s.Previous, false
	}
	w := t.windows[max(1, min(s.Attempt, t.last))]
	k, ok := s.below(r, uint64(w.Size))
	if !ok {
		return 0, true
	}
	return s.wait(float64(int(w.Low) + int(k)))
}

// newTable computes windows until failure last, or until they no longer fit.
func newTable(name string, last int, window func(n int) (low, size float64)) *Table {
	t := &Table{name: name, last: min(max(last, 1), tableSize-1)}
	for n := 1; n <= t.last; n++ {
		low, size := window(n)
		if !(low+size <= math.MaxInt32) {
			if n == 1 {
				t.windows[1] = Window{0, math.MaxInt32}
			}
			t.last = max(1, n-1)
			break
		}
		t.windows[n] = Window{uint32(max(low, 0)), uint32(max(size, 1))}
	}
	t.windows[0] = t.windows[1]
	for n := t.last + 1; n < tableSize; n++ {
		t.windows[n] = t.windows[t.last]
	}
	return t
}

// BEB returns the truncated binary exponential backoff of IEEE 802.3 4.2.3.2.5: after failure n a
// draw from 0 to 2^min(n,limit)-1. The standard's limit is 10.
func BEB(limit int) *Table {
	return newTable("beb", limit, func(n int) (float64, float64) { return 0, float64(uint64(1) << max(0, min(n, limit, 62))) })
}

// Untruncated returns binary exponential backoff without a limit: after failure n a draw from 0 to
// 2^n-1, up to n = 30 (studied by Aldous 1987). The c-th draw is (2^c-1)/2 slots on average, and
// the sum of the first c draws (2^(c+1)-2-c)/2.
func Untruncated() *Table {
	t := BEB(30)
	t.name = "beb-untruncated"
	return t
}

// ExponentialWindow returns a policy that draws from 0 to floor(base^min(n,limit))-1: the
// r-exponential backoff of the literature (Kwak, Song and Miller 2005). With base 2 it is [BEB].
func ExponentialWindow(base float64, limit int) *Table {
	power := 1.0
	return newTable("exponential-window", limit, func(int) (float64, float64) {
		power = float64(power * base)
		return 0, math.Floor(power)
	})
}

// Polynomial returns a policy that draws from 0 to (n+1)^degree-1 (Håstad, Leighton and Rogoff
// 1987: stable at loads at which no exponential backoff is).
func Polynomial(degree, limit int) *Table {
	return newTable("polynomial", limit, func(n int) (float64, float64) {
		size := 1.0
		for range min(degree, 31) { // no window is longer
			size = float64(size * float64(n+1))
		}
		return 0, size
	})
}

// Linear returns a policy that draws from 0 to n*step.
func Linear(step, limit int) *Table {
	return newTable("linear", limit, func(n int) (float64, float64) { return 0, float64(float64(n)*float64(step)) + 1 })
}

// Uniform returns a policy that draws from 0 to k-1 after every failure (Kleinrock and Lam 1975:
// retransmission over K slots).
func Uniform(k int) *Table {
	return newTable("uniform", 1, func(int) (float64, float64) { return 0, float64(k) })
}

// RCP returns retransmission control (Lam 1974, Lam and Kleinrock 1975): a frame that has collided
// m times draws from 0 to k[m]-1, K(m) slots. k[0] is for a new frame, which is sent at once. The
// last number applies to all further collisions. Without numbers it uses Lam's, 1, 10, 100, 200.
func RCP(k ...int) *Table {
	if len(k) == 0 {
		k = []int{1, 10, 100, 200}
	}
	return newTable("rcp", len(k), func(n int) (float64, float64) { return 0, float64(k[min(n, len(k)-1)]) })
}

// None returns a policy that retries at once.
func None() *Table {
	return newTable("none", 1, func(int) (float64, float64) { return 0, 1 })
}
