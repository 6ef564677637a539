package server

import (
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/phy"
)

// overNow is a delay that has wrapped: it is over before it began.
const overNow phy.Time = -1

// growthOf returns the factor by which that many requests in the server lengthen the time of each.
func (r *Rule) growthOf(concurrency int) float64 {
	if concurrency <= r.Limit {
		return 1
	}
	return backoff.Pow(r.Factor, float64(concurrency-r.Limit)/r.K)
}

// delayOf returns the time that a request takes with that many requests in the server, as the
// original computes it: in whole nanoseconds, truncated.
func (r *Rule) delayOf(concurrency int) phy.Time {
	ns := int64(r.Delay / phy.Nanosecond)
	if concurrency > r.Limit && ns > 0 { // 0 stays 0 with any factor
		f := float64(float64(ns) * r.growthOf(concurrency))
		if f >= 1<<63 {
			if r.Overflow == Wrap {
				return overNow
			}
			return phy.Forever
		}
		ns = int64(f)
	}
	if ns >= int64(phy.Forever/phy.Nanosecond) {
		return phy.Forever
	}
	return phy.Time(ns) * phy.Nanosecond
}

// enter and leave count the requests in the server, on which the delay and the speed depend.
func (n *server) enter() {
	n.accrue()
	n.inside++
	n.peak = max(n.peak, n.inside)
	n.recompute()
}

func (n *server) leave(requests int) {
	n.accrue()
	n.inside -= requests
	n.recompute()
}

// recompute sets the current delay, which is computed once for each number of requests.
func (n *server) recompute() {
	if n.times != nil {
		return
	}
	for len(n.delays) <= n.inside {
		n.delays = append(n.delays, n.rule.delayOf(len(n.delays)))
	}
	n.delay = n.delays[n.inside]
}
