package metric

import (
	"math"
	"strings"

	"github.com/csmacd/csmacd/medium"
)

// OfDelays reports whether the metric of a name is a figure of delays. Delays are known for finished work only.
func OfDelays(metric string) bool {
	metric = strings.TrimPrefix(metric, "access_")
	return strings.HasPrefix(metric, "delay_us_") && metric != "delay_us_count"
}

// delays returns the metrics of a distribution of delays. A distribution of no frames has a count only. first is the index of
// the first of them in All.
func delays(first, distribution int, name, what string, of func(*summed) *medium.Delays) []Metric {
	some := func(part, words string, get func(*medium.Delays) float64) Metric {
		return Metric{Name: name + "_" + part, Unit: "us", What: words + " of the time " + what, of: func(s *summed) float64 {
			d := of(s)
			if d.Count == 0 {
				return math.NaN()
			}
			return get(d)
		}}
	}
	percentile := func(part, words string, share float64, get func(*medium.Delays) float64) Metric {
		m := some(part, words, get)
		m.Percentile = &Percentile{Of: distribution, Share: share}
		return m
	}
	list := []Metric{
		{Name: name + "_count", Unit: "frames", What: "frames whose time " + what + " was measured", of: func(s *summed) float64 { return float64(of(s).Count) }},
		some("mean", "mean", func(d *medium.Delays) float64 { return d.Mean }),
		percentile("p50", "median", 0.50, func(d *medium.Delays) float64 { return d.P50 }),
		percentile("p95", "95th percentile", 0.95, func(d *medium.Delays) float64 { return d.P95 }),
		percentile("p99", "99th percentile", 0.99, func(d *medium.Delays) float64 { return d.P99 }),
		some("max", "greatest", func(d *medium.Delays) float64 { return d.Max }),
	}
	for i := range list {
		if list[i].Percentile != nil {
			list[i].Percentile.Longest = first + len(list) - 1
		}
	}
	return list
}
