package figure

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// inMicroseconds holds the units that an axis of time can have.
var inMicroseconds = map[string]float64{"µs": 1, "ms": 1e3, "s": 1e6}

// A reader takes the label of a tick, with the unit of its axis, for the value at that place.
// That holds for every unit, on every scale, whatever the values are.
func TestLabelsAreTheValuesAtTheirPlaces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		unit := rapid.SampledFrom([]string{"us", "µs", "", "octets", "m"}).Draw(t, "unit")
		scale := rapid.SampledFrom([]Scale{Auto, Linear, Log}).Draw(t, "scale")
		mark := rapid.SampledFrom([]Mark{Measured, Theory, Steps, Curve, Bars, Dots}).Draw(t, "mark")
		values := rapid.SampledFrom([]*rapid.Generator[[]float64]{
			rapid.Map(rapid.SliceOfN(rapid.IntRange(-12, 24), 1, 9), round), // what plans have
			rapid.SliceOfN(rapid.Float64Range(1e-3, 1e12), 1, 9),
			rapid.SliceOfN(rapid.Float64Range(0, 1e5), 1, 9),
			rapid.Map(rapid.SliceOfN(rapid.Float64Range(0, 1), 1, 9), func(v []float64) []float64 { // close together, far from 0
				for i := range v {
					v[i] += 123_456_789
				}
				return v
			}),
		}).Draw(t, "kind")
		s := Series{Label: "a", Mark: mark, X: values.Draw(t, "x")}
		for range s.X {
			s.Y = append(s.Y, values.Draw(t, "y")[0])
		}
		p := Panel{X: Axis{Label: "x", Unit: unit, Scale: scale}, Y: Axis{Label: "y", Unit: unit, Scale: scale}, Series: []Series{s}}
		f := Figure{Panels: []Panel{p}}
		if f.check() != nil {
			t.Skip("refused")
		}
		hold(t, p.X, p.spanX())
		hold(t, p.Y, p.spanY())
	})
}

// round makes 1, 2 and 5 times powers of ten.
func round(exponents []int) (values []float64) {
	for _, e := range exponents {
		values = append(values, scaled([]float64{1, 2, 5}[((e%3)+3)%3], int(math.Floor(float64(e)/3))))
	}
	return values
}

// hold holds the labels of an axis to their places.
func hold(t *rapid.T, a Axis, s span) {
	factor := 1.0
	if a.Unit == "us" || a.Unit == "µs" {
		factor = inMicroseconds[s.unit]
		require.NotZero(t, factor, "the unit %s", s.unit)
	}
	seen := map[string]bool{}
	for i, k := range s.ticks {
		said, err := strconv.ParseFloat(strings.ReplaceAll(k.Label, ",", ""), 64)
		require.NoError(t, err)
		room := 1e-9 * math.Abs(k.At)
		if i > 0 { // what rounding may leave of 0 is nothing beside a step
			room = max(room, 1e-9*math.Abs(k.At-s.ticks[i-1].At))
		}
		require.InDelta(t, k.At, said*factor, room, "%s %s", k.Label, s.unit)
		require.False(t, seen[k.Label], "two ticks say %s", k.Label)
		seen[k.Label] = true
	}
}

// The figure of a campaign over windows of 10 ms to 5 s, which was labelled in microseconds and
// said that they were milliseconds.
func TestALogarithmicAxisOfTime(t *testing.T) {
	for _, c := range []struct {
		us     []float64
		labels string
		unit   string
	}{
		{[]float64{10_000, 100_000, 1_000_000}, "10 100 1000", "ms"},
		{[]float64{1000, 10_000, 100_000}, "1 10 100", "ms"},
		{[]float64{10_000, 100_000, 5_000_000}, "0.01 0.1 5", "s"},
		{[]float64{10, 1000, 10_000, 1_000_000_000}, "1e-5 0.001 0.01 1000", "s"},
	} {
		p := Panel{X: Axis{Unit: "us", Scale: Log}, Series: []Series{{X: c.us, Y: make([]float64, len(c.us))}}}
		s := p.spanX()
		var labels []string
		for _, k := range s.ticks {
			labels = append(labels, k.Label)
		}
		require.Equal(t, c.unit, s.unit)
		require.Equal(t, c.labels, strings.Join(labels, " "))
	}
}
