package scene

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
	"pgregory.net/rapid"
)

const bit = 100 * phy.Nanosecond

func bt(n float64) phy.Time { return phy.Time(n * float64(bit)) }

// recorder keeps the events of some kinds.
type recorder struct {
	kinds  medium.Kinds
	events []medium.Event
}

func (r *recorder) Interest() medium.Interest { return medium.Interest{Kinds: r.kinds} }
func (r *recorder) Observe(e *medium.Event)   { r.events = append(r.events, *e) }

// teller keeps what is told of each event, as it happens.
type teller struct {
	scene *Scene
	told  []string
}

func (t *teller) Interest() medium.Interest { return medium.Interest{Kinds: medium.AllKinds} }
func (t *teller) Observe(e *medium.Event)   { t.told = append(t.told, t.scene.Tell(e).Text) }

// of runs a network in steps, with its scene and all of its events.
func of(t require.TestingT, c bus.Config, steps ...phy.Time) (*Scene, *recorder, *bus.Network) {
	net, err := bus.New(c)
	require.NoError(t, err)
	s, r := New(net, &c, 0), &recorder{kinds: medium.AllKinds}
	net.Observe(s)
	net.Observe(r)
	for _, until := range steps {
		require.NoError(t, net.Run(until))
		s.Advance(net.Now())
	}
	return s, r, net
}

// scenarioOf reads one of the scenarios that are tested and told of elsewhere.
func scenarioOf(t *testing.T, file string) *scenario.Scenario {
	t.Helper()
	path := filepath.Join("../../testdata", file)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	sc, err := scenario.Parse(path, text, scenario.Options{})
	require.NoError(t, err)
	return sc
}

// drawNetwork draws a small network in which things happen close to each other.
func drawNetwork(t *rapid.T) bus.Config {
	c := bus.Config{Seed: rapid.Uint64().Draw(t, "seed"), Params: mac.For(phy.Ethernet10)}
	p := &c.Params
	if rapid.Bool().Draw(t, "other rules") {
		p.Jam = bt(float64(rapid.SampledFrom([]int{1, 32, 48, 512}).Draw(t, "jam")))
		p.Gap = bt(float64(rapid.SampledFrom([]int{20, 96, 200}).Draw(t, "gap")))
		p.GapPart1 = min(p.Gap, bt(float64(rapid.SampledFrom([]int{0, 10, 64, 200}).Draw(t, "part 1"))))
		p.GapAfterBackoff = rapid.Bool().Draw(t, "gap after backoff")
		p.BlindAfter = p.GapAfterBackoff && rapid.Bool().Draw(t, "blind")
		if p.GapAfterBackoff && !p.BlindAfter {
			p.GapLead = bt(float64(rapid.SampledFrom([]int{0, 12, 200}).Draw(t, "lead")))
		}
		p.NoCarrierSense = rapid.IntRange(0, 3).Draw(t, "deaf") == 3
		p.NoCollision = rapid.IntRange(0, 3).Draw(t, "no collision detection") == 3
		p.CutHeader = rapid.Bool().Draw(t, "cut")
		p.LateDiscard = rapid.Bool().Draw(t, "discard late")
		p.AttemptLimit = rapid.SampledFrom([]int{1, 2, 16}).Draw(t, "attempts")
	}
	star := rapid.IntRange(0, 2).Draw(t, "star") == 2
	if delay := bt(rapid.SampledFrom([]float64{0, 0.3, 40, 232, 700}).Draw(t, "delay")); star {
		c.Shape = bus.Star(delay)
	}
	places := []float64{0, 0.25, 10, 96, 200.5, 232, 245, 600, 900}
	for i := range rapid.IntRange(1, 6).Draw(t, "stations") {
		var starts []phy.Time
		at := phy.Time(0)
		for range rapid.IntRange(0, 6).Draw(t, "frames") {
			at += bt(rapid.SampledFrom([]float64{0, 0, 0, 1, 245, 576, 640.5, 1000, 9000}).Draw(t, "after"))
			starts = append(starts, at)
		}
		s := bus.Station{Name: string(rune('A' + i)), At: bt(rapid.SampledFrom(places).Draw(t, "place")), Backoff: backoff.BEB(4)}
		s.Queue = rapid.SampledFrom([]int{0, 1, 2}).Draw(t, "queue")
		if len(starts) > 0 {
			s.Traffic = []traffic.Source{{Kind: traffic.KindFrames, Starts: starts,
				Size: traffic.Octets(rapid.SampledFrom([]int{64, 100, 1000}).Draw(t, "size")),
				To:   traffic.To{Whom: traffic.ToBroadcast}}}
		}
		c.Stations = append(c.Stations, s)
	}
	return c
}
