package lan

import (
	"fmt"

	"github.com/csmacd/csmacd/medium"
)

// Change adds a change at an instant that has not been run yet. The error wraps
// [medium.ErrRefused], [medium.ErrNoStation] or [medium.ErrOver], or is the error that ended the run.
func (n *Network) Change(c medium.Change) error {
	return fmt.Errorf("lan: %v: %w", c.Kind, medium.ErrRefused)
}
