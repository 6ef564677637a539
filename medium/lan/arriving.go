package lan

import (
	"cmp"
	"slices"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Deliver makes the network call f for each frame that a station hears whole, as
// [github.com/csmacd/csmacd/medium/bus.Network.Deliver] does. The frame has the station numbers of the
// whole network.
func (n *Network) Deliver(station int, f func(at phy.Time, f medium.Frame)) {
	if n.hooks == nil {
		n.hooks = make([]func(phy.Time, medium.Frame), n.Len())
	}
	at := n.places[station]
	p := &n.parts[at.part]
	if n.hooks[station] == nil {
		p.Deliver(int(at.local), func(t phy.Time, f medium.Frame) {
			p.stations = append(p.stations, heard{t, at.part, at.local, f})
		})
	}
	n.hooks[station] = f
}

// callHooks calls the hooks of stations for what has arrived before an instant.
func (n *Network) callHooks(before phy.Time) {
	if n.hooks == nil {
		return
	}
	n.calls = n.calls[:0]
	for k := range n.parts {
		p := &n.parts[k]
		kept := p.stations[:0]
		for _, h := range p.stations {
			if h.at < before {
				n.calls = append(n.calls, h)
			} else {
				kept = append(kept, h)
			}
		}
		p.stations = kept
	}
	station := func(h *heard) int32 { return n.parts[h.part].seams.Stations[h.local] }
	slices.SortStableFunc(n.calls, func(a, b heard) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(station(&a), station(&b)))
	})
	for k := range n.calls {
		h := &n.calls[k]
		n.hooks[station(h)](h.at, n.mapped(&n.parts[h.part], &h.frame))
	}
}

// Arriving calls the hooks of stations for the frames whose last bit arrives at the very instant up to
// which the network has been run. Whether they are whole is settled by what happened before it.
func (n *Network) Arriving() {
	if n.hooks == nil {
		return
	}
	for k := range n.parts {
		if p := &n.parts[k]; p.engine != nil {
			p.Arriving()
		}
	}
	n.callHooks(n.now + 1)
}

// Ahead calls known for the frames that a station may receive whole, as far as they are on its cable or
// a bridge is about to queue them there, with an instant before which each does not arrive. Nothing else
// arrives before soonest, and unknown is the same. Frames that are injected later are not considered.
// [Network.Arriving] must have been called.
func (n *Network) Ahead(station int, known func(f *medium.Frame, at phy.Time), _ func(to int32, at phy.Time)) (soonest, unknown phy.Time) {
	if !n.foreseen {
		n.limit(phy.Forever)
		n.foreseen = true
	}
	at := n.places[station]
	p := &n.parts[at.part]
	n.asking.part, n.asking.known = p, known
	soonest, _ = p.Ahead(int(at.local), n.asking.relay, nil)
	if len(p.Ports) > 0 {
		soonest = min(soonest, p.limit+p.shortest)
	}
	for k := range p.inbox {
		x := &p.inbox[k]
		known(&n.ledger.entries[x.entry].frame, x.at+p.shortest)
	}
	return soonest, soonest
}

// relay passes on what a domain knows of a frame.
func (n *Network) relay(f *medium.Frame, at phy.Time) {
	g := n.mapped(n.asking.part, f)
	n.asking.known(&g, at)
}

// asking is the question of a station what may arrive: in which part it is, and who wants to know.
type asking struct {
	part  *part
	known func(f *medium.Frame, at phy.Time)
	relay func(f *medium.Frame, at phy.Time) // [Network.relay]
}
