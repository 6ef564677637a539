package bus

import (
	"fmt"

	"github.com/csmacd/csmacd/medium"
)

// Change refuses every change: the engine of package domain runs a cable that may change.
func (n *Network) Change(c medium.Change) error {
	return refused("%v: this network does not change while it runs", c.Kind)
}

func checkTimeline(c *Config) error {
	if len(c.Timeline) > 0 {
		return fmt.Errorf("%v is not possible on this medium", c.Timeline[0].Kind)
	}
	return nil
}
