package stats

import "math"

// Jain is the index of fairness of R. Jain, D. Chiu and W. Hawe (A quantitative measure
// of fairness and discrimination, DEC-TR-301, 1984): (sum of x)^2 / (n * sum of x^2).
// It is 1 where all get the same, 1/n where one gets all, and 0 for no shares, or none
// above 0. Shares are not negative.
func Jain(shares []float64) float64 {
	// Scaled by the greatest, so that no square overflows or vanishes.
	top := 0.0
	for _, x := range shares {
		if math.IsNaN(x) || x < 0 || math.IsInf(x, 0) {
			return math.NaN()
		}
		top = max(top, x)
	}
	if top == 0 {
		return 0
	}
	sum, squares := 0.0, 0.0
	for _, x := range shares {
		x /= top
		sum += x
		squares += float64(x * x)
	}
	return float64(sum*sum) / float64(float64(len(shares))*squares)
}

// Window follows Jain's index over the last frames that a medium carried: in the
// long run a medium may be fair, and yet one station hold it for seconds on end. That is
// the sliding-window measure of C. E. Koksal, H. Kassab and H. Balakrishnan (An analysis
// of short-term fairness in wireless media access protocols, SIGMETRICS 2000).
type Window struct {
	last    []int // whose the last frames were, in a ring
	next    int
	full    bool
	counts  []int64
	squares int64 // sum of the counts' squares: whole numbers, so that nothing drifts
	sum     float64
	windows int64
}

// NewWindow is for a number of stations and a width in frames, both at least 1. A
// width that is a multiple of the stations can come to 1; another cannot quite.
func NewWindow(stations, width int) *Window {
	return &Window{last: make([]int, max(1, width)), counts: make([]int64, max(1, stations))}
}

// Add takes the next frame, of the station with that number, from 0. Numbers of no
// station are left out.
func (w *Window) Add(station int) {
	if station < 0 || station >= len(w.counts) {
		return
	}
	if w.full {
		old := w.last[w.next]
		w.squares -= 2*w.counts[old] - 1
		w.counts[old]--
	}
	w.squares += 2*w.counts[station] + 1
	w.counts[station]++
	w.last[w.next] = station
	if w.next++; w.next == len(w.last) {
		w.next, w.full = 0, true
	}
	if w.full {
		n := float64(len(w.last))
		w.sum += float64(n*n) / (float64(len(w.counts)) * float64(w.squares))
		w.windows++
	}
}

// Mean is the index averaged over all whole windows so far, a window beginning at each
// frame, and how many they were. Not a number for none.
func (w *Window) Mean() (jain float64, windows int64) {
	return w.sum / float64(w.windows), w.windows
}
