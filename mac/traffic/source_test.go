package traffic_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/phy"
)

// arrivals returns the first n arrivals of a source, or all of them if there are fewer.
func arrivals(s *traffic.Source, n int) (list []phy.Time) {
	var st traffic.State
	r := stream("arrival")
	for at := s.First(&st, r); at < phy.Forever && len(list) < n; at = s.Next(&st, at, r) {
		list = append(list, at)
	}
	return list
}

func TestNoTraffic(t *testing.T) {
	var s traffic.Source
	assert.Empty(t, arrivals(&s, 1))
	assert.Equal(t, phy.Forever, s.Departed(&traffic.State{}, 5, stream("arrival")))
	assert.NoError(t, s.Check())
}

func TestFramesArriveAsListed(t *testing.T) {
	listed := traffic.Source{Kind: traffic.KindFrames, Starts: []phy.Time{3, 3, 7}}
	assert.Equal(t, []phy.Time{3, 3, 7}, arrivals(&listed, 10))
	counted := traffic.Source{Kind: traffic.KindFrames, Start: 10, Count: 3, Interval: 5}
	assert.Equal(t, []phy.Time{10, 15, 20}, arrivals(&counted, 10))
	both := traffic.Source{Kind: traffic.KindFrames, Starts: []phy.Time{1}, Start: 10, Count: 2}
	assert.Equal(t, []phy.Time{1, 10, 10}, arrivals(&both, 10))
	beyond := traffic.Source{Kind: traffic.KindFrames, Count: 1 << 20, Interval: phy.Forever/2 + 1}
	assert.Equal(t, []phy.Time{0, phy.Forever/2 + 1}, arrivals(&beyond, 10), "none after all time")
	for _, s := range []*traffic.Source{&listed, &counted, &both, &beyond} {
		assert.NoError(t, s.Check())
		assert.Equal(t, phy.Forever, s.Departed(&traffic.State{}, 5, stream("arrival")), "it does not hang on a departure")
		assert.False(t, s.ClosedLoop())
	}
}

func TestFramesOfGivenSizes(t *testing.T) {
	s := traffic.Source{Kind: traffic.KindFrames, Starts: []phy.Time{1, 2}, Octets: []int32{100, 200}, Size: traffic.Octets(64)}
	require.NoError(t, s.Check())
	var st traffic.State
	r := stream("arrival")
	at := s.First(&st, r)
	assert.Equal(t, 100, s.SizeOf(&st, r))
	at = s.Next(&st, at, r)
	assert.Equal(t, 200, s.SizeOf(&st, r))
	assert.Equal(t, phy.Forever, s.Next(&st, at, r))
}

// Each frame arrives as the one before it leaves.
func TestSaturated(t *testing.T) {
	s := traffic.Source{Kind: traffic.KindSaturated}
	assert.Equal(t, []phy.Time{0}, arrivals(&s, 10))
	assert.Equal(t, phy.Time(123), s.Departed(&traffic.State{}, 123, stream("arrival")))
	assert.True(t, s.ClosedLoop())
}

// The time before the first frame, and after each departure, is exponential.
func TestThink(t *testing.T) {
	s := traffic.Source{Kind: traffic.KindThink, Mean: phy.Millisecond}
	a, b := stream("arrival"), stream("arrival")
	var st traffic.State
	assert.Equal(t, traffic.Exponential(phy.Millisecond, b), s.First(&st, a))
	assert.Equal(t, phy.Forever, s.Next(&st, 5, a))
	assert.Equal(t, phy.Second+traffic.Exponential(phy.Millisecond, b), s.Departed(&traffic.State{}, phy.Second, a))
	assert.True(t, s.ClosedLoop())
}

// 200 000 frames at 1000 per second take 200 s. The number of frames in a tenth of a second varies
// as it should: its variance is its mean.
func TestPoisson(t *testing.T) {
	const n = 200_000
	s := traffic.Source{Kind: traffic.KindPoisson, Mean: phy.Millisecond}
	list := arrivals(&s, n)
	assert.InDelta(t, n/1000, list[n-1].Seconds(), rare*math.Sqrt(n)/1000)
	counts := make([]float64, 1900)
	for _, at := range list {
		if i := int(at / (100 * phy.Millisecond)); i < len(counts) {
			counts[i]++
		}
	}
	var sum, squares float64
	for _, c := range counts {
		sum += c
		squares += c * c
	}
	mean := sum / 1900
	assert.InDelta(t, 100, mean, rare*math.Sqrt(100.0/1900))
	assert.InDelta(t, 100, squares/1900-mean*mean, rare*100*math.Sqrt(2.0/1900))
}

// On for 10 ms on average, a frame each ms; off for 30 ms.
func TestOnOff(t *testing.T) {
	const n = 300_000
	s := traffic.Source{Kind: traffic.KindOnOff, On: 10 * phy.Millisecond, Off: 30 * phy.Millisecond, Interval: phy.Millisecond}
	list := arrivals(&s, n)
	bursts := 1.0
	for i := 1; i < n; i++ {
		pause := list[i] - list[i-1]
		require.Positive(t, pause)
		if pause != phy.Millisecond {
			bursts++
		}
	}
	// The frames of a burst are its on time in ms, rounded up: geometric, of mean 1/(1-e^-0.1).
	mean := 1 / (1 - math.Exp(-0.1))
	assert.InDelta(t, mean, n/bursts, rare*mean/math.Sqrt(bursts))
	// The time from burst to burst is 40 ms in the mean, with a variance of 10^2+30^2.
	assert.InDelta(t, 0.040, list[n-1].Seconds()/bursts, rare*math.Sqrt(1000/bursts)/1000)
}

// own makes two frames. The instant of the second is before the first, which is not allowed.
type own struct{ made *int }

func (o own) Next(last phy.Time, r rand.Source) (traffic.Arrival, bool) {
	*o.made++
	return traffic.Arrival{At: phy.Time(20 - 5**o.made), Octets: 100 * *o.made}, *o.made <= 2
}

func TestOwnTraffic(t *testing.T) {
	s := traffic.Source{Kind: traffic.KindOwn, Own: own{new(int)}}
	require.NoError(t, s.Check())
	var st traffic.State
	r := stream("arrival")
	assert.Equal(t, phy.Time(15), s.First(&st, r))
	assert.Equal(t, 100, s.SizeOf(&st, r))
	assert.Equal(t, phy.Time(15), s.Next(&st, 15, r), "never before the last")
	assert.Equal(t, 200, s.SizeOf(&st, r))
	assert.Equal(t, phy.Forever, s.Next(&st, 15, r))
}

func TestCheckSaysWhatIsImpossible(t *testing.T) {
	const ascend, negative = "the starts of frames must ascend", "a time or a count is negative"
	const positive = "the time between frames, and a mean on time, must be more than 0"
	for _, row := range []struct {
		text string
		s    traffic.Source
	}{
		{ascend, traffic.Source{Kind: traffic.KindFrames, Starts: []phy.Time{2, 1}}},
		{ascend, traffic.Source{Kind: traffic.KindFrames, Starts: []phy.Time{2}, Count: 1}},
		{"sizes given one by one must be as many as the frames", traffic.Source{Kind: traffic.KindFrames, Starts: []phy.Time{2}, Octets: []int32{64, 64}}},
		{negative, traffic.Source{Kind: traffic.KindFrames, Count: -1}},
		{negative, traffic.Source{Kind: traffic.KindFrames, Interval: -1}},
		{negative, traffic.Source{Kind: traffic.KindFrames, Start: -1}},
		{negative, traffic.Source{Kind: traffic.KindThink, Mean: -1}},
		{negative, traffic.Source{Kind: traffic.KindOnOff, On: -1, Interval: 1}},
		{negative, traffic.Source{Kind: traffic.KindOnOff, On: 1, Off: -1, Interval: 1}},
		{positive, traffic.Source{Kind: traffic.KindPoisson}},
		{positive, traffic.Source{Kind: traffic.KindOnOff, On: 1}},
		{positive, traffic.Source{Kind: traffic.KindOnOff, Interval: 1}},
		{"traffic of its own needs a generator", traffic.Source{Kind: traffic.KindOwn}},
	} {
		assert.EqualError(t, row.s.Check(), row.text)
	}
	assert.NoError(t, (&traffic.Source{Kind: traffic.KindThink}).Check(), "thinking for no time is being saturated")
}

func TestKindNames(t *testing.T) {
	for k, name := range []string{"none", "frames", "saturated", "poisson", "onoff", "think", "own"} {
		assert.Equal(t, name, traffic.Kind(k).String())
	}
}

// A station that joins a network has missed the frames of the instants before, and none after. Random
// traffic begins when it joins: it has waited for as long as after any other instant.
func TestTrafficOfAStationThatJoins(t *testing.T) {
	const from = 7 * phy.Millisecond
	for name, s := range map[string]traffic.Source{
		"frames":   traffic.At(traffic.Octets(64), traffic.To{}, 1, 7*phy.Millisecond-1, 7*phy.Millisecond, 9*phy.Millisecond),
		"periodic": traffic.Periodic(traffic.Octets(64), traffic.To{}, phy.Millisecond, 2*phy.Millisecond, 10),
	} {
		var st traffic.State
		first := s.FirstFrom(&st, from, nil)
		assert.Equal(t, from, first, name)
		assert.Equal(t, 9*phy.Millisecond, s.Next(&st, first, nil), name)
	}
	none := traffic.At(traffic.Octets(64), traffic.To{}, 1, 2)
	assert.Equal(t, phy.Forever, none.FirstFrom(new(traffic.State), from, nil))
	for name, s := range map[string]traffic.Source{
		"poisson": {Kind: traffic.KindPoisson, Mean: phy.Millisecond},
		"onoff":   {Kind: traffic.KindOnOff, On: phy.Millisecond, Off: phy.Millisecond, Interval: 100 * phy.Microsecond},
		"think":   {Kind: traffic.KindThink, Mean: phy.Millisecond},
	} {
		var a, b traffic.State
		r, same := stream("arrival"), stream("arrival")
		at, late := s.First(&a, r), s.FirstFrom(&b, from, same)
		for range 1000 {
			require.Equal(t, min(phy.Forever, at+from), late, name)
			if at = s.Next(&a, at, r); at == phy.Forever {
				assert.Equal(t, phy.Forever, s.Next(&b, late, same), name)
				break
			}
			late = s.Next(&b, late, same)
		}
	}
	saturated := traffic.Source{Kind: traffic.KindSaturated}
	assert.Equal(t, from, saturated.FirstFrom(new(traffic.State), from, nil))
	program := traffic.Source{Kind: traffic.KindOwn, Own: own{new(int)}}
	assert.Equal(t, from, program.FirstFrom(new(traffic.State), from, nil), "15 ps is over")
}
