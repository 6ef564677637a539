package domain

import (
	"fmt"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Change adds a change at an instant that has not been run yet. The error wraps
// [medium.ErrRefused], [medium.ErrNoStation] or [medium.ErrOver], or is the error that ended the run.
func (n *Network) Change(c medium.Change) error {
	switch {
	case n.err != nil:
		return n.err
	case n.done:
		return fmt.Errorf("domain: %w", medium.ErrOver)
	case c.At < n.now || c.At >= phy.Forever:
		return refused("a change at %v, but the network has been run until %v", c.At, n.now)
	}
	return n.plan(c)
}

// plan checks a change and adds it to the agenda.
func (n *Network) plan(c medium.Change) error {
	return refused("%v is not possible", c.Kind)
}

// apply does a change whose instant has come.
func (n *Network) apply(k uint32) {}
