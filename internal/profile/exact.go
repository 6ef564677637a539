package profile

import (
	"math"

	"github.com/csmacd/csmacd/mac/backoff"
)

// tableOf returns a policy as a table of windows, or nil if it is not one.
func tableOf(p backoff.Policy) *backoff.Table {
	if l, ok := p.(*backoff.Limited); ok {
		p = l.Policy
	}
	t, _ := p.(*backoff.Table)
	return t
}

// windows replaces the delays of simulated clients by those of a table's windows.
func windows(list []Failure, t *backoff.Table, o Options) {
	first, second := t.Window(1), t.Window(2)
	binary := first == backoff.Window{Size: 2} && second == backoff.Window{Size: 4}
	total := 0.0
	for i := range list {
		f := &list[i]
		if f.Share == 0 {
			return
		}
		w := t.Window(f.N)
		low, size := float64(w.Low), float64(w.Size)
		// The least draw that this share of all draws does not exceed.
		at := func(share float64) float64 { return float64((low + math.Ceil(share*size) - 1) * o.Scale) }
		f.Mean, f.Half = float64((low+(size-1)/2)*o.Scale), 0
		f.P5, f.P50, f.P95 = at(0.05), at(0.5), at(0.95)
		f.Least, f.Most = float64(low*o.Scale), float64((low+size-1)*o.Scale)
		total += f.Mean
		f.Total, f.TotalHalf, f.Exact = total, 0, true
		if binary && f.N < 1000 {
			f.Binary = float64((math.Ldexp(1, f.N) - 1) / 2 * o.Scale)
		}
	}
}

// longest is the greatest number of slots of a distribution that is computed slot by slot, and
// mostSlots the greatest number of slots that are listed.
const longest, mostSlots = 1 << 20, 1 << 13

// convolve returns the mean number of retries of a client that begin in each slot, over all its
// failures. It returns nil if there are too many slots, or an attempt is not a whole number of slots long.
// A slot is the policy's 1.
func convolve(t *backoff.Table, failures int, o Options) []float64 {
	takes := o.Takes / o.Scale
	if takes != math.Trunc(takes) {
		return nil
	}
	end := 1.0
	for n := 1; n <= failures; n++ {
		w := t.Window(n)
		if end += takes + float64(w.Low) + float64(w.Size) - 1; end > longest {
			return nil
		}
	}
	sum, at := make([]float64, int(end)), []float64{1} // at: of the attempt after n failures
	for n := 1; n <= failures; n++ {
		w := t.Window(n)
		size := int(w.Size)
		next := make([]float64, len(at)+size-1+int(w.Low)+int(takes))
		from := next[int(w.Low)+int(takes):]
		running := 0.0
		for i := range from {
			if i < len(at) {
				running += at[i]
			}
			if i >= size {
				running -= at[i-size]
			}
			from[i] = max(running, 0) / float64(size)
		}
		for i, p := range next {
			sum[i] += p
		}
		at = next
	}
	return sum
}

// begin returns the first slot in which there is a retry.
func begin(slots []float64) int {
	for i, p := range slots {
		if p > 0 {
			return i
		}
	}
	return len(slots)
}

func listed(slots []float64, o Options) (list []Slot) {
	for i := begin(slots); i < len(slots); i++ {
		list = append(list, Slot{float64(float64(i) * o.Scale), slots[i] / o.Scale})
	}
	return list
}

// single returns a bin for every slot.
func single(slots []float64, o Options) (list []Bin) {
	for i := begin(slots); i < len(slots); i++ {
		list = append(list, Bin{float64(float64(i) * o.Scale), float64(float64(i+1) * o.Scale), float64(float64(i) * o.Scale), slots[i] / o.Scale, 0})
	}
	return list
}

// gather joins slots to bins of the grid.
func gather(slots []float64, o Options) (list []Bin) {
	i := begin(slots)
	for k := 0; k < len(grid)-1 && i < len(slots); k++ {
		from, sum := i, 0.0
		for ; i < len(slots) && float64(i) < grid[k+1]; i++ {
			sum += slots[i]
		}
		if i > from {
			list = append(list, Bin{float64(float64(from) * o.Scale), float64(float64(i) * o.Scale), float64(float64(from+i-1) * o.Scale / 2), sum / float64(float64(i-from)*o.Scale), 0})
		}
	}
	return list
}
