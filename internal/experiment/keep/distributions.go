package keep

import (
	"github.com/csmacd/csmacd/internal/experiment/metric"
	"github.com/csmacd/csmacd/internal/experiment/record"
	"github.com/csmacd/csmacd/medium"
)

// mostBins is the greatest number of bins of a distribution that are kept. If it has more, neighbours are joined, until a bin is about 2 %
// of its value wide. Percentiles within a bin are interpolated by its count.
const mostBins = 512

// delayed is a network that has the whole distributions of its delays.
type delayed interface {
	EachDelay(access, delay func(ns int64, frames uint64))
}

// Distributions returns the distributions of a run's delays, and of the times of its flows, as its record has
// them. all is the network with its hosts.
func (g *Gatherer) Distributions(net, all medium.Network) (texts [metric.Distributions]string) {
	list := &g.distributions
	for i := range list {
		list[i].Level, list[i].Bins = 0, list[i].Bins[:0]
	}
	if n, ok := net.(delayed); ok {
		n.EachDelay(
			func(ns int64, frames uint64) { list[metric.AccessDelay].Add(uint64(ns), frames) },
			func(ns int64, frames uint64) { list[metric.QueueDelay].Add(uint64(ns), frames) })
	}
	if n, ok := all.(metric.Flowing); ok {
		add := func(of int) func(ns int64, n uint64) {
			return func(ns int64, n uint64) { list[of].Add(uint64(ns), n) }
		}
		n.EachTime(add(metric.RoundTrip), add(metric.Try), add(metric.Way))
	}
	for i := range list {
		list[i].Fit(mostBins)
		texts[i] = record.Bins(&list[i])
	}
	return texts
}
