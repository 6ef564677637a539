package bus_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// It makes no difference whether stations that wait are checked as soon as a transmission has ended, or a gap later.
func TestPostponedChecksChangeNothing(t *testing.T) {
	postponed := 0
	rapid.Check(t, func(t *rapid.T) {
		c := rapid.SampledFrom([]func(*rapid.T) bus.Config{drawGaps, drawGaps, drawTalker, drawTalker, drawBrief, drawBusyNetwork, drawFragments}).Draw(t, "network")(t)
		run := func(waiting, kept int) (*medium.Result, []medium.Event) {
			defer bus.PostponeFrom(waiting)()
			if kept > 0 {
				defer bus.KeepUpTo(kept)()
			}
			o := everything()
			n := build(t, c, o)
			n.ByInstants()
			require.NoError(t, n.Run(bt(9000)))
			if n.Postpones() {
				postponed++
			}
			return n.Result(), o.events
		}
		want, events := run(1<<30, 0)
		for _, v := range []struct{ waiting, kept int }{{1, 0}, {4, 0}, {2, 1}} {
			got, seen := run(v.waiting, v.kept)
			sameEvents(t, events, seen)
			require.Equal(t, want, got, "%v", v)
		}
	})
	if bus.Extended {
		assert.Positive(t, postponed)
	}
}

// drawGaps draws a network of stations with a few gaps, so that those with the shorter ones send again and again before
// the others have waited for theirs.
func drawGaps(t *rapid.T) bus.Config {
	c := bus.Config{Params: mac.For(phy.Ethernet10), Seed: rapid.Uint64().Draw(t, "seed")}
	spread := rapid.SampledFrom([]int{40, 0, 108, 232, 900, 3000}).Draw(t, "spread")
	if delay := drawLength(t, spread, "delay"); rapid.IntRange(0, 3).Draw(t, "star") == 0 {
		c.Shape = bus.Star(delay)
	}
	sees := rapid.IntRange(0, 2).Draw(t, "all see") == 0
	var kinds []*mac.Params
	for range rapid.IntRange(1, 3).Draw(t, "kinds") {
		kinds = append(kinds, rules(func(p *mac.Params) {
			p.Gap = bt(float64(rapid.SampledFrom([]int{96, 32, 0, 1, 64, 200, 700}).Draw(t, "gap")))
			p.GapPart1 = min(p.Gap, bt(float64(rapid.SampledFrom([]int{64, 0, 21, 1, 700}).Draw(t, "part 1"))))
			p.Jam = bt(float64(rapid.SampledFrom([]int{32, 1, 16, 400}).Draw(t, "jam")))
			p.SlotTime = bt(float64(rapid.SampledFrom([]int{512, 16, 64}).Draw(t, "slot")))
			p.AttemptLimit = rapid.SampledFrom([]int{16, 1, 3}).Draw(t, "attempts")
			p.NoCarrierSense = rapid.IntRange(0, 5).Draw(t, "deaf") == 0
			p.NoCollision = rapid.IntRange(0, 5).Draw(t, "no collisions") == 0
			p.NoBlindStart = sees || rapid.IntRange(0, 3).Draw(t, "no blind start") == 0
			p.CutHeader = rapid.IntRange(0, 3).Draw(t, "cut header") == 0
			p.Align = bt(float64(rapid.SampledFrom([]int{0, 0, 1, 16, 64, 300}).Draw(t, "align")))
			if rapid.IntRange(0, 5).Draw(t, "persistent") == 0 {
				p.Persist, p.PersistSlot = 1<<63, bt(512)
			}
			if rapid.IntRange(0, 3).Draw(t, "gap after backoff") == 0 {
				p.GapAfterBackoff, p.BlindAfter = true, rapid.Bool().Draw(t, "blind")
				if !p.BlindAfter {
					p.GapLead = bt(float64(rapid.SampledFrom([]int{0, 12, 200}).Draw(t, "lead")))
				}
			}
		}))
	}
	for k := range rapid.IntRange(3, 12).Draw(t, "stations") {
		s := bus.Station{Name: fmt.Sprint("n", k), At: drawLength(t, spread, "place"), Params: rapid.SampledFrom(kinds).Draw(t, "kind")}
		if rapid.IntRange(0, 3).Draw(t, "always") > 0 {
			s.Traffic = []traffic.Source{always(k)}
		} else {
			s.Traffic = []traffic.Source{drawSource(t, 3)}
		}
		c.Stations = append(c.Stations, s)
	}
	return c
}

// drawTalker draws a network in which one station mostly sends frame after frame, since it ignores carrier or its gap is
// short, and others start on a grid or not into carrier. Fragments of a few others are short.
func drawTalker(t *rapid.T) bus.Config {
	c := bus.Config{Params: mac.For(phy.Ethernet10), Seed: rapid.Uint64().Draw(t, "seed")}
	spread := rapid.SampledFrom([]int{40, 0, 5, 108, 232, 900}).Draw(t, "spread")
	if delay := drawLength(t, spread, "delay"); rapid.IntRange(0, 3).Draw(t, "star") == 0 {
		c.Shape = bus.Star(delay)
	}
	gap := rapid.SampledFrom([]int{96, 200, 64, 300}).Draw(t, "gap")
	grid := rapid.SampledFrom([]int{0, 1, 16, 64, 300}).Draw(t, "align")
	sees, part1 := rapid.Bool().Draw(t, "sees"), rapid.SampledFrom([]int{64, 0, 32}).Draw(t, "part 1")
	kind := func(talks bool) *mac.Params {
		return rules(func(p *mac.Params) {
			p.Gap, p.GapPart1, p.Align, p.NoBlindStart = bt(float64(gap)), bt(float64(part1)), bt(float64(grid)), sees
			p.Header = bt(float64(rapid.SampledFrom([]int{64, 8, 0}).Draw(t, "header")))
			p.Jam = bt(float64(rapid.SampledFrom([]int{32, 1, 8}).Draw(t, "jam")))
			p.CutHeader = rapid.IntRange(0, 2).Draw(t, "cut header") == 0
			p.AttemptLimit = rapid.SampledFrom([]int{16, 1, 3}).Draw(t, "attempts")
			if !talks {
				return
			}
			switch rapid.IntRange(0, 4).Draw(t, "talks") {
			case 0:
				p.NoCarrierSense = true
			case 1:
				p.Gap = bt(float64(rapid.IntRange(1, gap).Draw(t, "own gap")))
				p.GapPart1 = min(p.Gap, p.GapPart1)
			case 2:
				p.NoCollision = true
			case 3:
				p.Align = bt(float64(rapid.SampledFrom([]int{0, 1, 7, 64}).Draw(t, "own grid")))
			}
		})
	}
	talkers := rapid.IntRange(1, 2).Draw(t, "talkers")
	plain, other := kind(false), kind(false)
	for k := range rapid.IntRange(4, 10).Draw(t, "stations") {
		s := bus.Station{Name: fmt.Sprint("n", k), At: drawLength(t, spread, "place"), Traffic: []traffic.Source{always(k)}}
		switch {
		case k < talkers:
			s.Params = kind(true)
		case rapid.IntRange(0, 3).Draw(t, "other") == 0:
			s.Params = other
			if rapid.Bool().Draw(t, "now and then") {
				s.Traffic = []traffic.Source{drawSource(t, 3)}
			}
		default:
			s.Params = plain
		}
		c.Stations = append(c.Stations, s)
	}
	return c
}

// drawBrief draws a network in which stations with a long gap wait, and others send frames and fragments that are over before that gap is.
// Places and lengths are multiples of a few bits, so that carrier falls at the end of a gap, too.
func drawBrief(t *rapid.T) bus.Config {
	c := bus.Config{Params: mac.For(phy.Ethernet10), Seed: rapid.Uint64().Draw(t, "seed")}
	step := rapid.SampledFrom([]int{16, 8, 48}).Draw(t, "step")
	sees, cut := rapid.Bool().Draw(t, "sees"), rapid.IntRange(0, 3).Draw(t, "cut header") > 0
	jam, header := rapid.SampledFrom([]int{8, 1, 16, 32}).Draw(t, "jam"), rapid.SampledFrom([]int{64, 8, 0}).Draw(t, "header")
	kind := func(gap, grid int) *mac.Params {
		return rules(func(p *mac.Params) {
			p.Gap, p.GapPart1 = bt(float64(gap)), bt(float64(min(gap, rapid.SampledFrom([]int{0, 0, 8}).Draw(t, "part 1"))))
			p.Align, p.NoBlindStart, p.CutHeader = bt(float64(grid)), sees, cut
			p.Jam, p.Header, p.MinFrame = bt(float64(jam)), bt(float64(header)), 18
			p.SlotTime = bt(float64(rapid.SampledFrom([]int{16, 64, 512}).Draw(t, "slot")))
			p.AttemptLimit = rapid.SampledFrom([]int{3, 16, 1}).Draw(t, "attempts")
		})
	}
	waits := kind(rapid.SampledFrom([]int{640, 1600, 320}).Draw(t, "gap"), rapid.SampledFrom([]int{0, 8, 64}).Draw(t, "align"))
	var others []*mac.Params
	for range 3 {
		p := kind(rapid.SampledFrom([]int{96, 64, 8}).Draw(t, "gap"), 0)
		p.NoCarrierSense, p.NoCollision = rapid.IntRange(0, 2).Draw(t, "deaf") == 0, rapid.IntRange(0, 2).Draw(t, "no collisions") == 0
		others = append(others, p)
	}
	talkers := rapid.IntRange(1, 3).Draw(t, "talkers")
	for k := range talkers + rapid.IntRange(2, 6).Draw(t, "stations") {
		s := bus.Station{
			Name: fmt.Sprint("n", k), At: bt(float64(step * rapid.IntRange(0, 30).Draw(t, "place"))),
			Params: waits, Traffic: []traffic.Source{always(k)},
		}
		if k < talkers {
			s.Params = rapid.SampledFrom(others).Draw(t, "kind")
			at, frames := phy.Time(0), traffic.Source{Kind: traffic.KindFrames, Size: traffic.Uniform(18, 64)}
			for range 20 / talkers {
				at += bt(float64(8 * rapid.IntRange(1, 200).Draw(t, "pause")))
				frames.Starts = append(frames.Starts, at)
			}
			s.Traffic = []traffic.Source{frames}
		}
		c.Stations = append(c.Stations, s)
	}
	return c
}

// A station that does not start into carrier may start at the end of a gap in which carrier rose and fell. It does so too if
// it was checked when that gap began, because few stations waited then, and more wait when that carrier ends.
func TestCheckedAtOnceThenLater(t *testing.T) {
	defer bus.PostponeFrom(2)()
	once := rules(func(p *mac.Params) { p.AttemptLimit = 1 })
	deaf := rules(func(p *mac.Params) { p.AttemptLimit, p.NoCarrierSense = 1, true })
	s := &story{t: t}
	s.net = stage(t, bus.Config{}, []actor{
		{sends: frames(0, 2254, 3000), rules: deaf},
		{sends: frames(3000), rules: deaf},
		{at: 90, sends: frames(3075), rules: deaf},
		{sends: frames(3050), rules: rules(func(p *mac.Params) { p.NoBlindStart, p.Gap, p.AttemptLimit = true, bt(200), 1 })},
		{sends: frames(10), rules: once},
		{at: 90, sends: frames(100, 3120), rules: once},
	}, false)
	s.net.ByInstants()
	s.net.Observe(s)
	require.NoError(t, s.net.Run(bt(3500)))
	require.Equal(t, bus.Extended, s.net.Postpones()) // E and F have waited for A's first frame
	s.saw(D, medium.CarrierOff, 576, 948, 2830, 3096, 3171+90)
	s.saw(D, medium.TxStart, 3096+200)
}

// In a gap of its own after a backoff a station does not notice carrier that rises in the second pass of the instant at which
// the gap begins, until a picosecond later. A gap of a picosecond is over then.
func TestGapOfAPicosecondPostponed(t *testing.T) {
	defer bus.PostponeFrom(1)()
	once := rules(func(p *mac.Params) { p.AttemptLimit = 1 })
	s := tell(t, 2090,
		actor{sends: frames(0), draws: draws(1), rules: rules(func(p *mac.Params) {
			p.GapAfterBackoff, p.Gap, p.GapPart1, p.SlotTime = true, 1, 1, bt(1536)
		})},
		actor{sends: frames(0), rules: once},
		actor{sends: frames(1500, 1500), rules: rules(func(p *mac.Params) { p.Gap, p.GapPart1, p.NoCollision = 0, 0, true })},
		actor{sends: frames(1500), rules: rules(func(p *mac.Params) { p.NoCollision = true })},
		actor{sends: frames(50), rules: once}) // it waits for the first collision to end
	s.saw(C, medium.TxStart, 1500, 1500+576)
	s.saw(A, medium.TxStart, 0, 1500+576+ps)
	require.Equal(t, bus.Extended, s.net.Postpones())
}

// C does not start into carrier. The gap after A's frame covers B's first frame, and ends as that ends. B, which does not listen,
// sends its second one then. At B's place all decide before carrier rises again, so that C starts too, whether its own frame was
// there before B's or came in it. Elsewhere carrier does not fall.
func TestGapThatEndsBetweenTwoFrames(t *testing.T) {
	deaf := rules(func(p *mac.Params) { p.NoCarrierSense, p.NoCollision = true, true })
	sees := rules(func(p *mac.Params) { p.NoBlindStart, p.Gap, p.GapPart1 = true, bt(700), 0 })
	for _, row := range []struct{ queued, at, starts float64 }{
		{50, 0, 1276},
		{800, 0, 1276},
		{50, 10, 1276 + 576 + 10 + 700},
		{800, 10, 1276 + 576 + 10 + 700},
	} {
		t.Run(fmt.Sprint(row.queued, row.at), func(t *testing.T) {
			for _, postponed := range []int{1 << 30, 1} {
				restore := bus.PostponeFrom(postponed)
				s := tell(t, row.starts+10,
					actor{sends: frames(0)},
					actor{sends: frames(700, 800), rules: deaf},
					actor{at: row.at, sends: frames(row.queued), rules: sees, draws: draws(0)})
				restore()
				s.saw(B, medium.TxStart, 700, 1276)
				s.saw(C, medium.TxStart, row.starts)
			}
		})
	}
}
