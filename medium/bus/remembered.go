package bus

import (
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/phy"
)

// A station near transmissions that are shorter than a gap, with silences between them that are shorter too, would look back at
// all of them each time. So it keeps how it defers after what had fallen at its tap when last it looked, and looks back no
// further than that.

// remembered is how a station defers after all carrier that fell at its tap by an instant. It is on no interval then.
type remembered struct {
	deference mac.Deference
	fall      phy.Time
}

// worthRemembering is the number of intervals that fell from which on what a look finds is kept. Tests lower it.
var worthRemembering = 4

// worthKeeping returns the number of intervals, in order of time, that fell before an instant, if they are worth remembering; otherwise
// -1.
func worthKeeping(p *mac.Params, spans []span, t phy.Time) int {
	if len(spans) < worthRemembering || p.Gap == 0 {
		return -1
	}
	k := len(spans)
	for k > 0 && spans[k-1].fall >= t {
		k--
	}
	if k < max(1, worthRemembering) {
		return -1
	}
	return k
}

// rememberedBy returns what a station remembers; nil if it remembers nothing, or contention rounds came later.
func (h *hearing) rememberedBy(i int32) *remembered {
	if h.remembered == nil || h.remembered[i].fall <= h.since {
		return nil
	}
	return &h.remembered[i]
}

// remember keeps how a station defers after all that fell at its tap by an instant before this one.
func (h *hearing) remember(n *Network, i int32, d mac.Deference, fall phy.Time) {
	if h.remembered == nil {
		h.remembered = make([]remembered, len(n.stations))
	}
	h.remembered[i] = remembered{d, fall}
}
