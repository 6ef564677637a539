package instant

import (
	"cmp"
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
		all := make([]Event, n)
		for i := range all {
			all[i] = Event{Place: uint64(r.IntN(n/3 + 1)), Event: medium.Event{Station: int32(i)}}
		}
		Sort(all)
		assert.True(t, slices.IsSortedFunc(all, func(a, b Event) int {
			if a.Place != b.Place {
				return int(a.Place) - int(b.Place)
			}
			return int(a.Event.Station - b.Event.Station)
		}), n)
	}
}

// Ten times the events cost little more than ten times the comparisons, in whatever order they come. Insertion would
// make a hundred times as many where they come the wrong way round.
func TestManyEventsOfAnInstantCostNoPowerOfTheirNumber(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for name, place := range map[string]func(i, n int) int{
		"in order":            func(i, _ int) int { return i },
		"the wrong way round": func(i, n int) int { return n - i },
		"two kinds in turns":  func(i, n int) int { return i%2*n + i },
		"in any order":        func(_, n int) int { return r.IntN(n) },
	} {
		count := func(n int) int {
			all := make([]Event, n)
			for i := range all {
				all[i].Place = uint64(place(i, n))
			}
			compared := 0
			order(all, func(a, b uint64) int { compared++; return cmp.Compare(a, b) })
			return compared
		}
		assert.Less(t, count(10*1000), 20*count(1000), name)
	}
}
