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
