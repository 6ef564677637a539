package published

import (
	"context"
	"fmt"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// trials observes slotted-resolution.yaml: each second all stations get a frame at one instant,
// slot 0 of a trial, and collide. It counts in slots, up to the first two frames that are sent.
type trials struct {
	slot, frame, interval phy.Time

	trial      int64
	begun      bool
	sent       int      // frames of this trial, so far
	collided   phy.Time // the last instant of a collision
	collisions int64    // slots of collision before the first success

	first, second, before moments
	slots                 [64]int64 // trials whose first success is in a slot; the last entry: later
	rounds                [17]int64 // trials with that many collisions before it
	race                  [2]int64  // of trials with one collision, by the number of the station that won
}

func (t *trials) Interest() medium.Interest {
	return medium.Interest{Kinds: medium.Of(medium.Collision, medium.Sent)}
}

func (t *trials) Observe(e *medium.Event) {
	if k := int64(e.At / t.interval); !t.begun || k != t.trial {
		t.begun, t.trial, t.sent, t.collisions, t.collided = true, k, 0, 0, -1
	}
	switch {
	case t.sent > 1:
	case e.Kind == medium.Collision:
		if t.sent == 0 && e.At != t.collided {
			t.collisions++
			t.collided = e.At
		}
	default:
		start := e.At - t.frame - phy.Time(t.trial)*t.interval
		if start%t.slot != 0 {
			panic(fmt.Sprintf("published: a start at %v of a slotted trial", start))
		}
		slot := int64(start / t.slot)
		if t.sent++; t.sent == 2 {
			t.second.add(slot)
			return
		}
		t.first.add(slot)
		t.before.add(t.collisions)
		t.slots[min(slot, int64(len(t.slots)-1))]++
		t.rounds[min(t.collisions, int64(len(t.rounds)-1))]++
		if t.collisions == 1 {
			t.race[min(e.Station, 1)]++
		}
	}
}

// merge adds another run's trials.
func (t *trials) merge(o *trials) {
	t.first.merge(o.first)
	t.second.merge(o.second)
	t.before.merge(o.before)
	for i := range t.slots {
		t.slots[i] += o.slots[i]
	}
	for i := range t.rounds {
		t.rounds[i] += o.rounds[i]
	}
	t.race[0] += o.race[0]
	t.race[1] += o.race[1]
}

// trialsOf is the number of trials by number of stations: enough for an interval of less than 1 %
// of the mean.
var trialsOf = map[int]int{2: 800_000, 3: 400_000, 5: 320_000, 10: 160_000, 20: 80_000, 100: 24_000}

// resolve makes trials of a collision of a number of stations.
func (s sources) resolve(ctx context.Context, e Effort, stations int) (*trials, error) {
	return remember(s.memo, fmt.Sprint("resolve ", stations, e), func() (*trials, error) {
		octets := 128 // two slots, and a collision is a fragment
		if stations == 2 {
			octets = 64 // one slot, so that the second success is of interest
		}
		return s.makeTrials(ctx, stations, octets, e.of(trialsOf[stations], 1000))
	})
}

func (s sources) makeTrials(ctx context.Context, stations, octets, count int) (*trials, error) {
	const runs = 16
	count = (count + runs - 1) / runs
	set := []string{
		fmt.Sprintf("stations[0].count=%d", stations), fmt.Sprintf("stations[0].traffic.count=%d", count),
		fmt.Sprintf("stations[0].traffic.size=%d", octets), fmt.Sprintf("mac.min_frame=%d", octets),
	}
	const bit = 100 * phy.Nanosecond
	parts, err := replicate(ctx, runs, func(ctx context.Context, seed uint64) (*trials, error) {
		t := &trials{slot: 512 * bit, frame: phy.Time(8*octets) * bit, interval: phy.Second}
		_, err := s.run(ctx, "slotted-resolution.yaml", seed, t, set...)
		return t, err
	})
	if err != nil {
		return nil, err
	}
	sum := &trials{}
	for _, t := range parts {
		sum.merge(t)
	}
	if sum.first.n != int64(runs*count) {
		return nil, fmt.Errorf("%d trials of %d ended", sum.first.n, runs*count)
	}
	return sum, nil
}
