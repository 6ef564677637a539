package server

import (
	"fmt"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// WindowLength is the time that each of a result's windows covers.
const WindowLength = 5 * phy.Second

// MostWindows limits the number of windows of all groups of a run. Windows take memory even if a
// group has no requests in them.
const MostWindows = 5_000_000

var mostWindows = MostWindows // a variable for a test

var errTooLong = fmt.Errorf("server: the run is longer than %d windows of %v for all groups together: make it shorter, or use fewer groups", MostWindows, WindowLength)

// windows are the outcomes of a group's requests, by the time at which its clients knew.
type windows []window

type window struct{ ok, timedOut uint64 }

// count counts the outcome of a client's request, now.
func (n *server) count(i int32, ok bool) {
	w := &n.windows[n.Client(i).Group()]
	k := int((n.Now() - n.Since()) / WindowLength)
	if k >= mostWindows/len(n.windows) {
		n.Failed(errTooLong)
		return
	}
	for len(*w) <= k {
		*w = append(*w, window{})
	}
	if ok {
		(*w)[k].ok++
	} else {
		(*w)[k].timedOut++
	}
}

// Restart implements [crowd.Resource].
func (n *server) Restart() {
	for i := range n.windows {
		n.windows[i] = n.windows[i][:0]
	}
	n.peak = n.inside
}

// Measure implements [crowd.Resource].
func (n *server) Measure(r *medium.Result) {
	whole := min(int((n.Now()-n.Since())/WindowLength), mostWindows/len(n.windows))
	all := make(windows, whole)
	for i, w := range n.windows {
		group := make(windows, whole)
		copy(group, w)
		for k := range group {
			all[k].ok += group[k].ok
			all[k].timedOut += group[k].timedOut
		}
		r.Groups[i].Server = n.figures(group)
	}
	r.Medium.Server = n.figures(all)
	r.Medium.ConcurrencyPeak = uint64(n.peak)
}

// figures returns windows as rates per second, and the time to recovery.
func (n *server) figures(w windows) *medium.Server {
	const seconds = float64(WindowLength / phy.Second)
	s := &medium.Server{Windows: make([]medium.Window, len(w))}
	for k := range w {
		s.Windows[k] = medium.Window{OK: float64(w[k].ok) / seconds, TimedOut: float64(w[k].timedOut) / seconds}
	}
	if k, ok := n.recovered(w); ok {
		us := (n.Since() + phy.Time(k)*WindowLength - n.lastStop()).Microseconds()
		s.RecoveredUs = &us
	}
	return s
}

// recovered returns the first whole window after the last stop in which the rate of responses is at
// least nine tenths of that before the first stop, and less than a tenth of that rate is given up.
func (n *server) recovered(w windows) (window int, ok bool) {
	if len(n.stops) == 0 {
		return 0, false
	}
	var before, answered uint64
	for k := range w {
		if n.Since()+phy.Time(k+1)*WindowLength > n.stops[0].At {
			break
		}
		before++
		answered += w[k].ok
	}
	if answered == 0 {
		return 0, false
	}
	for k := range w {
		if n.Since()+phy.Time(k)*WindowLength < n.lastStop() {
			continue
		}
		if 10*w[k].ok*before >= 9*answered && 10*w[k].timedOut*before < answered {
			return k, true
		}
	}
	return 0, false
}

// lastStop returns the end of the last stop.
func (n *server) lastStop() phy.Time {
	s := n.stops[len(n.stops)-1]
	return s.At + s.For
}
