package campaign

import (
	"fmt"
	"slices"
	"strings"

	"github.com/csmacd/csmacd/internal/experiment/metric"
	"github.com/csmacd/csmacd/internal/plan"
	"github.com/csmacd/csmacd/internal/stats"
)

// Precision asks for replications to be added to a point until its intervals are narrow enough.
type Precision struct {
	Relative float64  `json:"relative"` // greatest half-width, as a share of the mean: 0.01 for one per cent
	Metrics  []string `json:"metrics"`  // names; the intervals of all of them must be narrow enough
	Most     int      `json:"most"`     // replications of a point
}

// Check returns an error if a plan cannot have the precision.
func (p *Precision) Check(plan *plan.Sweep) error {
	switch {
	case p == nil:
		return nil
	case !(p.Relative > 0 && p.Relative < 1):
		return fmt.Errorf("a precision is a half-width over the mean, above 0 and below 1, such as 0.01: not %v", p.Relative)
	case len(p.Metrics) == 0:
		return fmt.Errorf("it needs a metric: name one, such as throughput")
	}
	kinds := plan.Kinds()
	for _, name := range p.Metrics {
		switch at := metric.Index(name); {
		case at < 0:
			return fmt.Errorf("there is no metric %q: write one of %s", name, metric.Names(kinds))
		case !metric.All[at].In(kinds):
			return fmt.Errorf("a medium of kind %s has no %s: write one of %s", strings.Join(kinds, ", "), name, metric.Names(kinds))
		}
	}
	switch {
	case p.Most < stats.LeastForPrecision:
		return fmt.Errorf("with fewer than %d replications, stopping at the first narrow interval makes intervals wrong: at most %d replications are too few", stats.LeastForPrecision, p.Most)
	case plan.Replications < stats.LeastForPrecision:
		return fmt.Errorf("with fewer than %d replications, stopping at the first narrow interval makes intervals wrong, and the plan begins with %d: --set sweep.replications=%[1]d, or more", stats.LeastForPrecision, plan.Replications)
	}
	return nil
}

func (p *Precision) same(q *Precision) bool {
	if p == nil || q == nil {
		return p == q
	}
	return p.Relative == q.Relative && p.Most == q.Most && slices.Equal(p.Metrics, q.Metrics)
}
