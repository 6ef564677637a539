package crowd

import (
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Tally implements [medium.Tallier].
func (c *Crowd) Tally() medium.Tally {
	t := medium.Counts(c.Result())
	t.Carried = phy.Time(c.Sums.Sent) * c.options.Work
	return t
}

// EachPlaced implements [medium.Placer].
func (c *Crowd) EachPlaced(f func(from, until phy.Time)) {
	if c.options.Work > 0 {
		c.placed = append(c.placed, f)
	}
}

// Placed implements [medium.Placer].
func (c *Crowd) Placed() phy.Time { return c.now - c.options.Lag - c.options.Work }

// place reports the time that a piece of work occupied, when it is known to be done.
func (c *Crowd) place() {
	for _, f := range c.placed {
		over := c.now - c.options.Lag
		f(over-c.options.Work, over)
	}
}
