package domain_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// C hears nothing until the middle of A's first frame. It receives three fragments: the rest of that frame, and two collisions of A
// and B that follow. What all stations hear alike is counted for C, too, but not what its tap has counted by then.
func TestATapThatHeardAPart(t *testing.T) {
	star := domain.Config{Seed: 1, Segments: []domain.Segment{{Name: "star", Star: true, Delay: bt(20)}}}
	for k, at := range []phy.Time{0, bt(500)} {
		s := domain.Station{Station: bus.Station{Name: string(rune('A' + k)), Backoff: backoff.Fixed(8)}}
		s.Traffic = []traffic.Source{{Kind: traffic.KindFrames, Start: at, Count: 1, Size: traffic.Octets(64), To: traffic.To{Whom: traffic.ToNext}}}
		if k == 0 {
			s.Traffic[0].Count, s.Traffic[0].Mean = 2, bt(100)
		}
		star.Stations = append(star.Stations, s)
	}
	star.Stations = append(star.Stations, domain.Station{Station: bus.Station{Name: "C"}})
	star.Timeline = []medium.Change{{At: 0, Kind: medium.Deaf, Station: "C", On: true}, {At: bt(100), Kind: medium.Deaf, Station: "C"}}
	n, err := domain.New(star)
	require.NoError(t, err)
	r, events := run(t, n, bt(6000))
	fragments := uint64(0)
	for _, e := range events {
		if e.Kind == medium.RxEnd && e.Station == 2 && e.Why == medium.Fragment {
			fragments++
		}
	}
	require.Equal(t, uint64(3), fragments)
	require.Equal(t, fragments, r.Stations[2].Counters.Fragments)
}

// drawCrowd draws a cable or a star of up to 20 stations, some with faults.
func drawCrowd(t *rapid.T) domain.Config {
	c := domain.Config{Seed: rapid.Uint64().Draw(t, "seed"), Warmup: rapid.SampledFrom([]phy.Time{0, bt(5000.5)}).Draw(t, "warm-up")}
	c.Segments = []domain.Segment{{Name: "cable", Jabber: bt(2000), Unjab: bt(3000)}}
	length := rapid.SampledFrom([]int{0, 40, 400, 2000}).Draw(t, "length")
	if c.Segments[0].Star = rapid.IntRange(0, 2).Draw(t, "star") == 0; c.Segments[0].Star {
		c.Segments[0].Delay = bt(float64(length) / 8)
	} else {
		c.Segments[0].Delay = bt(float64(max(length, 100)))
	}
	rules := drawStations(t, rapid.IntRange(1, 3).Draw(t, "rules"))
	for k := range rapid.IntRange(2, 20).Draw(t, "stations") {
		s := rules[rapid.IntRange(0, len(rules)-1).Draw(t, "like")]
		s.Name = fmt.Sprint("s", k)
		s.Traffic = []traffic.Source{{Kind: traffic.KindPoisson, Mean: bt(float64(rapid.SampledFrom([]int{300, 2000, 20000}).Draw(t, "mean"))),
			Size: traffic.Octets(rapid.SampledFrom([]int{64, 200}).Draw(t, "size")), To: traffic.To{Whom: traffic.ToBroadcast}}}
		x := domain.Station{Station: s}
		if !c.Segments[0].Star {
			x.End.At = bt(float64(rapid.IntRange(0, 4*length).Draw(t, "at")) / 4)
		}
		c.Stations = append(c.Stations, x)
	}
	at := phy.Time(0)
	for range rapid.IntRange(0, 6).Draw(t, "changes") {
		at += bt(float64(rapid.IntRange(0, 8000).Draw(t, "after")) / 4)
		if x, ok := drawChange(t, &c, at); ok && (!c.Segments[0].Star || x.Kind < medium.Cut || x.Kind > medium.Length) {
			c.Timeline = append(c.Timeline, x)
		}
	}
	return c
}

// What the stations on a cable hear is counted from silence to silence, or tap by tap: it is the same.
func TestGenerationsAreCountedAsTheirTapsHearThem(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawCrowd(t)
		if rapid.Bool().Draw(t, "domain") {
			c = drawTimeline(t)
		}
		often := domain.TidyFrom(rapid.SampledFrom([]int{2, 3, 6, 16}).Draw(t, "tidied from"))
		defer often()
		got, events := run(t, build(t, c), bt(20000))
		n := build(t, c)
		require.NoError(t, n.Run(bt(20000)))
		unseen := n.Result()
		often()
		restore := domain.TapByTap()
		defer restore()
		want, others := run(t, build(t, c), bt(20000))
		sameEvents(t, others, events)
		require.Equal(t, want, got)
		require.Equal(t, want, unseen, "not observed")
	})
}
