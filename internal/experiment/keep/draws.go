package keep

import (
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// draws counts the slots drawn by backoffs.
type draws struct {
	since phy.Time
	slots bins
}

// Interest is that in backoffs.
func (d *draws) Interest() medium.Interest {
	return medium.Interest{Kinds: medium.Of(medium.Backoff)}
}

// Observe takes a backoff.
func (d *draws) Observe(e *medium.Event) {
	if e.At >= d.since && e.Slots >= 0 {
		d.slots.add(uint64(e.Slots), 1)
	}
}
