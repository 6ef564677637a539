package domain

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/csmacd/csmacd/medium"
)

// The events of an instant are sorted by their places, and equal ones keep their order, whether they are few or many.
func TestEventsOfAnInstantAreInOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{0, 1, few, few + 1, 2000} {
		all := make([]pending, n)
		for i := range all {
			all[i] = pending{place: uint64(r.IntN(n/3 + 1)), event: medium.Event{Station: int32(i)}}
		}
		sortPending(all)
		assert.True(t, slices.IsSortedFunc(all, func(a, b pending) int {
			if a.place != b.place {
				return int(a.place) - int(b.place)
			}
			return int(a.event.Station - b.event.Station)
		}), n)
	}
}
