package profile

import (
	"math"

	"github.com/csmacd/csmacd/mac/backoff"
)

// consecutive returns the sizes of the windows of a policy whose windows follow one another.
// It asks the policy for the last slot of each. For any other policy it returns nil.
func consecutive(p backoff.Policy, failures int) (sizes []int) {
	if l, ok := p.(*backoff.Limited); ok {
		p = l.Policy
	}
	if p.Name() != backoff.Windowed(1).Name() {
		return nil
	}
	total := 0.0
	for n := 1; n <= failures; n++ {
		last, _ := p.Next(&backoff.State{Attempt: n, Draws: &probe{at: 1}}, new(backoff.Rand))
		if total += last + 1; total > longest {
			return nil
		}
		sizes = append(sizes, int(last)+1)
	}
	return sizes
}

// following computes the delays of such windows: each is the sum of the rest of the last window and a draw from
// the next, both uniform. It returns the mean number of retries of a client in each slot.
func following(list []Failure, sizes []int, o Options) []float64 {
	takes := o.Takes / o.Scale
	if takes != math.Trunc(takes) || takes > longest {
		return nil
	}
	var slots []float64
	total, before := 0.0, 1
	for i, size := range sizes {
		f := &list[i]
		f.spread(before, size, o)
		total += f.Mean
		f.Total, f.TotalHalf = total, 0
		before = size

		start := max(len(slots)-1, 0) + int(takes)
		for len(slots) < start+size {
			slots = append(slots, 0)
		}
		for k := range size {
			slots[start+k] += 1 / float64(size)
		}
	}
	return slots
}

// spread sets f to the delay that is the sum of two uniform draws, from 0 to a-1 and from 0 to b-1.
func (f *Failure) spread(a, b int, o Options) {
	at := func(share float64) float64 {
		below, all := 0, float64(float64(a)*float64(b))
		for x := range a + b - 1 {
			if below += min(x+1, a, b, a+b-1-x); float64(below) >= share*all {
				return float64(float64(x) * o.Scale)
			}
		}
		return f.Most
	}
	f.Mean, f.Half = float64(float64(a+b-2)/2*o.Scale), 0
	f.P5, f.P50, f.P95 = at(0.05), at(0.5), at(0.95)
	f.Least, f.Most, f.Exact = 0, float64(float64(a+b-2)*o.Scale), true
}
