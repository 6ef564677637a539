package metric

import (
	"math"

	"github.com/csmacd/csmacd/internal/plan"
	"github.com/csmacd/csmacd/internal/stats"
	"github.com/csmacd/csmacd/medium"
)

// hosts are the kinds of medium with hosts, between which there are flows.
var hosts = []string{plan.Hosts}

// travelled is a network that has the round trips of its flows.
type travelled interface {
	EachRoundTrip(f func(ns int64, segments uint64))
}

// flowMetrics returns the metrics of flows. A run without flows has none. first is the index of the first of them in
// All.
func flowMetrics(first int) (list []Metric) {
	of := func(name, unit, what string, get func([]medium.Flow) float64) {
		list = append(list, Metric{Name: name, Unit: unit, What: what, kinds: hosts, of: func(s *summed) float64 {
			if len(s.Flows) == 0 {
				return math.NaN()
			}
			return get(s.Flows)
		}})
	}
	count := func(name, what string, get func(*medium.Flow) uint64) {
		of(name, "", what, func(flows []medium.Flow) float64 {
			sum := uint64(0)
			for i := range flows {
				sum += get(&flows[i])
			}
			return float64(sum)
		})
	}
	goodput := func(name, what string, get func(*span) float64) {
		of("flow_goodput_bps_"+name, "b/s", what, func(flows []medium.Flow) float64 {
			var all span
			for i := range flows {
				all.add(flows[i].GoodputBps)
			}
			return get(&all)
		})
	}
	time := func(name, what string, get func(*span) float64) {
		of("flow_time_us_"+name, "us", what+" from the start of a flow to its end, of flows that ended", func(flows []medium.Flow) float64 {
			var all span
			for i := range flows {
				if end := flows[i].EndedUs; end != nil {
					all.add(*end - flows[i].StartedUs)
				}
			}
			return get(&all)
		})
	}
	count("flows_done", "flows whose receiver had the last octet", func(f *medium.Flow) uint64 {
		if f.EndedUs != nil {
			return 1
		}
		return 0
	})
	count("flows_failed", "flows that failed", func(f *medium.Flow) uint64 {
		if f.Failed != "" {
			return 1
		}
		return 0
	})
	goodput("sum", "bits delivered per second, from a flow's start to its end or that of the run, all flows together", func(s *span) float64 { return s.sum })
	goodput("min", "the same of the slowest flow", (*span).min)
	goodput("max", "the same of the fastest flow", (*span).max)
	of("flow_jain", "", "Jain's index of fairness of the flows' goodput", func(flows []medium.Flow) float64 {
		rates := make([]float64, len(flows))
		for i := range flows {
			rates[i] = flows[i].GoodputBps
		}
		return stats.Jain(rates)
	})
	time("mean", "mean of the time", (*span).mean)
	time("max", "greatest time", (*span).max)
	count("flow_retransmissions", "segments that flows sent again", func(f *medium.Flow) uint64 { return f.Retransmissions })
	count("flow_timeouts", "timeouts of the retransmission timers of flows", func(f *medium.Flow) uint64 { return f.Timeouts })
	count("flow_out_of_order", "segments that arrived while one before them was missing, of all flows", func(f *medium.Flow) uint64 { return f.OutOfOrder })
	count("flow_discarded", "segments of flows, acknowledgements included, that stations gave up after too many collisions", func(f *medium.Flow) uint64 { return f.Discarded })
	count("flow_discard_timeouts", "timeouts of a segment that a station had given up, of all flows", func(f *medium.Flow) uint64 { return f.DiscardTimeouts })
	trips := delays(first+len(list), RoundTrip, "flow_rtt_us", "from the queue of a segment's station to the acknowledgement, of all flows together", func(s *summed) *medium.Delays { return &s.trips })
	for i := range trips {
		trips[i].kinds = hosts
	}
	trips[0].Unit, trips[0].What = "", "round trips of segments of flows that were measured"
	return append(list, trips...)
}

// span is the range of some numbers.
type span struct {
	n                int
	sum, least, most float64
}

func (s *span) add(x float64) {
	if s.n == 0 {
		s.least, s.most = x, x
	}
	s.n++
	s.sum += x
	s.least, s.most = min(s.least, x), max(s.most, x)
}

func (s *span) mean() float64 { return s.some(s.sum / float64(s.n)) }
func (s *span) min() float64  { return s.some(s.least) }
func (s *span) max() float64  { return s.some(s.most) }

// some returns a number, or NaN if there are none.
func (s *span) some(x float64) float64 {
	if s.n == 0 {
		return math.NaN()
	}
	return x
}

// roundTrips returns the distribution of the round trips of a network's flows.
func roundTrips(net medium.Network) (d medium.Delays) {
	n, ok := net.(travelled)
	if !ok {
		return d
	}
	sum, most := 0.0, int64(0)
	n.EachRoundTrip(func(ns int64, segments uint64) {
		d.Count += segments
		sum += float64(ns) * float64(segments)
		most = ns
	})
	if d.Count == 0 {
		return d
	}
	d.Mean, d.Max = sum/float64(d.Count)/1000, float64(most)/1000
	at := func(percent uint64) uint64 { return max(1, (d.Count*percent+50)/100) }
	passed := uint64(0)
	n.EachRoundTrip(func(ns int64, segments uint64) {
		us := float64(ns) / 1000
		for _, p := range [...]struct {
			rank uint64
			into *float64
		}{{at(50), &d.P50}, {at(95), &d.P95}, {at(99), &d.P99}} {
			if passed < p.rank && p.rank <= passed+segments {
				*p.into = us
			}
		}
		passed += segments
	})
	return d
}
