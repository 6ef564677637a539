package keep

import (
	"github.com/csmacd/csmacd/internal/experiment/metric"
	"github.com/csmacd/csmacd/internal/experiment/record"
	"github.com/csmacd/csmacd/internal/stats"
	"github.com/csmacd/csmacd/medium"
)

// mostBins is how many bins of a distribution are kept: where it has more, neighbours are put together, until a bin is some 2 %
// of its value. Percentiles within a bin go by its count.
const mostBins = 512

// delayed is a network that tells the whole distributions of its delays.
type delayed interface {
	EachDelay(access, delay func(ns int64, frames uint64))
}

// Distributions returns the distributions of a run as they are written in its record.
func Distributions(net medium.Network) (texts [metric.Distributions]string) {
	var list [metric.Distributions]stats.Distribution
	if n, ok := net.(delayed); ok {
		n.EachDelay(
			func(ns int64, frames uint64) { list[metric.AccessDelay].Add(uint64(ns), frames) },
			func(ns int64, frames uint64) { list[metric.QueueDelay].Add(uint64(ns), frames) })
	}
	for i := range list {
		list[i].Fit(mostBins)
		texts[i] = record.Bins(&list[i])
	}
	return texts
}
