package bus_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// Networks on which contention rounds once had another result than the instants.
func TestRoundsOnceWrong(t *testing.T) {
	frame := medium.Frame{Size: 64, Destination: 1}
	source := func(k traffic.Kind, octets int) []traffic.Source {
		return []traffic.Source{{Kind: k, Size: traffic.Octets(octets)}}
	}
	at := func(octets int, starts ...phy.Time) []traffic.Source {
		return []traffic.Source{{Kind: traffic.KindFrames, Starts: starts, Size: traffic.Octets(octets)}}
	}
	think := source(traffic.KindThink, 64)
	think[0].Interval = bt(15000)
	once := rules(func(p *mac.Params) { p.AttemptLimit = 1 })
	shortFrames := rules(func(p *mac.Params) { p.Jam, p.MinFrame = bt(512), 18 })
	four := []bus.Station{{Name: "A"}, {Name: "B", At: bt(10), Traffic: at(64, 0)}, {Name: "C", At: bt(20), Traffic: at(64, 0)}, {Name: "D", At: bt(30)}}
	for _, row := range []struct {
		name   string
		config bus.Config
		inject []phy.Time // into station 0
		runs   []phy.Time
	}{
		{"a frame arrived before the other's end, on a cable longer than it",
			bus.Config{Stations: []bus.Station{{Name: "A"}, {Name: "B", At: bt(1000)}}}, []phy.Time{0, bt(900)}, []phy.Time{bt(100000)}},
		{"a frame arrived in a stream behind the one that was yet to come",
			bus.Config{Stations: []bus.Station{{Name: "A", Traffic: source(traffic.KindSaturated, 1518)}, {Name: "B", At: bt(10)}}},
			[]phy.Time{bt(100000)}, []phy.Time{bt(300000)}},
		{"things were counted that came after the frame that ended the run",
			bus.Config{Until: bus.Until{FramesSent: 3}, Stations: []bus.Station{
				{Name: "A", Traffic: source(traffic.KindSaturated, 64)}, {Name: "B", At: bt(100), Traffic: think}, {Name: "C", At: bt(20000)}}},
			nil, []phy.Time{bt(100000)}},
		{"a whole frame was shorter than a jam, and than the cable",
			bus.Config{Params: *rules(func(p *mac.Params) { p.Jam, p.MinFrame = bt(1000), 18 }), Stations: []bus.Station{
				{Name: "A", Traffic: at(18, 0, bt(450))}, {Name: "B", At: bt(500)}}},
			nil, []phy.Time{bt(100000)}},
		{"a run ended after the frame that was to end it, of several that are over sooner than a collision may be",
			bus.Config{Params: *shortFrames, Until: bus.Until{FramesSent: 3}, Stations: []bus.Station{{Name: "A", Traffic: at(18, 0, bt(900), bt(1200))}, {Name: "B", At: bt(10)}}},
			nil, []phy.Time{bt(1450)}},
		{"a run ended after the last frame, which was over sooner than a collision may be",
			bus.Config{Params: *shortFrames, Until: bus.Until{Idle: true}, Stations: []bus.Station{{Name: "A", Traffic: at(18, 0, bt(1200))}, {Name: "B", At: bt(10)}}},
			nil, []phy.Time{bt(1450), bt(5000)}},
		{"a run ended as late as if its last frame had come from an end",
			bus.Config{Until: bus.Until{Idle: true}, Stations: []bus.Station{{Name: "A"}, {Name: "B", At: bt(20), Traffic: at(64, 0)}, {Name: "C", At: bt(40)}}},
			nil, []phy.Time{bt(576 + 30), bt(5000)}},
		{"a collision was over as if its last signal had come from an end", bus.Config{Params: *once, Until: bus.Until{Idle: true}, Stations: four},
			nil, []phy.Time{phy.Forever}},
		{"the planned end of a cut frame was an end", bus.Config{Params: *once, Stations: four}, nil, []phy.Time{phy.Forever}},
		{"and so it was in a second run", bus.Config{Params: *once, Until: bus.Until{Idle: true}, Stations: four}, nil, []phy.Time{bt(50), phy.Forever + 1}},
	} {
		t.Run(row.name, func(t *testing.T) {
			inRounds, instants := build(t, row.config), build(t, row.config)
			instants.ByInstants()
			for _, n := range []*bus.Network{inRounds, instants} {
				for _, at := range row.inject {
					require.NoError(t, n.Inject(0, at, frame))
				}
				for _, until := range row.runs {
					require.NoError(t, n.Run(until))
				}
			}
			require.Equal(t, instants.Now(), inRounds.Now())
			require.Equal(t, instants.Result(), inRounds.Result())
		})
	}
}
