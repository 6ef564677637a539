package bus

import (
	"fmt"
	"slices"
	"testing"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// onTheCable draws a network and signals on its cable, or in its star, as no rule would put
// them there: any number at any time. Some have not ended where any says so.
func onTheCable(t *rapid.T, unended bool) *Network {
	c := Config{Seed: 1, Params: mac.For(phy.Ethernet10)}
	c.Params.MinFrame = rapid.IntRange(18, 30).Draw(t, "least")
	c.Params.MaxFrame = c.Params.MinFrame + rapid.IntRange(1, 20).Draw(t, "range")
	if rapid.Bool().Draw(t, "star") {
		c.Shape = Star(phy.Time(rapid.IntRange(0, 40).Draw(t, "delay")) * 500 * phy.Nanosecond)
	}
	places := rapid.SampledFrom([]int{1, 4, 40}).Draw(t, "places")
	other := c.Params
	other.MinFrame++
	for i := range rapid.IntRange(2, 20).Draw(t, "stations") {
		s := Station{Name: fmt.Sprint("s", i), At: phy.Time(rapid.IntRange(0, places-1).Draw(t, "place")) * 700 * phy.Nanosecond}
		if rapid.IntRange(0, 4).Draw(t, "other") == 0 {
			s.Params = &other
		}
		c.Stations = append(c.Stations, s)
	}
	n, err := New(c)
	require.NoError(t, err)
	step := rapid.SampledFrom([]phy.Time{100 * phy.Nanosecond, 350 * phy.Nanosecond}).Draw(t, "step")
	apart := rapid.IntRange(1, 300).Draw(t, "apart")
	at := 0
	for range rapid.IntRange(1, 12).Draw(t, "signals") {
		at += rapid.IntRange(0, apart).Draw(t, "later")
		i := int32(rapid.IntRange(0, len(c.Stations)-1).Draw(t, "sender"))
		size := rapid.IntRange(1, 600).Draw(t, "length")
		to := rapid.SampledFrom([]int32{0, medium.Broadcast}).Draw(t, "to")
		s := signal{
			start: phy.Time(at) * step, end: phy.Time(at+size) * step, pos: n.stations[i].pos, ended: true, judged: true,
			collided: rapid.Bool().Draw(t, "jammed"), again: rapid.IntRange(0, 3).Draw(t, "again") == 0,
			frame: medium.Frame{Source: i, Size: int32(size), Destination: to},
		}
		if unended && rapid.IntRange(0, 4).Draw(t, "on") == 0 {
			s.ended = false
			n.air.active++
		}
		n.air.push(s)
	}
	n.now = 1000 * phy.Millisecond
	return n
}

// What ranges of stations are found to have heard is what each is found to have by itself.
func TestListenersHearTheSameByRanges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := onTheCable(t, false)
		one := *n
		one.stations = slices.Clone(n.stations)
		one.air.signals = slices.Clone(n.air.signals)
		one.sums.stations, one.sums.frames, one.digest.stations = nil, nil, nil
		one.digestTaps(one.now)
		n.listen(n.air.signals)
		counters := make([]mac.Counters, n.Len())
		for i := range counters {
			s, _ := n.recorded(i)
			counters[i] = s.counters
		}
		n.listeners.heard(func(i int32) *mac.Counters { return &counters[i] })
		for i := range counters {
			s, _ := one.recorded(i)
			require.Equal(t, s.counters, counters[i], "%s", n.Name(i))
		}
	})
}

// Carrier at a tap is the same, found from all signals at once or signal by signal.
func TestCarrierIsTheSameBothWays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := onTheCable(t, true)
		for range 3 {
			for i := range n.stations {
				want := slices.Clone(n.carrierOne(int32(i)))
				got := n.hearing.carrier(n, int32(i))
				require.Equal(t, len(want), len(got))
				for k := range want {
					want[k].again, got[k].again = false, false // of no use once they are joined
				}
				require.Equal(t, want, got, "%s", n.Name(i))
			}
			// Another begins, or one ends.
			k := rapid.IntRange(0, len(n.air.signals)-1).Draw(t, "which")
			if s := &n.air.signals[k]; !s.ended {
				s.ended = true
				n.air.active--
			} else {
				x := *s
				x.start, x.end, x.ended = x.start+1000, x.end+1000, false
				n.air.push(x)
				n.air.active++
			}
		}
	})
}
