package clause4

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// beforeStarts are the kinds of events of the first phase of an instant, and receptions, which end
// in it.
var beforeStarts = medium.Of(medium.Queued, medium.TxEnd, medium.Backoff, medium.Sent, medium.Dropped, medium.RxEnd)

// compareUntil ends the engine's run by a number of frames sent, or delivered. Its events must be
// those of the reference up to that instant and its first phase, and its counters those of a run
// to that instant.
func (c *trial) compareUntil(want *Result) error {
	sent, delivered := newTally(c, want).arrivals()
	for _, row := range []struct {
		at  []phy.Time
		set func(u *bus.Until, k uint64)
	}{
		{sent, func(u *bus.Until, k uint64) { u.FramesSent = k }},
		{delivered, func(u *bus.Until, k uint64) { u.FramesDelivered = k }},
	} {
		if len(row.at) == 0 {
			continue
		}
		k := int(c.seed) % len(row.at)
		var until bus.Until
		row.set(&until, uint64(k+1))
		if err := c.compareEnded(want, until, row.at[k]); err != nil {
			return fmt.Errorf("%+v: %w", until, err)
		}
	}
	return nil
}

// arrivals returns the instants at which frames were sent, and at which those were delivered.
func (t *tally) arrivals() (sent, delivered []phy.Time) {
	for _, e := range t.r.Events {
		if e.Kind != medium.Sent {
			continue
		}
		sent = append(sent, e.At)
		if whole, arrived := t.delivery(&e); whole && arrived {
			delivered = append(delivered, t.arrival(&e))
		}
	}
	slices.Sort(delivered)
	return sent, delivered
}

// arrival returns when a frame just sent has reached its destination.
func (t *tally) arrival(e *medium.Event) phy.Time {
	last := phy.Time(0)
	for j := range t.c.net.Stations {
		if to := int(e.Frame.Destination); to == j || to == int(medium.Broadcast) {
			last = max(last, t.c.delay(int(e.Station), j))
		}
	}
	return e.At + last
}

// compareEnded compares a run that a condition ends at an instant.
func (c *trial) compareEnded(want *Result, until bus.Until, at phy.Time) error {
	prefix := &Result{names: want.names, bit: want.bit}
	for _, e := range want.Events {
		if e.At < at || e.At == at && beforeStarts.Has(e.Kind) {
			prefix.Events = append(prefix.Events, e)
		}
	}
	seen := &recorder{}
	net, watched, err := c.runEngine(seen, until)
	if err != nil {
		return err
	}
	defer net.Release()
	if !net.Done() || net.Now() != at {
		return fmt.Errorf("the run ended at %v, not %v", net.Now(), at)
	}
	if err := c.compareEvents(net, prefix, seen.events); err != nil {
		return err
	}
	other, quiet, err := c.runEngine(nil, until)
	if err != nil {
		return err
	}
	other.Release()
	if err := sameResult("watched", watched, "unwatched", quiet); err != nil {
		return err
	}
	cut := *c // to the instant, and all of that
	cut.net.Until = at + 1
	third, whole, err := cut.runEngine(nil, bus.Until{})
	if err != nil {
		return err
	}
	third.Release()
	for i := range whole.Stations {
		a, b := &whole.Stations[i], &watched.Stations[i]
		if a.Counters != b.Counters || !reflect.DeepEqual(a.CollisionsPerFrame, b.CollisionsPerFrame) {
			return fmt.Errorf("the counters of %s differ:\n%s", a.Name, differ("cut", fields(a), "ended", fields(b)))
		}
	}
	figures, _ := newTally(&cut, prefix).figures()
	return sameCounts(&figures, &watched.Medium)
}

// sameCounts reports where counts of the medium differ. Shares of time are not compared: the run
// that is cut is a picosecond longer.
func sameCounts(a, b *medium.Medium) error {
	counts := func(m *medium.Medium) [8]uint64 {
		return [...]uint64{m.FramesOffered, m.FramesSent, m.FramesDelivered, m.FramesLost, m.FramesDropped, m.FramesQueued, m.Attempts, m.Collisions}
	}
	if x, y := counts(a), counts(b); x != y {
		return fmt.Errorf("offered, sent, delivered, lost, dropped, queued, attempts, collisions: %v by the events, %v by the engine", x, y)
	}
	return nil
}
