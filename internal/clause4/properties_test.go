package clause4

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Skipping and the size of the step change nothing.
func TestSteps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := draw(t)
		c.net.Until = min(c.net.Until, 10000*c.net.Stations[0].Params.BitTime) // it takes long
		c.net.everyStep = false
		want := must(t, c.reference())
		stepped := c.reference()
		if stepped.everyStep = rapid.Bool().Draw(t, "every"); !stepped.everyStep {
			stepped.Step = c.net.Stations[0].Params.BitTime / 8
		}
		got := must(t, stepped)
		require.True(t, slices.Equal(want.Events, got.Events))
		require.Equal(t, want.Counters, got.Counters)
	})
}

// The order of the stations changes only the order in which they are listed, and which signal gives
// its name to a reception that several begin.
func TestOrderOfStations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := draw(t)
		forwards, backwards := c.reference(), c.reference()
		n := len(forwards.Stations)
		for i, s := range c.reference().Stations {
			s.Frames = append([]Frame(nil), s.Frames...)
			for k, f := range s.Frames {
				if f.To >= 0 {
					s.Frames[k].To = n - 1 - f.To
				}
			}
			backwards.Stations[n-1-i] = s
		}
		a, b := must(t, forwards), must(t, backwards)
		for i := range n {
			require.Equal(t, a.seen(i), b.seen(n-1-i))
			require.Equal(t, a.Counters[i], b.Counters[n-1-i])
		}
	})
}

// seen returns a station's events without the numbers of stations.
func (r *Result) seen(station int) (events []medium.Event) {
	for _, e := range r.Events {
		if int(e.Station) == station {
			e.Station, e.From, e.Frame.Source, e.Frame.Destination = 0, 0, 0, 0
			if e.Kind == medium.RxStart || e.Kind == medium.RxEnd {
				e.Frame = medium.Frame{}
			}
			events = append(events, e)
		}
	}
	return events
}

// Every frame sent is received or lost, every frame queued leaves, and carrier rises and falls
// alternately.
func TestBooks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		trial := draw(t)
		c := trial.reference()
		r := must(t, c)
		var last phy.Time
		for i := range c.Stations {
			assert.Equal(t, len(r.of(i, medium.Sent)), int(r.Counters[i].FramesTransmittedOK))
			starts, ends := len(r.of(i, medium.TxStart)), len(r.of(i, medium.TxEnd))
			assert.InDelta(t, starts, ends, 1)
			assert.LessOrEqual(t, ends, starts)
			assert.LessOrEqual(t, len(r.of(i, medium.Collision)), starts)
			left := len(r.of(i, medium.Sent)) + len(r.of(i, medium.Dropped))
			assert.LessOrEqual(t, left, len(r.of(i, medium.Queued)))
			assert.Equal(t, ends, left+len(r.of(i, medium.Backoff)))
			assert.InDelta(t, len(r.of(i, medium.CarrierOn)), len(r.of(i, medium.CarrierOff)), 1)
		}
		for _, e := range r.Events {
			require.GreaterOrEqual(t, e.At, last)
			require.Less(t, e.At, c.Until)
			last = e.At
		}
	})
}

func BenchmarkEightStations(b *testing.B) {
	for b.Loop() {
		c := &trial{net: Config{Until: bt(20000)}, seed: 1}
		for i := range 8 {
			s := Station{Name: string(rune('A' + i)), Place: bt(float64(i * 33)), Params: rules(nil)}
			for range 30 {
				s.Frames = append(s.Frames, Frame{0, 64 + 100*i, -1})
			}
			c.net.Stations = append(c.net.Stations, s)
			c.policies = append(c.policies, force(10, nil))
		}
		if _, err := Run(c.reference()); err != nil {
			b.Fatal(err)
		}
	}
}
