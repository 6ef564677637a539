package clause4

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/internal/casetest"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// drawMoving draws a network in which stations take and leave an address while the end of a frame for it is on its way.
func drawMoving(t *rapid.T) *domainTrial {
	c := rapid.SampledFrom([]func(*rapid.T) *domainTrial{drawDomain, drawHubs}).Draw(t, "network")(t)
	quiet := must(t, c.reference())
	var ends []medium.Event // of frames for a station, at those that send them and at taps
	for _, e := range quiet.Events {
		if e.Frame.Destination >= 0 && (e.Kind == medium.TxEnd && e.OK || e.Kind == medium.RxEnd) {
			ends = append(ends, e)
		}
	}
	if len(ends) == 0 {
		return c
	}
	bit := c.net.Stations[0].Params.BitTime
	f := rapid.SampledFrom(ends).Draw(t, "frame").Frame
	ends = slices.DeleteFunc(ends, func(e medium.Event) bool { return e.Frame.Source != f.Source || e.Frame.Number != f.Number })
	// Instants in order: at, before or after those at which the end is somewhere.
	var at []phy.Time
	for range rapid.IntRange(1, 6).Draw(t, "changes") {
		off := rapid.SampledFrom([]phy.Time{0, 0, bit / 4, -bit / 4, 10 * bit, 50 * bit}).Draw(t, "off")
		at = append(at, max(0, rapid.SampledFrom(ends).Draw(t, "near").At+off))
	}
	slices.Sort(at)
	holder, wanted, fresh := int(f.Destination), phy.StationAddress(int(f.Destination)), 2000
	move := func(at phy.Time, i int, a phy.Address) {
		c.net.Timeline = append(c.net.Timeline, medium.Change{Kind: medium.Ether, At: at, Station: c.net.Stations[i].Name, Address: a})
	}
	for _, t0 := range at {
		if holder >= 0 {
			fresh++
			move(t0, holder, phy.StationAddress(fresh))
			holder = -1
			if rapid.Bool().Draw(t, "left alone") {
				continue
			}
		}
		holder = rapid.IntRange(0, len(c.net.Stations)-1).Draw(t, "who takes it")
		move(t0, holder, wanted)
	}
	return c
}

// A station receives a frame whose address it has when the end of the frame arrives there, even if another station had the address
// before, and received the frame.
func TestMovingAddresses(t *testing.T) {
	n := &compared{}
	casetest.Same(t)
	t.Cleanup(func() {
		t.Logf("%d random networks with addresses that move: the engine and the reference gave the same %d events, and the same counters",
			n.networks.Load(), n.events.Load())
	})
	rapid.Check(t, func(t *rapid.T) {
		c := drawMoving(t)
		events, err := c.compareCarefully()
		if err != nil {
			t.Fatalf("%v\n%s", err, c)
		}
		n.networks.Add(1)
		n.events.Add(int64(events))
	})
}
