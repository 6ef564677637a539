package domain_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// drawLink draws a link of two stations, most of them full duplex.
func drawLink(t *rapid.T) domain.Config {
	c := domain.Config{Seed: rapid.Uint64().Draw(t, "seed"), Warmup: rapid.SampledFrom([]phy.Time{0, bt(5000.5)}).Draw(t, "warm-up"), Changeable: true}
	length := bt(float64(rapid.SampledFrom([]int{0, 1, 20, 700, 5000}).Draw(t, "length")))
	c.Segments = []domain.Segment{{Name: "link", Link: true, Delay: length}}
	for k, s := range drawStations(t, 2) {
		x := domain.Station{Station: s, End: domain.End{At: phy.Time(k) * length, Full: rapid.IntRange(0, 7).Draw(t, "full") > 0}}
		x.ObeyPause = x.End.Full && rapid.IntRange(0, 3).Draw(t, "obeys") == 0
		if rapid.IntRange(0, 5).Draw(t, "slow receiver") == 0 {
			p := *x.Params
			p.RxGap = bt(96.5)
			x.Params = &p
		}
		if rapid.Bool().Draw(t, "of all sizes") {
			x.Traffic = []traffic.Source{{Kind: traffic.KindPoisson, Mean: bt(1500), Size: traffic.Uniform(64, 300), To: traffic.To{Whom: traffic.ToRandom}}}
		}
		c.Stations = append(c.Stations, x)
	}
	return c
}

// What the ends of a full-duplex link hear is counted when it has come, or tap by tap: it is the same, also when figures are read on the way, frames
// are put in and something changes at last.
func TestDuplexLinksAreCountedAsTheirTapsHearThem(t *testing.T) {
	const horizon = 20000
	rapid.Check(t, func(t *rapid.T) {
		c := drawLink(t)
		cuts := rapid.SliceOfN(rapid.IntRange(1, 4*horizon), 0, 6).Draw(t, "cuts")
		puts := rapid.SampledFrom([]int32{0, 1, medium.Broadcast}).Draw(t, "puts in for")
		changes := rapid.IntRange(0, 3).Draw(t, "changes") == 0
		change, ok := drawChange(t, &c, bt(horizon/2))
		if rapid.Bool().Draw(t, "bit errors") {
			errors := medium.Errors{Good: rapid.SampledFrom([]float64{1e-4, 1e-3, 1e-2}).Draw(t, "rate")}
			c.Timeline = append(c.Timeline, medium.Change{At: bt(float64(rapid.SampledFrom([]int{0, 3000}).Draw(t, "from"))), Kind: medium.BitErrors, Errors: errors})
		}
		type delivery struct {
			at phy.Time
			f  medium.Frame
		}
		ran := func(watched bool) (list []any) {
			n := build(t, c)
			if watched {
				n.Observe(&log{})
			}
			n.Deliver(1, func(at phy.Time, f medium.Frame) { list = append(list, delivery{at, f}) })
			for _, at := range cuts {
				if bt(float64(at)/4) < n.Now() {
					continue
				}
				require.NoError(t, n.Run(bt(float64(at)/4)))
				list = append(list, n.Result())
				require.NoError(t, n.Inject(0, n.Now(), medium.Frame{Size: 70, Destination: puts}))
				if changes && ok && n.Now() < change.At {
					if err := n.Change(change); err != nil {
						list = append(list, err.Error())
					}
				}
			}
			require.NoError(t, n.Run(bt(horizon)))
			return append(list, n.Result())
		}
		fast, watched := ran(false), ran(true)
		restore := domain.TapByTap()
		defer restore()
		slow := ran(false)
		require.Equal(t, slow, fast)
		require.Equal(t, slow, watched)
	})
}

// A full-duplex link keeps no signal that has been received.
func TestAFullDuplexLinkKeepsLittle(t *testing.T) {
	c := domain.Config{Segments: []domain.Segment{{Name: "link", Link: true, Delay: bt(20)}}}
	for k, name := range []string{"A", "B"} {
		s := domain.Station{End: domain.End{At: bt(20 * float64(k)), Full: true}}
		s.Name, s.Traffic = name, []traffic.Source{traffic.Saturated(traffic.Octets(64), traffic.To{})}
		c.Stations = append(c.Stations, s)
	}
	n := build(t, c)
	for at := phy.Time(0); at < 10*phy.Millisecond; at += bt(333.5) {
		require.NoError(t, n.Run(at))
		require.LessOrEqual(t, n.Kept(), 2)
	}
	require.Greater(t, n.Result().Medium.FramesDelivered, uint64(290))
}
