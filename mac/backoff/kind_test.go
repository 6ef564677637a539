package backoff_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/csmacd/csmacd/mac/backoff"
)

func TestDrawKindsThatAreNone(t *testing.T) {
	assert.Equal(t, "normal", backoff.NormalDraw.String())
	assert.Equal(t, "DrawKind(3)", backoff.DrawKind(3).String())
}

// A window that a table does not hold is not a small one: with a step of no bounds the
// product overflowed, and clients tried again at once.
func TestLinearDoesNotOverflow(t *testing.T) {
	for _, step := range []int{math.MaxInt, math.MaxInt/2 + 1} {
		for n := 1; n < 100; n++ {
			w := backoff.Linear(step, 63).Window(n)
			assert.EqualValues(t, math.MaxInt32, w.Size, "step %d, failure %d", step, n)
		}
	}
}
