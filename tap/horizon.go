package tap

import (
	"slices"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// horizon knows up to when nothing can happen at a host. The medium has an instant for each start,
// collision and backoff, which a host does not see: it sees only a frame that has been received
// whole, at the earliest a frame's length after its start. Waking only for that halves the cost of
// a busy medium.
type horizon struct {
	net      Network
	span     phy.Time                     // the longest delay
	shortest phy.Time                     // a transmission of the shortest frame
	ends     []phy.Time                   // by station or port of a device: when its transmission ends if it does not collide; 0: none
	sending  []int32                      // those that transmit
	last     phy.Time                     // the latest end of a transmission so far
	near     func(station int32) phy.Time // the time that a frame takes at least to a host
}

func (h *horizon) init(net Network, near func(station int32) phy.Time) {
	h.net, h.near, h.last = net, near, -1-net.Span()
	h.shortest = phy.Forever
	for i := range medium.Named(net) {
		h.Joined(i)
	}
}

// Joined implements [medium.Joiner].
func (h *horizon) Joined(station int) {
	p := h.net.Params(station)
	h.ends = slices.Insert(h.ends, station, 0)
	h.shortest = min(h.shortest, p.Duration(p.MinFrame))
	h.span = max(h.span, h.net.Span())
}

// Interest implements [medium.Observer].
func (h *horizon) Interest() medium.Interest {
	return medium.Interest{Kinds: medium.Of(medium.TxStart, medium.TxEnd)}
}

// Observe implements [medium.Observer].
func (h *horizon) Observe(e *medium.Event) {
	if e.Kind == medium.TxStart {
		p := h.net.Params(int(e.Station))
		h.ends[e.Station] = e.At + p.Duration(int(e.Frame.Size))
		h.sending = append(h.sending, e.Station)
		return
	}
	h.ends[e.Station] = 0
	h.last = e.At
	for i, s := range h.sending {
		if s == e.Station {
			h.sending[i] = h.sending[len(h.sending)-1]
			h.sending = h.sending[:len(h.sending)-1]
			break
		}
	}
}

// next returns an instant before which no host receives anything.
func (h *horizon) next() phy.Time {
	next := h.net.Next()
	if h.net.Now() <= h.last+h.span || next > phy.Forever-h.shortest {
		return next // the end of a transmission may still be on its way
	}
	at := next + h.shortest
	for _, s := range h.sending {
		at = min(at, h.ends[s]+h.near(s))
	}
	return max(at, next)
}
