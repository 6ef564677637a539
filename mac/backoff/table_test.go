package backoff

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// If a window does not fit in 31 bits, the last one that does applies.
func TestWindowsStopGrowing(t *testing.T) {
	for _, table := range []*Table{BEB(62), ExponentialWindow(64, 63), Polynomial(10, 63), Polynomial(30, 63), Linear(1<<30, 63), BEB(1000)} {
		last := Window{}
		for n := 1; n < 300; n++ {
			w := table.Window(n)
			assert.Positive(t, w.Size, table.Name())
			assert.Less(t, uint64(w.Low)+uint64(w.Size), uint64(1)<<31, table.Name())
			assert.GreaterOrEqual(t, w.Size, last.Size, table.Name())
			last = w
		}
	}
	assert.Equal(t, Window{0, 1 << 30}, BEB(62).Window(62))
	assert.Equal(t, Window{0, 1 << 30}, BEB(30).Window(200))
}

// Exponential backoff of base 2 is the standard's.
func TestExponentialOfBaseTwo(t *testing.T) {
	for n := 1; n < 40; n++ {
		assert.Equal(t, BEB(10).Window(n), ExponentialWindow(2, 10).Window(n))
	}
	assert.Equal(t, Window{0, 1}, ExponentialWindow(0.5, 10).Window(7), "a range is never empty")
}

// If there is only one number to draw, the stream advances nevertheless, so that a change of policy
// does not change other draws.
func TestConstantDraws(t *testing.T) {
	r, other := NewRand(1, "A", "backoff"), NewRand(1, "A", "backoff")
	c := Fixed(7).(*Table)
	for n := 1; n < 100; n++ {
		assert.Equal(t, 7, c.Draw(n, &r))
		other.Uint64()
	}
	assert.Equal(t, other, r)
}

func TestNames(t *testing.T) {
	for name, p := range map[string]Policy{
		"beb": BEB(10), "exponential-window": ExponentialWindow(1.5, 10), "polynomial": Polynomial(2, 10), "linear": Linear(1, 10),
		"uniform": Uniform(8), "fixed": Fixed(3), "scripted": Script(nil), "opencores": OpenCores(10),
	} {
		assert.Equal(t, name, p.Name())
	}
}

// A table with the windows of another one is the same policy: it draws the same for any failure
// from the same stream.
func TestTableOfWindows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		windows := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Window {
			low := rapid.Uint32Range(0, MaxSlots-1).Draw(t, "low")
			return Window{low, rapid.Uint32Range(1, MaxSlots-low).Draw(t, "size")}
		}), 1, MaxWindows).Draw(t, "windows")
		table, err := NewTable("own", windows...)
		require.NoError(t, err)
		assert.Equal(t, "own", table.Name())
		r := NewRand(1, "A", "backoff")
		other := r
		for n := range 2 * MaxWindows {
			w := windows[min(max(n, 1), len(windows))-1]
			assert.Equal(t, w, table.Window(n))
			assert.Equal(t, int(w.Low)+int(other.Below(uint64(w.Size))), table.Draw(n, &r))
		}
	})
}

func TestInvalidTables(t *testing.T) {
	for says, windows := range map[string][]Window{
		"0 windows, not 1 to 63":                {},
		"64 windows":                            make([]Window, 64),
		"failure 2 has low 0 and size 0":        {{0, 1}, {}},
		"failure 1 has low 1 and size 21474836": {{1, MaxSlots}},
		"low 4294967295 and size 4294967295":    {{math.MaxUint32, math.MaxUint32}},
	} {
		_, err := NewTable("own", windows...)
		assert.ErrorContains(t, err, says)
	}
	_, err := NewTable("", Window{0, 1})
	assert.ErrorContains(t, err, "no name")
}
