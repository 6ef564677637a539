package sources

import (
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Scout runs ahead of a source of a part of a larger network. It draws from copies of the source's streams, so that
// it finds the same arrivals.
type Scout struct {
	Source
	station int32
	next    phy.Time // of the first arrival that it has not drawn the destination of
	known   [4]Foretold
	count   int
}

// Foretold is an arrival to come.
type Foretold struct {
	At phy.Time
	To int32 // the station's number in the larger network; -1: another address
}

// Scout returns a scout for a source of a station, whose first arrival is at an instant. Closed loops and generators
// cannot have one.
func (s *Source) Scout(part *medium.Part, station int32, at phy.Time) Scout {
	x := Scout{Source: *s, station: station, next: at}
	x.look(part)
	return x
}

// look draws the destinations of the next arrivals.
func (x *Scout) look(part *medium.Part) {
	for x.count < len(x.known) && x.next < phy.Forever {
		at, to := x.next, int32(-1)
		if _, ok := x.Spec.AddressOf(&x.State); !ok {
			switch t := x.Spec.ToOf(&x.State); t.Whom {
			case traffic.ToBroadcast, traffic.ToAddress, traffic.ToDomain: // a lone station of a domain sends to all
			default:
				self := part.Stations[x.station]
				if to = int32(t.Draw(int(self), part.Count, &x.To)); to == self {
					to = -1
				}
			}
		}
		x.known[x.count] = Foretold{at, to}
		x.count++
		x.next = x.Next(at)
	}
}

// Arrived takes note that the first of the foretold arrivals has come.
func (x *Scout) Arrived(part *medium.Part) {
	x.count = copy(x.known[:], x.known[1:x.count])
	x.look(part)
}

// Known returns the next arrivals, and Later the instant of the first one after them.
func (x *Scout) Known() []Foretold { return x.known[:x.count] }

// Later is explained at Known.
func (x *Scout) Later() phy.Time { return x.next }

// Leaves reports whether a source of a station may make frames for elsewhere. part may be nil.
func Leaves(part *medium.Part, station int32, t *traffic.Source) bool {
	switch {
	case part == nil:
		return false
	case t.Kind == traffic.KindOwn, t.Addresses != nil:
		return true
	case t.To.Whom == traffic.ToStation:
		there, here := part.Here(int32(t.To.Station))
		return !here || there == station
	}
	return t.To.Whom != traffic.ToDomain || part.Own() < 2 // a single station has no other to address
}
