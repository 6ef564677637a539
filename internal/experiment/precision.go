package experiment

import (
	"fmt"
	"strings"

	"github.com/csmacd/csmacd/internal/plan"
	"github.com/csmacd/csmacd/internal/stats"
)

// Precision is how tight intervals are to be, where replications are added until they are.
type Precision struct {
	Relative float64  `json:"relative"` // half-width over the mean's size: 0.01 for one per cent
	Metrics  []string `json:"metrics"`  // names; all of them are to be so tight
	Most     int      `json:"most"`     // replications of a point
}

// Check says what is wrong with it for a plan.
func (p *Precision) Check(plan *plan.Sweep) error {
	switch {
	case p == nil:
		return nil
	case !(p.Relative > 0 && p.Relative < 1):
		return fmt.Errorf("a precision is a half-width over the mean, above 0 and below 1, such as 0.01: not %v", p.Relative)
	case len(p.Metrics) == 0:
		return fmt.Errorf("a precision is that of a metric: name one, such as throughput")
	}
	kinds := plan.Kinds()
	for _, name := range p.Metrics {
		switch at := metric(name); {
		case at < 0:
			return fmt.Errorf("there is no metric %q: there are %s", name, MetricNames(kinds))
		case !Metrics[at].in(kinds):
			return fmt.Errorf("a medium of kind %s has no %s: there are %s", strings.Join(kinds, ", "), name, MetricNames(kinds))
		}
	}
	switch {
	case p.Most < stats.LeastForPrecision:
		return fmt.Errorf("intervals of fewer than %d replications do not hold where one stops at the first that is short: at most %d are too few", stats.LeastForPrecision, p.Most)
	case plan.Replications < stats.LeastForPrecision:
		return fmt.Errorf("intervals of fewer than %d replications do not hold where one stops at the first that is short, and the plan begins with %d: --set sweep.replications=%[1]d, or more", stats.LeastForPrecision, plan.Replications)
	}
	return nil
}

// more is how many replications more a point needs, which has all that it wants so far. The
// replications that it comes to hang on nothing but the values, in their order: not on
// how many were run at once, nor on how often it was interrupted.
func (c *campaign) more(s *recordFiles, i int) (int, error) {
	p := &c.points[i]
	if c.Precision == nil {
		return 0, nil
	}
	at := c.plan.Point(i)
	c.figures.begin(at.Key)
	var list []string
	for r := range p.want {
		if p.runs[r].unsettled {
			continue
		}
		rec, all, err := s.read(p.runs[r], list[:0])
		if err == nil {
			err = c.figures.add(all, &rec)
		}
		if err != nil {
			return 0, err
		}
		list = all
	}
	need := stats.Precision{Relative: c.Precision.Relative, Confidence: c.Confidence, Least: c.least()}
	more, met := 0, true
	for _, name := range c.Precision.Metrics {
		n, value, half := c.figures.figure(metric(name))
		more = max(more, need.MoreOf(n, value, half))
		met = met && need.Enough(n, value, half)
	}
	if more = min(more, c.most()-p.want); 2*p.unsettled() > p.want {
		more = 0 // it is the runs that are too short, not too few
	}
	p.loose = more == 0 && !met
	return more, nil
}
