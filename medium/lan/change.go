package lan

import (
	"fmt"
	"slices"

	"github.com/csmacd/csmacd/medium"
)

// Change adds a change at an instant that has not been run yet, to the domain that has its target. The
// error wraps [medium.ErrRefused], [medium.ErrNoStation] or [medium.ErrOver], or is the error that
// ended the run. A domain that is one cable can be changed if the configuration is Changeable.
func (n *Network) Change(c medium.Change) error {
	switch {
	case n.err != nil:
		return n.err
	case n.done:
		return fmt.Errorf("lan: %w", medium.ErrOver)
	case c.Kind == medium.Add && !n.config.grows():
		return refused("add: the network is not Changeable")
	case c.At < n.now:
		return refused("%v at %v, but the network has been run until %v", c.Kind, c.At, n.now)
	}
	n.foreseen = false
	if extended {
		n.endSchedule() // a hook may have called
	}
	return n.plan(c, (*part).Change)
}

// plan passes a change to the domain that has its target, or to all of them.
func (n *Network) plan(c medium.Change, do func(*part, medium.Change) error) error {
	to := func(p *part, c medium.Change) error {
		n.watchPolicy(p, policyOf(&c))
		return do(p, c)
	}
	if c.Kind == medium.BitErrors && c.Segment == "" {
		for k := range n.parts {
			if p := &n.parts[k]; len(p.Stations)+len(p.Ports) > 0 {
				if err := to(p, c); err != nil {
					return err
				}
				c.Quiet = true
			}
		}
		return nil
	}
	switch c.Kind {
	case medium.Add:
		return n.planJoin(c, to)
	case medium.Ether:
		return n.planMove(c, to)
	}
	return n.planFor(&c, to)
}

// planFor passes a change to the domain that has its target.
func (n *Network) planFor(c *medium.Change, to func(*part, medium.Change) error) error {
	has := n.target(c)
	for k := range n.parts {
		if p := &n.parts[k]; has(p) {
			if len(p.Stations)+len(p.Ports) == 0 {
				return nil // nothing is plugged in that could send
			}
			return to(p, *c)
		}
	}
	return medium.NoStationError("lan", "%v: there is no %q", c.Kind, c.Station+c.Port+c.Segment)
}

// target returns a function that reports whether a domain has the target of a change.
func (n *Network) target(c *medium.Change) func(*part) bool {
	joins := slices.IndexFunc(n.steps, func(j step) bool { return c.Kind.OfStation() && j.station.Name == c.Station })
	switch {
	case joins >= 0:
		return func(p *part) bool { return p == &n.parts[n.steps[joins].part] }
	case c.Kind.OfStation():
		return func(p *part) bool {
			return slices.ContainsFunc(p.Stations, func(i int) bool { return n.config.Stations[i].Name == c.Station }) || n.hasNode(p, c.Station)
		}
	case c.Kind.OfPort():
		return func(p *part) bool {
			return slices.ContainsFunc(p.Repeaters, func(i int) bool {
				r := &n.config.Repeaters[i]
				for k := range r.Ports {
					if portName(r.Name, r.Ports[k].To) == c.Port {
						return true
					}
				}
				return false
			})
		}
	}
	return func(p *part) bool {
		return slices.ContainsFunc(p.Segments, func(k int) bool { return n.config.Segments[k].Name == c.Segment })
	}
}

// grows reports whether stations may join. The engine of a cable knows the frames to come: they may be for one
// that joins.
func (c *Config) grows() bool {
	return c.Changeable || slices.ContainsFunc(c.Timeline, func(x medium.Change) bool { return x.Kind == medium.Add })
}

// changes reports whether a timeline has changes that the engine of a cable does not know.
func changes(timeline []medium.Change) bool {
	return slices.ContainsFunc(timeline, func(c medium.Change) bool { return c.Kind != medium.BitErrors })
}
