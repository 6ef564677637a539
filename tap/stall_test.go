package tap

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Five seconds in which the process was stopped are not made up for: the frame that was
// on the cable arrives when it goes on, and simulated time is five seconds behind.
func TestAStallIsTimeLost(t *testing.T) {
	b := onBench(t, cable(0, 30), 2, Options{})
	b.desks[0].sent = [][]byte{frameFor(addressB, addressA, 60), frameFor(addressB, addressA, 60)}
	stopped := false
	b.clock.late = func(time.Duration) time.Duration {
		if !stopped && b.clock.now > b.begin()+20*time.Microsecond {
			stopped = true
			return 5 * time.Second
		}
		return 0
	}
	b.run(10 * phy.Millisecond)
	f := b.live.Figures()
	assert.Equal(t, uint64(1), f.Stalls)
	assert.InDelta(t, 5, f.Behind, 1e-3)
	assert.InDelta(t, 5.01, f.WallSeconds, 1e-3)
	require.Len(t, b.desks[1].received, 2)
	assert.InDelta(t, 67.2e3, float64(b.desks[1].at[1]-b.desks[1].at[0]), 3, "the second as long after the first as ever")
	require.Len(t, b.notes, 1)
	assert.Contains(t, b.notes[0], "stood still for 5s (5s in all)")
}

// The same where the process is stopped within a step, and not while it waits for one.
func TestAStallWithinAStepIsTimeLost(t *testing.T) {
	for name, sent := range map[string]int{"frames on the cable": 2, "an idle cable": 0} {
		t.Run(name, func(t *testing.T) {
			var b *bench
			stopped := false
			b = onBench(t, cable(0, 30), 2, Options{Turn: func() {
				if !stopped && b.live.net.Now() > 20*phy.Microsecond {
					stopped = true
					b.clock.now += 5 * time.Second
				}
			}})
			for range sent {
				b.desks[0].sent = append(b.desks[0].sent, frameFor(addressB, addressA, 60))
			}
			b.run(300 * phy.Millisecond)
			f := b.live.Figures()
			assert.Equal(t, uint64(1), f.Stalls)
			assert.InDelta(t, 5, f.Behind, 0.11)
			assert.InDelta(t, 5.3, f.WallSeconds, 0.11)
			assert.Len(t, b.desks[1].received, sent)
		})
	}
}

// A machine that never keeps up is told of less and less often, and at once again after a
// time without stalls.
func TestStallsThatGoOn(t *testing.T) {
	p := newPace(1)
	p.begin(0)
	notes := 0
	w := time.Duration(0)
	stall := func() {
		p.due = w
		w += 100 * time.Millisecond
		p.now(w, func(string) { notes++ })
	}
	for range 24 * 36_000 { // a day
		stall()
	}
	assert.Less(t, notes, 24*6+12)
	assert.Greater(t, notes, 24*5)
	notes = 0
	w += time.Hour
	stall()
	assert.Equal(t, 1, notes)
	for range 12 {
		stall()
	}
	assert.Equal(t, 2, notes, "after a second")
}

// A step that does not end is interrupted once the context has ended.
func TestAStepWithoutEndIsInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	made := 0
	c := cable(0, 30, 60)
	c.Stations[2].Traffic = []traffic.Source{traffic.From(generator(func() (phy.Time, int, bool) {
		if made++; made == 1000 {
			cancel()
		}
		if made%(1<<14) == 0 { // else a fast machine makes traffic.MostAtOnce frames before it is interrupted
			time.Sleep(50 * time.Millisecond)
		}
		return phy.Microsecond, 64, made < 1_000_000_000
	}))}
	b := onBench(t, c, 2, Options{})
	require.ErrorIs(t, b.live.Run(ctx, phy.Second), medium.ErrInterrupted)
}

type generator func() (phy.Time, int, bool)

func (g generator) Next(phy.Time, rand.Source) (a traffic.Arrival, ok bool) {
	a.At, a.Octets, ok = g()
	return a, ok
}

// A little lateness is caught up with, and told as pacing error.
func TestLatenessIsTold(t *testing.T) {
	b := onBench(t, cable(0, 30), 2, Options{})
	b.desks[0].sent = [][]byte{frameFor(addressB, addressA, 60)}
	b.clock.late = func(time.Duration) time.Duration { return 300 * time.Microsecond }
	b.run(10 * phy.Millisecond)
	f := b.live.Figures()
	assert.Zero(t, f.Stalls)
	assert.InDelta(t, 300, f.PacingError.Max, 61)
	assert.InDelta(t, 0.010, f.WallSeconds, 0.0004)
}

// A thousandth of the speed: what takes 60.6 us takes 60.6 ms of the clock.
func TestSlowMotion(t *testing.T) {
	b := onBench(t, cable(0, 30), 2, Options{Speed: 0.001})
	b.desks[0].sent = [][]byte{frameFor(addressB, addressA, 60)}
	b.run(phy.Millisecond)
	assert.InDelta(t, 60.6e6, float64(b.desks[1].at[0]-b.begin()), 2000)
	assert.InDelta(t, 1, b.live.Figures().WallSeconds, 1e-3)
}
