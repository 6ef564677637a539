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
func onTheCable(t *rapid.T, unended bool) (n, same *Network) {
	c := Config{Seed: 1, Params: mac.For(phy.Ethernet10)}
	c.Params.MinFrame = rapid.IntRange(18, 30).Draw(t, "least")
	if rapid.IntRange(0, 2).Draw(t, "all fragments") == 0 {
		c.Params.MinFrame = 5000
	}
	c.Params.MaxFrame = c.Params.MinFrame + rapid.IntRange(1, 20).Draw(t, "range")
	if rapid.Bool().Draw(t, "star") {
		c.Shape = Star(phy.Time(rapid.IntRange(0, 40).Draw(t, "delay")) * 500 * phy.Nanosecond)
	}
	c.Params.NoCarrierSense = rapid.Bool().Draw(t, "deaf")
	places := rapid.SampledFrom([]int{1, 4, 40}).Draw(t, "places")
	other := c.Params
	other.MinFrame++
	other.Header += phy.Time(rapid.IntRange(0, 2).Draw(t, "longer header")) * 700 * phy.Nanosecond
	for i := range rapid.IntRange(2, 20).Draw(t, "stations") {
		s := Station{Name: fmt.Sprint("s", i), At: phy.Time(rapid.IntRange(0, places-1).Draw(t, "place")) * 700 * phy.Nanosecond}
		if rapid.IntRange(0, 4).Draw(t, "other") == 0 {
			s.Params = &other
		}
		c.Stations = append(c.Stations, s)
	}
	n, err := New(c)
	require.NoError(t, err)
	same, err = New(c)
	require.NoError(t, err)
	step := rapid.SampledFrom([]phy.Time{100 * phy.Nanosecond, 350 * phy.Nanosecond}).Draw(t, "step")
	apart := rapid.IntRange(1, rapid.SampledFrom([]int{300, 30, 8}).Draw(t, "most apart")).Draw(t, "apart")
	longest := rapid.SampledFrom([]int{600, 60}).Draw(t, "longest")
	at, busy := 0, make([]phy.Time, len(c.Stations))
	for range rapid.IntRange(1, 12).Draw(t, "signals") {
		at += rapid.IntRange(0, apart).Draw(t, "later")
		i := int32(rapid.IntRange(0, len(c.Stations)-1).Draw(t, "sender"))
		to := rapid.SampledFrom([]int32{0, medium.Broadcast}).Draw(t, "to")
		s := signal{
			start: phy.Time(at) * step, pos: n.stations[i].pos, ended: true, judged: true,
			collided: rapid.Bool().Draw(t, "jammed"), again: rapid.IntRange(0, 3).Draw(t, "again") == 0,
			frame: medium.Frame{Source: i, Size: int32(rapid.IntRange(18, 60).Draw(t, "size")), Destination: to},
		}
		if k := len(n.air.signals) - 1; k >= 0 && n.air.signals[k].start == s.start {
			s.again = s.again || n.air.signals[k].again // the second pass comes after the first
		}
		s.end = s.start + n.stations[i].rules.Duration(int(s.frame.Size))
		if s.collided {
			s.end = s.start + phy.Time(rapid.IntRange(1, longest).Draw(t, "length"))*step
		} else if s.flawed = int(s.frame.Size) > c.Params.MinFrame && rapid.IntRange(0, 3).Draw(t, "flawed") == 0; s.flawed {
			s.header = phy.Time(rapid.IntRange(0, 20).Draw(t, "header")) * step
		}
		if s.start < busy[i] {
			continue // no station sends two at once
		}
		busy[i] = s.end
		if !c.Params.NoCarrierSense {
			busy[i] = phy.Forever // it would defer
		}
		if unended && rapid.IntRange(0, 4).Draw(t, "on") == 0 {
			s.ended, busy[i] = false, phy.Forever
			n.air.active++
		}
		n.air.push(s)
		same.air.push(s)
	}
	n.now, same.now = phy.Second, phy.Second
	return n, same
}

// What ranges of stations are found to have heard is what each is found to have by itself.
func TestListenersHearTheSameByRanges(t *testing.T) {
	defer tapByTap()()
	before := worthMerging
	defer func() { worthMerging = before }()
	rapid.Check(t, func(t *rapid.T) {
		worthMerging = rapid.SampledFrom([]int{1, 2, before}).Draw(t, "worth merging")
		n, one := onTheCable(t, false)
		one.digestTaps(one.now)
		n.listenToAll(n.air.signals)
		got, want := n.counters(), one.counters()
		for i := range want {
			require.Equal(t, want[i], got[i], "%s", n.Name(i))
		}
	})
}

// B's signal is over when A's arrives, so that C beyond it hears two, although A hears B's within its own.
func TestSignalsThatTouchAreNoChain(t *testing.T) {
	c := Config{Seed: 1, Params: mac.For(phy.Ethernet10)}
	c.Params.MinFrame = 18 // so that A's jam is longer than a fragment
	for i, place := range []phy.Time{0, 5, 9} {
		c.Stations = append(c.Stations, Station{Name: string(rune('A' + i)), At: place * phy.Microsecond})
	}
	n, err := New(c)
	require.NoError(t, err)
	one, err := New(c)
	require.NoError(t, err)
	for _, x := range []*Network{n, one} {
		x.air.push(signal{end: 40 * phy.Microsecond, ended: true, collided: true, frame: medium.Frame{Size: 64}})
		x.air.push(signal{
			start: 2 * phy.Microsecond, end: 5 * phy.Microsecond, pos: x.stations[1].pos, ended: true, collided: true, frame: medium.Frame{Source: 1, Size: 64},
		})
		x.now = phy.Second
	}
	one.digestTaps(one.now)
	n.listenToAll(n.air.signals)
	require.Equal(t, one.counters(), n.counters())
	require.EqualValues(t, 1, n.counters()[2].Fragments)
}

// What is counted of signals in digests, some of them when only some signals have passed, is what is counted of them
// tap by tap.
func TestDigestsHearTheSameTapByTap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, one := onTheCable(t, true)
		all := n.air.signals
		n.air.signals, one.air.signals = nil, nil
		for len(all) > 0 {
			some := rapid.IntRange(1, len(all)).Draw(t, "some")
			h := phy.Time(0)
			for k := range all[:some] {
				n.air.signals, one.air.signals = append(n.air.signals, all[k]), append(one.air.signals, all[k])
				h = max(h, all[k].start+1)
			}
			if all = all[some:]; len(all) > 0 && h > all[0].start {
				continue
			}
			for _, x := range []*Network{n, one} {
				for k := range x.air.signals { // those that end later have not ended yet
					s := &x.air.signals[k]
					s.ended = s.end < h
				}
				x.now = h
			}
			restore := tapByTap()
			one.digestTaps(h)
			worthSweeping = 1
			n.digestTaps(h)
			restore()
			got, want := n.counters(), one.counters()
			for i := range want {
				require.Equal(t, want[i], got[i], "%s", n.Name(i))
			}
			require.Equal(t, one.taps.each, n.taps.each)
		}
	})
}

// tapByTap makes digests look at each signal tap by tap, and returns a function that restores what it has
// changed.
func tapByTap() (restore func()) {
	before := worthSweeping
	worthSweeping = 1 << 30
	return func() { worthSweeping = before }
}

// Very many signals that hardly overlap are settled, and heard, station by station: what is joined
// for each sender would take memory as the square of their number.
func TestSignalsThatHardlyOverlap(t *testing.T) {
	defer tapByTap()()
	const stations = 600
	c := Config{Seed: 1, Params: mac.For(phy.Ethernet10)}
	for i := range stations {
		c.Stations = append(c.Stations, Station{Name: fmt.Sprint("s", i), At: phy.Time(i) * 60 * phy.Microsecond})
	}
	n, err := New(c)
	require.NoError(t, err)
	one, err := New(c)
	require.NoError(t, err)
	for i := range int32(stations) {
		s := signal{end: 10 * phy.Microsecond, pos: n.stations[i].pos, ended: true, collided: true, frame: medium.Frame{Source: i, Size: 64}}
		n.air.push(s)
		one.air.push(s)
	}
	for i := range int32(stations) {
		require.Equal(t, n.signalBySignal(i), n.carrier(i))
	}
	one.digestTaps(phy.Second)
	n.listenToAll(n.air.signals)
	require.Equal(t, one.counters(), n.counters())
	require.LessOrEqual(t, len(n.listeners.store), mostJoined(stations))
	for _, b := range n.hearing.blocks[len(blockBits)-1] {
		require.LessOrEqual(t, len(b.store), 33*b.size)
	}
}

// signalBySignal returns the carrier at a tap.
func (n *Network) signalBySignal(i int32) []span {
	var spans []span
	for k := range n.air.signals {
		s := &n.air.signals[k]
		d := n.distance(i, s.frame.Source)
		x := span{s.start + d, s.end + d, s.frame.Source == i, s.again && d == 0}
		if !s.ended {
			x.fall = phy.Forever
		}
		spans = append(spans, x)
	}
	slices.SortFunc(spans, byRise)
	return mergeSpans(spans)
}

// lookInBlocks makes networks look at carrier in blocks of 8 and 2 signals, and returns a function that
// restores their sizes.
func lookInBlocks() (restore func()) {
	before, bits, worth, remembering, leading := crowded, blockBits, worthSkipping, worthRemembering, worthLeading
	onsets, few := worthKeepingOnsets, fewAdded
	crowded, blockBits, worthSkipping, worthRemembering, worthLeading = 0, [2]uint{3, 1}, 0, 1, 1
	worthKeepingOnsets, fewAdded = 0, 1
	return func() {
		crowded, blockBits, worthSkipping, worthRemembering, worthLeading = before, bits, worth, remembering, leading
		worthKeepingOnsets, fewAdded = onsets, few
	}
}

// counters returns all stations' counters.
func (n *Network) counters() []mac.Counters {
	all := make([]medium.Station, n.Len())
	for i := range all {
		all[i] = n.stationResult(i)
	}
	n.listeners.heard(func(i int32) *mac.Counters { return &all[i].Counters })
	list := make([]mac.Counters, len(all))
	for i := range all {
		list[i] = all[i].Counters
	}
	return list
}

// Where one signal falls another rises at once, and a third in the second pass of that instant: carrier goes on
// at the tap of all, although the third alone would begin another interval.
func TestASignalThatRisesWithAnotherIsNotSkipped(t *testing.T) {
	defer lookInBlocks()()
	c := Config{Seed: 1, Params: mac.For(phy.Ethernet10), Stations: []Station{{Name: "A"}, {Name: "B"}}}
	c.Params.NoCarrierSense = true
	n, err := New(c)
	require.NoError(t, err)
	at := 300 * phy.Nanosecond
	n.air.push(signal{end: at, ended: true, collided: true, frame: medium.Frame{Source: 0, Size: 64}})
	for i := range int32(2) {
		n.air.push(signal{start: at, end: at + c.Params.Duration(64), again: i == 1, frame: medium.Frame{Source: i, Size: 64}})
		n.air.active++
	}
	n.now = phy.Second
	for i := range int32(2) {
		require.Len(t, n.carrier(i), 1)
	}
}

// A's first frame leads C's and B's, since it has been heard wherever they are. It is over before C's reaches A, so that the row begins
// with C's. None of the row leads B's, which is heard at A before C's, and at which A's frames are joined.
func TestARowIsHeardFromAllThatNoneOfItLeads(t *testing.T) {
	c := Config{Seed: 1, Params: mac.For(phy.Ethernet10)}
	c.Params.NoCarrierSense = true
	for i, place := range []phy.Time{2, 2, 0} {
		c.Stations = append(c.Stations, Station{Name: string(rune('A' + i)), At: place * phy.Microsecond})
	}
	n, err := New(c)
	require.NoError(t, err)
	for _, x := range []struct {
		station    int32
		start, end phy.Time
	}{{0, 0, 16}, {2, 15, 18}, {1, 15, 30}, {0, 17, 40}} {
		n.air.push(signal{
			start: x.start * phy.Microsecond, end: x.end * phy.Microsecond, pos: n.stations[x.station].pos, ended: true, collided: true,
			frame: medium.Frame{Source: x.station, Size: 64},
		})
	}
	n.now = phy.Second
	n.leadAll()
	for i := range int32(3) {
		require.Equal(t, n.signalBySignal(i), n.carrier(i), "%s", n.Name(int(i)))
	}
}

// Carrier at a tap is the same, found from all signals at once or signal by signal.
func TestCarrierIsTheSameBothWays(t *testing.T) {
	defer lookInBlocks()()
	rapid.Check(t, func(t *rapid.T) {
		n, _ := onTheCable(t, true)
		for range 3 {
			n.leadAll()
			for i := range n.stations {
				want := n.signalBySignal(int32(i))
				got := n.carrier(int32(i))
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
				x.start, x.ended = n.air.signals[len(n.air.signals)-1].start+1000, false
				x.end += x.start - s.start
				n.air.push(x)
				n.air.active++
			}
		}
	})
}

// carrier returns all intervals of carrier at a tap that is not digested: all matter in a gap that never ends.
func (n *Network) carrier(i int32) []span {
	r := n.stations[i].rules
	defer func(gap phy.Time) { r.Gap = gap }(r.Gap)
	r.Gap = phy.Forever / 2
	spans, _ := n.recent(i, len(n.air.signals))
	return spans
}

// leadAll takes note of the signals as they begin.
func (n *Network) leadAll() {
	a := &n.air
	a.firsts = firsts{}
	var ended []bool
	for k := range a.signals {
		s := &a.signals[k]
		ended, s.ended, s.led = append(ended, s.ended), false, 0
		for j := range k {
			a.signals[j].ended = ended[j] && a.signals[j].end <= s.start
		}
		n.lead(s, a.first+uint32(k))
	}
	for k := range ended {
		a.signals[k].ended = ended[k]
	}
}
