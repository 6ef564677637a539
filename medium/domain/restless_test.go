package domain_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// drawRestless draws cables in a chain or around one of them, with many stations that always have frames, at repeaters that soon
// partition their ports: several contentions are heard on a cable at once.
func drawRestless(t *rapid.T) domain.Config {
	c := domain.Config{Seed: rapid.Uint64().Draw(t, "seed"), Warmup: rapid.SampledFrom([]phy.Time{0, bt(5000.5)}).Draw(t, "warm-up")}
	cables := rapid.IntRange(2, 4).Draw(t, "cables")
	length := rapid.SampledFrom([]int{20, 100, 100, 400}).Draw(t, "length in quarter bits")
	place := func() phy.Time { return bt(float64(rapid.IntRange(0, length).Draw(t, "place")) / 4) }
	for k := range cables {
		c.Segments = append(c.Segments, domain.Segment{Name: fmt.Sprint("cable", k), Delay: bt(float64(length) / 4)})
	}
	chain := rapid.Bool().Draw(t, "chain")
	for k := 1; k < cables; k++ {
		r := domain.DefaultRepeater(bit)
		r.Name, r.PartitionAfter = fmt.Sprint("r", k), rapid.SampledFrom([]int{1, 2, 4}).Draw(t, "partition")
		r.Reconnect = rapid.SampledFrom([]phy.Time{bt(512), bt(2000)}).Draw(t, "reconnect")
		r.ReconnectSend = rapid.IntRange(0, 3).Draw(t, "send") == 0
		from := 0
		if chain {
			from = k - 1
		}
		r.Ports = []domain.Port{{To: c.Segments[from].Name, End: domain.End{Segment: from, At: place()}}, {To: c.Segments[k].Name, End: domain.End{Segment: k, At: place()}}}
		c.Repeaters = append(c.Repeaters, r)
	}
	plain, alike := drawRules(t), rapid.Bool().Draw(t, "alike")
	kinds := drawStations(t, 3)
	size := traffic.Octets(rapid.SampledFrom([]int{64, 64, 300}).Draw(t, "size"))
	to := traffic.To{Whom: rapid.SampledFrom([]traffic.Whom{traffic.ToRandom, traffic.ToNext, traffic.ToBroadcast}).Draw(t, "to")}
	for i := range rapid.IntRange(4, 30).Draw(t, "stations") {
		s := bus.Station{Name: fmt.Sprint("h", i), Params: plain, Traffic: []traffic.Source{traffic.Saturated(size, to)}}
		if !alike && rapid.IntRange(0, 3).Draw(t, "odd") == 0 {
			s.Params = kinds[i%3].Params
			s.Traffic = kinds[i%3].Traffic
		}
		c.Stations = append(c.Stations, domain.Station{Station: s, End: domain.End{Segment: rapid.IntRange(0, cables-1).Draw(t, "cable"), At: place()}})
	}
	return c
}

// What is sent on a cable that is hardly ever silent is counted and forgotten as its taps hear it.
func TestRestlessCablesAreCountedAsTheirTapsHearThem(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawRestless(t)
		often := domain.TidyFrom(rapid.SampledFrom([]int{2, 3, 6, 16}).Draw(t, "tidied from"))
		defer often()
		got, events := run(t, build(t, c), bt(20000))
		n := build(t, c)
		read := rapid.Bool().Draw(t, "figures are read")
		for at := phy.Time(0); at < bt(20000); at += bt(float64(rapid.IntRange(4000, 40000).Draw(t, "piece")) / 4) {
			require.NoError(t, n.Run(at))
			if read {
				n.Result()
			}
		}
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
