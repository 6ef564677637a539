package metric

import (
	"slices"
	"strings"

	"github.com/csmacd/csmacd/medium"
)

// Metric is a figure of a run.
type Metric struct {
	Name, Unit, What string

	of    func(*summed) float64 // NaN: the run has none
	kinds []string              // of media that have the metric; nil: all

	Percentile *Percentile // nil: a point has the mean of its runs
}

// Percentile describes a metric whose value at a point is the percentile of all values of its runs together, not the mean of
// the runs' percentiles.
type Percentile struct {
	Of      int     // index of a distribution in a record
	Share   float64 // such as 0.95
	Longest int     // index of the metric of the greatest value, which limits the percentile
}

// cables are the kinds of medium that are one line; networks consist of several. The stations of both
// have the counters of clause 30.
var (
	cables    = []string{"bus", "star"}
	networks  = []string{medium.Networked}
	ethernets = append(slices.Clone(cables), networks...)
)

// channels are the kinds of medium of the ALOHA family.
var channels = []string{"aloha", "slotted-aloha"}

// In reports whether a campaign on media of some kinds has the metric.
func (m *Metric) In(kinds []string) bool {
	return m.kinds == nil || slices.ContainsFunc(m.kinds, func(k string) bool { return slices.Contains(kinds, k) })
}

// Index returns the index of the metric of a name, or -1 if there is none.
func Index(name string) int {
	for i := range All {
		if All[i].Name == name {
			return i
		}
	}
	return -1
}

// Pooled reports whether the metric of a name is, in the table of points, that of all frames of a point's runs together
// and not the mean over the runs.
func Pooled(name string) bool {
	k := Index(name)
	return k >= 0 && All[k].Percentile != nil
}

// Names returns the names of the metrics that media of some kinds have, with commas between them.
func Names(kinds []string) string {
	var names []string
	for i := range All {
		if All[i].In(kinds) {
			names = append(names, All[i].Name)
		}
	}
	return strings.Join(names, ", ")
}
