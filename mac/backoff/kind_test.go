package backoff_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/csmacd/csmacd/mac/backoff"
)

func TestUndefinedDrawKinds(t *testing.T) {
	assert.Equal(t, "normal", backoff.NormalDraw.String())
	assert.Equal(t, "DrawKind(3)", backoff.DrawKind(3).String())
}

// A window that a table cannot hold does not become a small one. With an unlimited step the product
// overflowed, and clients retried at once.
func TestLinearDoesNotOverflow(t *testing.T) {
	for _, step := range []int{math.MaxInt, math.MaxInt/2 + 1} {
		for n := 1; n < 100; n++ {
			w := backoff.Linear(step, 63).Window(n)
			assert.EqualValues(t, math.MaxInt32, w.Size, "step %d, failure %d", step, n)
		}
	}
}
