package figure

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/plot/vg"
	"pgregory.net/rapid"
)

// scatter is a figure of so many values in no order.
func scatter(n int) Figure {
	s := Series{Label: "runs", Mark: Dots}
	for i := range n {
		a := float64(i) * 0.6180339887
		s.X, s.Y = append(s.X, a-math.Floor(a)), append(s.Y, math.Mod(float64(i)*0.7548776662, 1))
	}
	return Figure{Panels: []Panel{{Series: []Series{s}}}}
}

func svgOf(t *testing.T, f Figure) string {
	var b bytes.Buffer
	require.NoError(t, f.Write(&b, "svg"))
	return b.String()
}

// A scatter of very many values is no larger than what can be seen, and says so; one of fewer has them all.
func TestCrowdsAreThinned(t *testing.T) {
	many, few := svgOf(t, scatter(100_000)), svgOf(t, scatter(5000))
	require.Less(t, len(many), 8<<20)
	require.Contains(t, many, "100,000 values: marks that lie on one another are drawn once")
	require.NotContains(t, few, "drawn once")
	require.GreaterOrEqual(t, strings.Count(few, "<path"), 5000)
}

// A long line keeps its ends, and in each column its least and its greatest value.
func TestTheExtentOfALine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := manyPoints + rapid.IntRange(1, 5000).Draw(t, "n")
		wide, seed := rapid.Float64Range(0.01, 500).Draw(t, "wide"), rapid.Uint64().Draw(t, "seed")
		var line []vg.Point
		for i := range n {
			seed = seed*6364136223846793005 + 1442695040888963407
			line = append(line, vg.Point{X: vg.Length(wide * float64(i) / float64(n)), Y: vg.Length(seed >> 40)})
		}
		bounds := func(line []vg.Point) map[int][2]vg.Length {
			m := map[int][2]vg.Length{}
			for _, p := range line {
				k := int(p.X / columnWidth)
				b, ok := m[k]
				if !ok {
					b = [2]vg.Length{p.Y, p.Y}
				}
				m[k] = [2]vg.Length{min(b[0], p.Y), max(b[1], p.Y)}
			}
			return m
		}
		short := extent(line)
		require.Equal(t, line[0], short[0])
		require.Equal(t, line[n-1], short[len(short)-1])
		require.Equal(t, bounds(line), bounds(short))
		require.LessOrEqual(t, len(short), 4*(int(wide/float64(columnWidth))+1))
	})
}
