package clause4

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/internal/casetest"
)

// compareCarefully is compare, with a panic as an error.
func (c *domainTrial) compareCarefully() (events int, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	want, err := c.compare()
	if err != nil {
		return 0, err
	}
	return len(want.Events), nil
}

// The engine of networks and the reference on random networks in which faults of all kinds begin and end.
// Without -rapid.checks they are the same each time, until 20,000 random ones in a row have agreed.
func TestChangingNetworks(t *testing.T) {
	n := &compared{}
	casetest.Same(t)
	t.Cleanup(func() {
		t.Logf("%d random networks with faults: the engine and the reference gave the same %d events, and the same counters",
			n.networks.Load(), n.events.Load())
	})
	rapid.Check(t, func(t *rapid.T) {
		faults := rapid.SliceOfN(drawFault, 1, 4).Draw(t, "faults")
		draw := rapid.SampledFrom([]func(*rapid.T, []faultSketch) *domainTrial{drawDomainWith, drawDomainWith, drawChangingHubs}).Draw(t, "network")
		c := draw(t, faults)
		events, err := c.compareCarefully()
		if err != nil {
			t.Fatalf("%v\n%s", err, c)
		}
		n.networks.Add(1)
		n.events.Add(int64(events))
	})
}
