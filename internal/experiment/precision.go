package experiment

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/stats"
)

// Precision is how tight intervals are to be, where replications are added until they are.
type Precision struct {
	Relative float64  `json:"relative"` // half-width over the mean's size: 0.01 for one per cent
	Metrics  []string `json:"metrics"`  // names; all of them are to be so tight
	Most     int      `json:"most"`     // replications of a point
}

// Check says what is wrong with it for a plan.
func (p *Precision) Check(plan *scenario.Sweep) error {
	switch {
	case p == nil:
		return nil
	case !(p.Relative > 0 && p.Relative < 1):
		return fmt.Errorf("a precision is a half-width over the mean, above 0 and below 1, such as 0.01: not %v", p.Relative)
	case len(p.Metrics) == 0:
		return fmt.Errorf("a precision is that of a metric: name one, such as throughput")
	case p.Most < 2:
		return fmt.Errorf("there is no interval of fewer than 2 replications: not %d", p.Most)
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
	return nil
}

// more is how many replications more a point needs, which has all that it wants so far. The
// replications that it comes to hang on nothing but the values, in their order: not on
// how many were run at once, nor on how often it was interrupted.
func (c *campaign) more(s *shelf, p *point) (int, error) {
	if c.Precision == nil {
		return 0, nil
	}
	samples := make([][]float64, len(c.Precision.Metrics))
	var list []string
	for r := range p.want {
		_, all, err := s.read(p.runs[r], list[:0])
		if err != nil {
			return 0, err
		}
		list = all
		for k, name := range c.Precision.Metrics {
			if text := all[metric(name)]; text != "" {
				v, _ := strconv.ParseFloat(text, 64)
				samples[k] = append(samples[k], v)
			}
		}
	}
	need := stats.Precision{Relative: c.Precision.Relative, Confidence: c.Confidence, Least: 2}
	more, met := 0, true
	for _, values := range samples {
		sample := stats.Summarize(values)
		if len(values) == 0 {
			sample = stats.Sample{Mean: math.NaN()}
		}
		more = max(more, need.More(sample))
		met = met && need.Met(sample)
	}
	more = min(more, c.most()-p.want)
	p.loose = more == 0 && !met
	return more, nil
}
