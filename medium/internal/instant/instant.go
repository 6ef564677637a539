// Package instant puts the events of one instant into the order in which observers see them (rule 10: by phase, then
// by station).
package instant

import (
	"cmp"
	"slices"

	"github.com/csmacd/csmacd/medium"
)

// Event is an event and its place among those of its instant.
type Event struct {
	Place uint64 // phase, then station
	Event medium.Event
}

// few is the number of events up to which insertion is the fastest way to sort them.
const few = 64

// Sort sorts the events of an instant by their places. Equal ones keep their order. They are nearly in order,
// except those at the ports of a large repeater, or at all nodes of a large bus.
func Sort(all []Event) { order(all, cmp.Compare[uint64]) }

func order(all []Event, compare func(a, b uint64) int) {
	if len(all) > few {
		slices.SortStableFunc(all, func(a, b Event) int { return compare(a.Place, b.Place) })
		return
	}
	for i := 1; i < len(all); i++ {
		for k := i; k > 0 && compare(all[k-1].Place, all[k].Place) > 0; k-- {
			all[k-1], all[k] = all[k], all[k-1]
		}
	}
}
