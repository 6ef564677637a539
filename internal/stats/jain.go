package stats

import "math"

// Jain returns the index of fairness of R. Jain, D. Chiu and W. Hawe (A quantitative measure
// of fairness and discrimination, DEC-TR-301, 1984): (sum of x)^2 / (n * sum of x^2).
// It is 1 if all shares are equal, 1/n if all but one of n are 0, and 0 if there are no shares above
// 0. Shares must not be negative.
func Jain(shares []float64) float64 {
	// Scaled by the greatest share, so that no square overflows or becomes 0.
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

// Window computes Jain's index over the last frames that a medium carried: a medium can be fair
// in the long run although single stations hold it for seconds. This is
// the sliding-window measure of C. E. Koksal, H. Kassab and H. Balakrishnan (An analysis
// of short-term fairness in wireless media access protocols, SIGMETRICS 2000).
type Window struct {
	last    []int // stations of the last frames, in a ring
	next    int
	full    bool
	counts  []int64
	squares int64 // sum of the squares of counts; whole numbers, so that errors do not add up
	sum     float64
	windows int64
}

// NewWindow returns a Window for a number of stations and a width in frames, both at least 1. The
// index can be 1 only if the width is a multiple of the number of stations.
func NewWindow(stations, width int) *Window {
	return &Window{last: make([]int, max(1, width)), counts: make([]int64, max(1, stations))}
}

// Add adds the next frame, of the station with that number, from 0. It ignores numbers that are not those of
// stations.
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

// Join adds a station, with the next number. The index of all windows is over all stations, those
// that joined later included.
func (w *Window) Join() {
	before := len(w.counts)
	w.counts = append(w.counts, 0)
	w.sum = float64(w.sum*float64(before)) / float64(len(w.counts))
}

// Mean returns the mean index over all whole windows so far, where a window begins at each
// frame, and the number of windows. The mean is NaN if there are none.
func (w *Window) Mean() (jain float64, windows int64) {
	return w.sum / float64(w.windows), w.windows
}
