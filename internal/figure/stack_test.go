package figure

import (
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"pgregory.net/rapid"
)

// The data of all panels are equally wide and high, and no panel leaves the page or reaches into the next.
func TestPanelsAreAligned(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const wide, high, gap = 400, 600, 6
		var panels []*axes
		axis := func(name string) span {
			low := rapid.Float64Range(1, 1e6).Draw(t, name+" low")
			high := low * rapid.Float64Range(1.5, 1e4).Draw(t, name+" high / low")
			return span{low: low, high: high, log: rapid.Bool().Draw(t, name+" log"), factor: 1}.finish(&Axis{}, nil)
		}
		for range rapid.IntRange(1, 4).Draw(t, "panels") {
			panels = append(panels, &axes{rapid.SampledFrom([]string{"", "title"}).Draw(t, "title"), axis("x"), axis("y"), rapid.Bool().Draw(t, "told")})
		}
		c := draw.NewCanvas(newSVG(wide, high), wide, high)
		fields := stack(c, panels, gap)
		top := c.Max.Y
		for i, f := range fields {
			require.InDelta(t, float64(fields[0].Size().X), float64(f.Size().X), 1e-6)
			require.InDelta(t, float64(fields[0].Size().Y), float64(f.Size().Y), 1e-6)
			require.InDelta(t, float64(top), float64(f.Max.Y+f.margins.above), 1e-6)
			top = f.Min.Y - f.margins.below - gap
			for _, k := range f.x.ticks {
				if x := f.placeX(k.At); f.ContainsX(x) { // it is drawn
					require.LessOrEqual(t, float64(x+tickStyle().Width(k.Label)/2), float64(c.Max.X)+1e-6, "panel %d, label %s", i, k.Label)
				}
			}
			require.GreaterOrEqual(t, f.Min.X-f.margins.left, vg.Length(-1e-6))
		}
		require.InDelta(t, 0, float64(top+gap), 1e-6)
	})
}
