package metric

import (
	"slices"
	"strings"
)

// Metric is a figure of a run.
type Metric struct {
	Name, Unit, What string

	of    func(*summed) float64 // not a number: the run has none
	kinds []string              // of medium that have it; nil: all

	Percentile *Percentile // nil: a point has the mean of its runs
}

// Percentile says that a point has the percentile of the values of all its runs together, not the mean of
// their percentiles.
type Percentile struct {
	Of      int     // which of the distributions of a record
	Share   float64 // such as 0.95
	Longest int     // the metric of the greatest value, which no percentile is above
}

// cables are the kinds of medium whose stations count as clause 30 has it.
var cables = []string{"bus", "star"}

// channels are the kinds of medium of the ALOHA family.
var channels = []string{"aloha", "slotted-aloha"}

// In reports whether a campaign whose runs are on media of some kinds has the metric.
func (m *Metric) In(kinds []string) bool {
	return m.kinds == nil || slices.ContainsFunc(m.kinds, func(k string) bool { return slices.Contains(kinds, k) })
}

// Index returns the number of the metric of a name, -1 if there is none.
func Index(name string) int {
	for i := range All {
		if All[i].Name == name {
			return i
		}
	}
	return -1
}

// Pooled reports whether the metric of a name is that of all frames of a point's runs together in the table of
// points, and not the mean over the runs.
func Pooled(name string) bool {
	k := Index(name)
	return k >= 0 && All[k].Percentile != nil
}

// Names returns the names of the metrics that media of some kinds have.
func Names(kinds []string) string {
	var names []string
	for i := range All {
		if All[i].In(kinds) {
			names = append(names, All[i].Name)
		}
	}
	return strings.Join(names, ", ")
}
