package bus_test

import (
	"hash/maphash"

	"github.com/csmacd/csmacd/medium"
)

// observer keeps the events that it wants.
type observer struct {
	want   medium.Interest
	most   int // of events that it keeps; 0: all
	events []medium.Event
	more   int    // number of events after those, ...
	sum    uint64 // ... and their digest
}

var seed = maphash.MakeSeed()

func (o *observer) Interest() medium.Interest { return o.want }
func (o *observer) Observe(e *medium.Event) {
	if o.most == 0 || len(o.events) < o.most {
		o.events = append(o.events, *e)
		return
	}
	o.more++
	o.sum = o.sum*31 + maphash.Comparable(seed, *e)
}
