package backoff

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A window that would not fit in 31 bits is the last one that does.
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

// Where there is one number to draw, that is it; the stream moves on all the same, so
// that a change of policy disturbs no other draw.
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
