package tap

import (
	"fmt"

	"github.com/csmacd/csmacd/medium"
)

// Change makes a change of the network at the instant up to which it has been run, whatever c.At
// is. It must be called by Run's goroutine, from Options.Turn or [Live.Do]. The error is that of
// the network, which is then as it was.
func (l *Live) Change(c medium.Change) error {
	net, ok := l.net.(medium.Changer)
	if !ok {
		return fmt.Errorf("tap: %w: the network cannot be changed", medium.ErrRefused)
	}
	c.At = l.net.Now()
	if err := net.Change(c); err != nil {
		return err
	}
	if c.Kind == medium.Ether {
		l.known.forget() // the destinations of two addresses are others now
	}
	if l.options.Changed != nil {
		l.options.Changed(c)
	}
	return nil
}
