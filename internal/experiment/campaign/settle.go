package campaign

import (
	"fmt"

	"github.com/csmacd/csmacd/internal/experiment/metric"
	"github.com/csmacd/csmacd/internal/stats"
)

// Settle computes the number of replications that each point needs, and returns the number of
// these runs that are missing.
func (c *Campaign) Settle() (missing int, err error) {
	for i := range c.points {
		p := &c.points[i]
		for {
			lacks := p.missing()
			missing += lacks
			if lacks > 0 {
				break
			}
			more, err := c.Widen(i)
			if err != nil {
				return missing, err
			}
			if more == 0 {
				break
			}
		}
	}
	return missing, nil
}

// Widen adds replications to a point whose runs are all done, if its intervals are too wide. It returns
// the number of replications added.
func (c *Campaign) Widen(point int) (more int, err error) {
	more, err = c.more(point)
	if err == nil {
		c.points[point].want += more
	}
	return more, err
}

// more returns the number of further replications that a point needs whose runs are all done. The
// result depends on nothing but the values, in their order: neither on the number of
// runs at once nor on interruptions.
func (c *Campaign) more(i int) (int, error) {
	p := &c.points[i]
	if c.Precision == nil {
		return 0, nil
	}
	at := c.Sweep.Point(i)
	c.figures.begin(at.Key)
	var rec reading
	for r := range p.want {
		if p.runs[r].unsettled {
			continue
		}
		if err := c.files.read(p.runs[r], &rec); err != nil {
			return 0, err
		}
		c.figures.add(&rec)
	}
	need := stats.Precision{Relative: c.Precision.Relative, Least: c.least()}
	more, met := 0, true
	for _, name := range c.Precision.Metrics {
		n, value, half := c.figures.figure(metric.Index(name))
		more = max(more, need.More(n, value, half))
		met = met && need.Enough(n, value, half)
	}
	if more = min(more, c.most()-p.want); 2*p.unsettled() > p.want {
		more = 0 // the runs are too short, not too few
	}
	p.loose = more == 0 && !met
	return more, nil
}

// Loose names the points whose intervals are too wide.
func (c *Campaign) Loose() (labels []string) {
	for i := range c.points {
		if c.points[i].loose {
			p := c.Sweep.Point(i)
			labels = append(labels, p.Label)
		}
	}
	return labels
}

// Restless names the points with runs that did not settle.
func (c *Campaign) Restless() (labels []string) {
	for i := range c.points {
		p := &c.points[i]
		if n := p.unsettled(); n > 0 {
			at := c.Sweep.Point(i)
			labels = append(labels, fmt.Sprintf("%s: %d of %d runs", at.Label, n, p.want))
		}
	}
	return labels
}
