package clause4

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// hashed draws depend on the station's name and on how many were drawn before.
func hashed(name string, seed uint64) func(int) int {
	state := seed
	for _, c := range name {
		state = state*31 + uint64(c)
	}
	return func(attempt int) int {
		state = state*6364136223846793005 + 1442695040888963407
		return int(state>>33) & (1<<min(attempt, 10) - 1)
	}
}

// scenario draws a network. It can be made any number of times, for a draw function
// serves one run.
func scenario(t *rapid.T) func() Config {
	quarters := func(n int, name string) phy.Time { return bt(float64(rapid.IntRange(0, n).Draw(t, name)) / 4) }
	base := rules(func(p *mac.Params) {
		p.Header = bt(float64(rapid.SampledFrom([]int{64, 64, 0}).Draw(t, "header")))
		p.Jam = bt(float64(rapid.SampledFrom([]int{32, 32, 48, 512}).Draw(t, "jam")))
		p.AttemptLimit = rapid.SampledFrom([]int{16, 3}).Draw(t, "attempts")
		p.LateDiscard = rapid.Bool().Draw(t, "late")
		p.CutHeader = rapid.Bool().Draw(t, "cut")
	})
	seed := rapid.Uint64().Draw(t, "seed")
	spread := rapid.SampledFrom([]int{0, 40, 232, 900}).Draw(t, "spread") * 4
	star := rapid.Bool().Draw(t, "star")
	delay := quarters(spread, "delay")
	var stations []Station
	n := rapid.IntRange(1, 6).Draw(t, "stations")
	for i := range n {
		p := base
		p.Gap = bt(float64(rapid.SampledFrom([]int{96, 96, 96, 0}).Draw(t, "gap")))
		p.GapPart1 = min(p.Gap, quarters(96*4, "part 1"))
		p.GapAfterBackoff = rapid.IntRange(0, 4).Draw(t, "fresh") == 0
		p.NoCarrierSense = rapid.IntRange(0, 9).Draw(t, "deaf") == 0
		p.NoCollision = rapid.IntRange(0, 9).Draw(t, "blind") == 0
		p.MinFrame = rapid.SampledFrom([]int{64, 64, 60, 18}).Draw(t, "min frame")
		p.MaxFrame = rapid.SampledFrom([]int{1518, 1518, 110}).Draw(t, "max frame")
		s := Station{Name: string(rune('A' + i)), Params: p, Place: quarters(spread, "place")}
		last := phy.Time(0)
		for range rapid.IntRange(0, 4).Draw(t, "frames") {
			last += quarters(4*600, "pause") * phy.Time(rapid.IntRange(0, 1).Draw(t, "pauses"))
			s.Frames = append(s.Frames, Frame{last, rapid.IntRange(max(60, p.MinFrame), min(150, p.MaxFrame)).Draw(t, "octets"),
				rapid.IntRange(-1, n-1).Draw(t, "to")})
		}
		stations = append(stations, s)
	}
	return func() Config {
		c := Config{Stations: append([]Station(nil), stations...), Star: star, Delay: delay, Until: bt(3000)}
		for i := range c.Stations {
			c.Stations[i].Draw = hashed(c.Stations[i].Name, seed)
		}
		return c
	}
}

func must(t *rapid.T, c Config) *Result {
	r, err := Run(c)
	require.NoError(t, err)
	return r
}

// Skipping and the size of the step change nothing.
func TestSteps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		config := scenario(t)
		want := must(t, config())
		every, fine := config(), config()
		every.everyStep = true
		fine.Step = bt(0.125)
		for _, c := range []Config{every, fine} {
			got := must(t, c)
			require.Equal(t, want.Events, got.Events)
			require.Equal(t, want.Counters, got.Counters)
		}
	})
}

// The order of the stations changes nothing but the order in which they are listed,
// and which signal gives its name to a reception that several begin.
func TestOrderOfStations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		config := scenario(t)
		forwards, backwards := config(), config()
		n := len(forwards.Stations)
		for i, s := range config().Stations {
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

// seen gives a station's events without the numbers of stations.
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

// What is sent is received or lost, what is queued leaves, and carriers alternate.
func TestBooks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := scenario(t)()
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
		c := Config{Until: bt(20000)}
		for i := range 8 {
			s := Station{Name: string(rune('A' + i)), Place: bt(float64(i * 33)), Draw: hashed(string(rune('A'+i)), 1)}
			for range 30 {
				s.Frames = append(s.Frames, Frame{0, 64 + 100*i, -1})
			}
			c.Stations = append(c.Stations, s)
		}
		if _, err := Run(c); err != nil {
			b.Fatal(err)
		}
	}
}
