package domain

import (
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// among returns the number of stations among which traffic chooses its destinations.
func (n *Network) among() int {
	if n.part != nil {
		return n.part.Count
	}
	return len(n.stations)
}

// drawElsewhere draws the destination of a frame among the stations of the larger network.
func (n *Network) drawElsewhere(i int32, s *source, to *traffic.To) int32 {
	p := n.part
	self := p.Stations[i]
	d := int32(to.Draw(int(self), p.Count, &s.to))
	if d == self {
		return medium.Broadcast // a single station has no other to address
	}
	if here, ok := p.Here(d); ok {
		return here
	}
	return n.Destination(p.Address(d))
}

// Horizon returns an instant before which no frame can have been received whole at a station, other
// than those that its hook has had already: frames that are injected later excepted.
func (n *Network) Horizon(station int) phy.Time {
	i := int32(station)
	h := n.Next() + n.shortest
	st := &n.stations[i]
	c := &n.channels[st.channel]
	for _, k := range c.signals {
		s := n.at(k)
		if !s.hears(i) || s.ended && s.jammed {
			continue
		}
		d := n.distance(i, s)
		switch {
		case s.ended && s.end+d >= n.now:
			h = min(h, s.end+d)
		case !s.ended:
			h = min(h, max(n.Next(), n.earliestEnd(s)+d))
		}
	}
	if c.hub {
		// A repeater that has begun to receive may send before anything else happens.
		h = min(h, n.Next()+n.shortest)
	}
	return h
}

// earliestEnd returns an instant before which a signal that goes on does not end as a whole frame.
func (n *Network) earliestEnd(s *signal) phy.Time {
	at := s.start + n.shortest
	if s.source >= 0 && int(s.source) < len(n.stations) {
		return max(at, n.stations[s.source].tx.end)
	}
	if s.flight > 0 {
		f := &n.flights[s.flight-1]
		if tx := &n.stations[f.frame.Source].tx; !f.sent && !tx.ended {
			at = max(at, tx.end)
		}
	}
	return at
}
