package metric

import (
	"math"

	"github.com/csmacd/csmacd/internal/plan"
	"github.com/csmacd/csmacd/internal/stats"
	"github.com/csmacd/csmacd/medium"
)

// hosts are the kinds of medium with hosts, between which there are flows.
var hosts = []string{plan.Hosts}

// Flowing is a network with flows. It has the times of their round trips, of their transfers and requests, and of their datagrams.
type Flowing interface {
	EachTime(trip, try, delay func(ns int64, n uint64))
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
	goodput("min", "bits delivered per second by the slowest flow, from its start to its end or that of the run", (*span).min)
	goodput("max", "bits delivered per second by the fastest flow, from its start to its end or that of the run", (*span).max)
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
	count("flow_discarded", "segments of flows, acknowledgements included, that stations discarded after too many collisions", func(f *medium.Flow) uint64 { return f.Discarded })
	count("flow_discard_timeouts", "timeouts of a segment that a station had discarded, of all flows", func(f *medium.Flow) uint64 { return f.DiscardTimeouts })
	times := func(of int, name, what, counted string) {
		some := delays(first+len(list), of, name, what+", of all flows together", func(s *summed) *medium.Delays { return &s.times[of] })
		for i := range some {
			some[i].kinds = hosts
		}
		some[0].Unit, some[0].What = "", counted
		list = append(list, some...)
	}
	times(RoundTrip, "flow_rtt_us", "from the queue of a segment's station to the acknowledgement", "round trips of segments of flows that were measured")
	tries := func(get func(*medium.Tries) uint64) func(f *medium.Flow) uint64 {
		return func(f *medium.Flow) (n uint64) {
			for _, t := range []*medium.Tries{f.Transfers, f.Requests} {
				if t != nil {
					n += get(t)
				}
			}
			return n
		}
	}
	count("flow_tries", "transfers and requests that began", tries(func(t *medium.Tries) uint64 { return t.Count }))
	count("flow_tries_failed", "transfers and requests that ended early", tries(func(t *medium.Tries) uint64 { return t.Failed }))
	times(Try, "flow_try_us", "of a transfer or request", "transfers and requests that were done")
	count("flow_datagrams_sent", "datagrams and pings that flows sent", func(f *medium.Flow) uint64 { return datagrams(f).Sent })
	count("flow_datagrams_lost", "datagrams that did not arrive, and pings without a reply", func(f *medium.Flow) uint64 { return datagrams(f).Lost })
	of("flow_loss", "", "flow_datagrams_lost over flow_datagrams_sent", func(flows []medium.Flow) float64 {
		sent, lost := uint64(0), uint64(0)
		for i := range flows {
			d := datagrams(&flows[i])
			sent, lost = sent+d.Sent, lost+d.Lost
		}
		return float64(lost) / float64(sent) // none without datagrams
	})
	times(Way, "flow_delay_us", "of a datagram from the sending to the arrival", "datagrams that arrived")
	of("flow_jitter_us", "us", "jitter (RFC 3550) of flows of datagrams and pings, the mean over flows", func(flows []medium.Flow) float64 {
		var all span
		for i := range flows {
			if d := datagrams(&flows[i]); d.Received > 1 {
				all.add(d.JitterUs)
			}
		}
		return all.mean()
	})
	return list
}

// datagrams returns what became of the datagrams or pings of a flow.
func datagrams(f *medium.Flow) medium.Datagrams {
	for _, d := range []*medium.Datagrams{f.Datagrams, f.Pings} {
		if d != nil {
			return *d
		}
	}
	return medium.Datagrams{}
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

// flowTimes returns the distributions of the times of a network's flows.
func flowTimes(net medium.Network) (all [Distributions]medium.Delays) {
	n, ok := net.(Flowing)
	if !ok {
		return all
	}
	var bins [Distributions][]bin
	add := func(of int) func(int64, uint64) {
		return func(ns int64, n uint64) { bins[of] = append(bins[of], bin{ns, n}) }
	}
	n.EachTime(add(RoundTrip), add(Try), add(Way))
	for of := range bins {
		all[of] = distribution(bins[of])
	}
	return all
}

// bin is how often a time was measured.
type bin struct {
	ns int64
	n  uint64
}

// distribution returns the distribution of times, which are in ascending order.
func distribution(bins []bin) (d medium.Delays) {
	sum := 0.0
	for _, b := range bins {
		d.Count += b.n
		sum += float64(float64(b.ns) * float64(b.n))
		d.Max = float64(b.ns) / 1000
	}
	if d.Count == 0 {
		return d
	}
	d.Mean = sum / float64(d.Count) / 1000
	at := func(percent uint64) float64 {
		rest := max(1, (d.Count*percent+50)/100)
		k := 0
		for ; bins[k].n < rest; k++ {
			rest -= bins[k].n
		}
		return float64(bins[k].ns) / 1000
	}
	d.P50, d.P95, d.P99 = at(50), at(95), at(99)
	return d
}
