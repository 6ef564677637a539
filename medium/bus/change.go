package bus

import (
	"fmt"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/noise"
	"github.com/csmacd/csmacd/phy"
)

// Change refuses every change: the engine of package domain runs a cable that may change while it
// runs.
func (n *Network) Change(c medium.Change) error {
	return refused("%v: this network does not change while it runs", c.Kind)
}

func checkTimeline(c *Config) error {
	at := phy.Time(0)
	for k := range c.Timeline {
		x := &c.Timeline[k]
		switch {
		case x.Kind != medium.BitErrors || x.Segment != c.Segment && x.Segment != "":
			return fmt.Errorf("the timeline: %v is not possible on this medium", x.Kind)
		case x.At < at || x.At > phy.MaxTime:
			return fmt.Errorf("the timeline: %v is at %v, after %v, or later than 30 days", x.Kind, x.At, at)
		}
		if err := x.Errors.Check(); err != nil {
			return fmt.Errorf("the timeline: %w", err)
		}
		at = x.At
	}
	return nil
}

func (n *Network) planChanges(c *Config) {
	if len(c.Timeline) == 0 {
		return
	}
	n.noise = noise.New(c.Seed, c.Segment, noise.Forth, n.bit)
	for k := range c.Timeline {
		n.noise.Set(c.Timeline[k].At, c.Timeline[k].Errors)
	}
	n.changes = c.Timeline
	n.coming += len(n.changes)
}

// boundary returns the next instant at which the run is interrupted for a change, or for the end of
// the warm-up. The end of the warm-up comes first.
func (n *Network) boundary() phy.Time {
	at := phy.Time(phy.Forever)
	if len(n.changes) > 0 {
		at = n.changes[0].At
	}
	if !n.warm {
		at = min(at, n.warmup)
	}
	return at
}

// change shows the change whose instant has come. Its effect is in the noise.
func (n *Network) change() {
	c := &n.changes[0]
	n.changes = n.changes[1:]
	n.coming--
	if n.watch.kinds.Has(medium.Changed) && !c.Quiet {
		e := n.watch.add(n.now, changing, medium.Changed, noStation, &noFrame, 0)
		e.ID, e.OK = int32(c.Kind), c.Errors != medium.Errors{}
	}
}

// disturb lets bit errors damage a signal that has been sent to its end.
func (n *Network) disturb(s *signal) {
	if n.noise != nil {
		header, whole := n.noise.Read(s.start, s.end, n.header(&s.frame))
		s.header, s.flawed = header, !whole
	}
}

// clean reports whether no bit error damages a signal without a collision. Its end has come, but it
// need not have been processed.
func (n *Network) clean(s *signal) bool {
	if n.noise == nil || s.ended {
		return !s.flawed
	}
	_, whole := n.noise.Read(s.start, s.end, n.header(&s.frame))
	return whole
}

// damaged reports whether a signal that has ended is not a whole frame.
func (s *signal) damaged() bool { return s.collided || s.flawed }
