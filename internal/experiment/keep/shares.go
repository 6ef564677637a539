package keep

import (
	"math"

	"github.com/csmacd/csmacd/internal/stats"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// shares counts what the receivers of flows get in each tenth of a second, to tell over which times
// flows share a medium fairly.
type shares struct {
	since  phy.Time // the end of the warm-up
	octets [][]int64
}

// tenth is the shortest window, and the time from one window to the next.
const tenth = 100 * phy.Millisecond

// tenths are the lengths of windows.
var tenths = []int{1, 2, 5, 10, 20, 50, 100}

// receiving is a network whose hosts receive flows.
type receiving interface {
	OnReceived(f func(flow int, at phy.Time, octets int64))
}

// newShares returns the shares of the flows on a network, or nil if it has no hosts.
func newShares(all medium.Network, since phy.Time) *shares {
	net, ok := all.(receiving)
	if !ok {
		return nil
	}
	s := &shares{since: since}
	net.OnReceived(s.add)
	return s
}

// add counts octets.
func (s *shares) add(flow int, at phy.Time, octets int64) {
	if at < s.since {
		return
	}
	for len(s.octets) <= flow {
		s.octets = append(s.octets, nil)
	}
	list, k := &s.octets[flow], int((at-s.since)/tenth)
	for len(*list) <= k {
		*list = append(*list, 0)
	}
	(*list)[k] += octets
}

// rows calls row with the mean of Jain's index over windows of each length. A window begins at each tenth of a
// second after the warm-up. Its index is that of the octets of the flows that were under way during all of it, if these
// are two or more, and some had any.
func (s *shares) rows(r *medium.Result, row func(ms, windows int, jain float64)) {
	if s == nil {
		return
	}
	first, end := s.since.Microseconds(), phy.Time(r.SimulatedPs).Microseconds()
	end += first
	var had []float64
	for _, n := range tenths {
		sum, windows := 0.0, 0
		for k := 0; ; k++ {
			from, to := first+float64(k)*tenth.Microseconds(), first+float64(k+n)*tenth.Microseconds()
			if to > end {
				break
			}
			had = had[:0]
			for i := range r.Flows {
				if f := &r.Flows[i]; f.StartedUs <= from && (f.EndedUs == nil || to <= *f.EndedUs) {
					had = append(had, s.octetsOf(i, k, k+n))
				}
			}
			if jain := stats.Jain(had); len(had) > 1 && jain > 0 && !math.IsNaN(jain) {
				sum += jain
				windows++
			}
		}
		if windows > 0 {
			row(100*n, windows, sum/float64(windows))
		}
	}
}

// octetsOf returns the octets of a flow between two tenths of a second.
func (s *shares) octetsOf(flow, from, to int) float64 {
	if flow >= len(s.octets) {
		return 0
	}
	sum, list := int64(0), s.octets[flow]
	for _, n := range list[min(from, len(list)):min(to, len(list))] {
		sum += n
	}
	return float64(sum)
}
