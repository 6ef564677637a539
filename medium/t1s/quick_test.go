package t1s_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/t1s"
	"github.com/csmacd/csmacd/phy"
)

// everything writes down what a bus can show.
type everything struct {
	kinds medium.Kinds
	used  bool // of turns those that nodes use
	lines []string
}

// atQuick are the kinds of events that a quick bus can show.
var atQuick = medium.Of(medium.Queued, medium.TxStart, medium.TxEnd, medium.Sent, medium.Dropped, medium.Backoff, medium.Collision)

func (l *everything) Interest() medium.Interest {
	return medium.Interest{Kinds: l.kinds, Used: l.used}
}
func (l *everything) Observe(e *medium.Event) { l.lines = append(l.lines, fmt.Sprintf("%+v", *e)) }

// kindOfPHY draws the latencies of a PHY.
func kindOfPHY(t *rapid.T) t1s.Latency {
	l := rapid.SampledFrom([]t1s.Latency{t1s.Ideal, t1s.Typical, t1s.Min, t1s.Max, {}}).Draw(t, "latency")
	if l == t1s.Ideal && rapid.Bool().Draw(t, "odd latency") {
		some := func(most int) phy.Time { return phy.Time(rapid.IntRange(0, most).Draw(t, "ns")) * phy.Nanosecond }
		l = t1s.Latency{Tx: some(500), CRSOn: some(1000), CRSOff: some(1000), RxOn: some(4000), RxOff: some(2000), COLOn: some(2000), COLOff: some(2000), Tail: some(80)}
		if rapid.Bool().Draw(t, "clock") {
			l.MII = rapid.SampledFrom([]phy.Time{400, 400, 100, 300}).Draw(t, "mii") * phy.Nanosecond
		}
	}
	return l
}

// drawEqual gives the nodes of a bus places and equal PHYs, so that they mostly stay in step.
func drawEqual(t *rapid.T, c *t1s.Config) {
	c.Latency = kindOfPHY(t)
	if rapid.Bool().Draw(t, "usual") {
		c.Latency = rapid.SampledFrom([]t1s.Latency{t1s.Ideal, t1s.Typical, t1s.Min, t1s.Max}).Draw(t, "usual latency")
	}
	places := rapid.SampledFrom([]int{0, 128, 128, 500, 1500}).Draw(t, "places")
	step := rapid.SampledFrom([]phy.Time{1, 100, 400}).Draw(t, "step of phase")
	for i := range c.Stations {
		s := &c.Stations[i]
		s.At = phy.Time(rapid.IntRange(0, places).Draw(t, "place")) * phy.Nanosecond
		if c.Latency.MII > 0 && rapid.Bool().Draw(t, "phased") {
			phase := phy.Time(rapid.IntRange(0, int(c.Latency.MII-1)/1000).Draw(t, "phase")) / step * step * phy.Nanosecond
			s.Phase = &phase
		}
	}
}

// drawOdd makes a bus unusual: cables, latencies, timers, IDs.
func drawOdd(t *rapid.T, c *t1s.Config) {
	c.Latency = kindOfPHY(t)
	places := rapid.SampledFrom([]int{0, 0, 100, 3000}).Draw(t, "places")
	odd := rapid.IntRange(0, 7).Draw(t, "odd")
	for i := range c.Stations {
		s := &c.Stations[i]
		s.At = phy.Time(rapid.IntRange(0, places).Draw(t, "place")) * phy.Nanosecond
		if odd&1 > 0 && rapid.Bool().Draw(t, "own latency") {
			l := kindOfPHY(t)
			s.Latency = &l
		}
		if odd != 7 {
			continue
		}
		switch rapid.IntRange(0, 12).Draw(t, "unlike") {
		case 0:
			s.PLCA = nil
		case 1:
			s.PLCA.NodeIDs = []int{plca.NoID}
		case 2:
			s.PLCA.NodeIDs = append(s.PLCA.NodeIDs, 250, 21, 22)
		case 3:
			s.PLCA.NodeIDs = []int{0}
		case 4:
			s.PLCA.ToTimer = phy.Time(rapid.IntRange(1, 255).Draw(t, "own to")) * bit
		case 5:
			s.PLCA.Dynamic, s.PLCA.Coordinator, s.PLCA.NodeIDs = true, i < 2, nil
		case 6:
			s.PLCA.Silence = 23 * bit
		}
	}
}

// A bus in step is quick, and silence is passed over on any bus. The results and events are those of the
// machines.
func TestQuickIsExact(t *testing.T) {
	checks, quick, late, passes, jumps, changed := 0, 0, 0, 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		checks++
		c := t1s.Config{Seed: rapid.Uint64().Draw(t, "seed")}
		count := rapid.IntRange(1, 6).Draw(t, "nodes")
		turns := count + rapid.SampledFrom([]int{0, 0, 1, 2, 5, 14, 255 - count}).Draw(t, "more turns")
		to := phy.Time(rapid.IntRange(20, 40).Draw(t, "to"))
		ids := []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 253, 254}
		if turns < 255 {
			ids = ids[:min(18, turns-1)]
		}
		ids = rapid.Permutation(ids).Draw(t, "ids")
		ids = append([]int{0}, ids...)
		spare := ids[count:]
		ids = ids[:count:count]
		ids = rapid.Permutation(ids).Draw(t, "order")
		line, _ := phy.LineByName("10base-t1s")
		for i := range count {
			p := id(ids[i], turns)
			p.ToTimer = to * bit
			p.BurstCount = rapid.SampledFrom([]int{0, 0, 1, 3}).Draw(t, "burst")
			p.BurstTimer = rapid.SampledFrom([]phy.Time{128, 128, 96, 90, 97, 3, 200}).Draw(t, "timer") * bit
			for len(spare) > 0 && rapid.IntRange(0, 5).Draw(t, "another ID") == 0 {
				p.NodeIDs, spare = append(p.NodeIDs, spare[0]), spare[1:]
			}
			s := t1s.Station{Station: bus.Station{Name: fmt.Sprintf("n%d", i), Queue: rapid.IntRange(1, 20).Draw(t, "queue")}, PLCA: p}
			rules := mac.For(line)
			rules.Gap = rapid.SampledFrom([]phy.Time{96, 96, 96, 40, 200}).Draw(t, "gap") * bit
			rules.GapPart1 = rules.Gap * 2 / 3
			rules.MaxFrame = 200 // the bus leaves off being quick in time for a change
			rules.AttemptLimit = rapid.SampledFrom([]int{16, 2, 1}).Draw(t, "attempts")
			s.Params = &rules
			to := traffic.To{Whom: rapid.SampledFrom([]traffic.Whom{traffic.ToRandom, traffic.ToNext, traffic.ToBroadcast}).Draw(t, "to")}
			size := traffic.Uniform(64, rapid.IntRange(64, 200).Draw(t, "size"))
			switch rapid.IntRange(0, 4).Draw(t, "traffic") {
			case 0:
				s.Traffic = []traffic.Source{traffic.Poisson(phy.Time(rapid.IntRange(50, 2000).Draw(t, "mean"))*phy.Microsecond, size, to)}
			case 1:
				at := phy.Time(rapid.IntRange(0, 3000).Draw(t, "at")) * bit
				s.Traffic = []traffic.Source{{Kind: traffic.KindFrames, Start: at, Interval: phy.Time(rapid.IntRange(0, 5000).Draw(t, "interval")) * bit / 2, Count: 100, Size: size, To: to}}
			case 2:
				s.Traffic = []traffic.Source{traffic.Think(0, phy.Time(rapid.IntRange(1, 500).Draw(t, "think"))*phy.Microsecond, size, to)}
			case 3:
				s.Traffic = []traffic.Source{traffic.Saturated(size, to)}
			}
			c.Stations = append(c.Stations, s)
		}
		ordinary := rapid.Bool().Draw(t, "ordinary")
		odd := !ordinary && rapid.Bool().Draw(t, "odd bus")
		changes := 3
		if odd {
			drawOdd(t, &c)
		}
		if ordinary {
			drawEqual(t, &c)
			changes = 1
		}
		change := phy.Time(0)
		for range rapid.IntRange(0, changes).Draw(t, "changes") {
			change += phy.Time(rapid.IntRange(0, 200_000).Draw(t, "change")) * bit / 8
			i := rapid.IntRange(0, count-1).Draw(t, "changed")
			x := medium.Change{At: change, Kind: medium.PLCA, Station: c.Stations[i].Name}
			switch rapid.IntRange(0, 4).Draw(t, "what") {
			case 4:
				if odd {
					x.Kind, x.On = rapid.SampledFrom([]medium.ChangeKind{medium.Deaf, medium.Deaf, medium.Mute}).Draw(t, "fault"), true
				}
			case 3:
				if odd {
					x.Kind, x.Value = medium.BeaconLoss, rapid.SampledFrom([]float64{0, 0.1, 1}).Draw(t, "loss")
				}
			case 0:
				x.New = c.Stations[i].PLCA
			case 1:
				x.Kind, x.On = medium.PowerOff, true
			case 2:
				x.Kind = medium.PowerOff
			}
			c.Timeline = append(c.Timeline, x)
		}
		c.Warmup = phy.Time(rapid.IntRange(0, 40000).Draw(t, "warmup")) * bit
		if rapid.Bool().Draw(t, "bounded") {
			c.Until.FramesSent = uint64(rapid.IntRange(0, 100).Draw(t, "sent"))
			c.Until.FramesDelivered = uint64(rapid.IntRange(0, 100).Draw(t, "delivered"))
		}
		var stops []phy.Time
		at := phy.Time(0)
		for range rapid.IntRange(1, 6).Draw(t, "stops") {
			at += phy.Time(rapid.IntRange(0, 60000).Draw(t, "step")) * bit / 4
			stops = append(stops, at)
		}
		watched := rapid.SampledFrom([]medium.Kinds{0, atQuick, medium.AllKinds &^ medium.Of(medium.Turn), medium.AllKinds &^ medium.Of(medium.Beacon, medium.Turn)}).Draw(t, "watched")
		used := rapid.Bool().Draw(t, "turns that are used")
		if used {
			watched |= medium.Of(medium.Turn)
		}
		hooked := rapid.IntRange(0, 3).Draw(t, "hooked") == 0
		if ordinary {
			watched, hooked = watched&atQuick, false
		}
		var said [2][]string
		refuses := rapid.SliceOfNDistinct(rapid.IntRange(0, len(stops)-1), 0, 2, rapid.ID[int]).Draw(t, "asked to change") // or not
		for k := 1; k >= 0; k-- {
			n, err := t1s.New(c)
			require.NoError(t, err)
			l := &everything{kinds: watched, used: used}
			if watched != 0 {
				n.Observe(l)
			}
			if hooked {
				n.Deliver(0, func(at phy.Time, f medium.Frame) { l.lines = append(l.lines, fmt.Sprint(at, f)) })
			}
			if k == 0 {
				n.Machines()
			}
			for s, at := range stops {
				require.NoError(t, n.Run(at))
				if n.Quick() {
					quick++
					if c.Latency != t1s.Ideal {
						late++
					}
				}
				if i := slices.Index(refuses, s); i >= 0 && !n.Done() {
					err := n.Change(medium.Change{At: at + phy.Time(1000*i)*bit, Kind: medium.Queue, Station: "n0", Value: 7})
					if err != nil && k == 1 {
						refuses[i] = -1 // a frame is on the line
					} else {
						require.NoError(t, err)
						changed++
					}
				}
				said[k] = append(said[k], fmt.Sprintf("%+v", n.Tally()))
				r, err := json.Marshal(n.Result())
				require.NoError(t, err)
				said[k] = append(said[k], string(r))
			}
			said[k] = append(l.lines, said[k]...)
			turns, cycles := n.Passes()
			if passes, jumps = passes+turns, jumps+cycles; k == 0 && turns > 0 {
				panic("the machines pass over nothing")
			}
		}
		for i := range min(len(said[0]), len(said[1])) {
			require.Equal(t, said[0][i], said[1][i])
		}
		require.Equal(t, said[0], said[1])
	})
	if checks < 100 {
		return // too few to meet everything
	}
	require.NotZero(t, quick)
	require.NotZero(t, late)
	require.NotZero(t, changed)
	require.NotZero(t, passes)
	require.NotZero(t, jumps)
}
