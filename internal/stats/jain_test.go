package stats

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

// A station that joins was one of the stations from the start, without frames.
func TestWindowOfAStationThatJoins(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(1, 5).Draw(t, "width")
		before := rapid.SliceOfN(rapid.IntRange(0, 1), 0, 20).Draw(t, "before")
		after := rapid.SliceOfN(rapid.IntRange(0, 2), 5, 20).Draw(t, "after")
		late, there := NewWindow(2, width), NewWindow(3, width)
		for _, i := range before {
			late.Add(i)
			there.Add(i)
		}
		late.Join()
		for _, i := range after {
			late.Add(i)
			there.Add(i)
		}
		a, n := late.Mean()
		b, m := there.Mean()
		assert.InDelta(t, b, a, 1e-12)
		assert.Equal(t, m, n)
	})
}
