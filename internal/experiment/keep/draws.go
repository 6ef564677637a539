package keep

import (
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// draws counts the slots that backoffs draw.
type draws struct {
	since phy.Time
	slots bins
}

// Interest asks for backoffs.
func (d *draws) Interest() medium.Interest {
	return medium.Interest{Kinds: medium.Of(medium.Backoff)}
}

// Observe counts a backoff.
func (d *draws) Observe(e *medium.Event) {
	if e.At >= d.since && e.Slots >= 0 {
		d.slots.add(uint64(e.Slots), 1)
	}
}
