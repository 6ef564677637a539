package scene

import (
	"github.com/csmacd/csmacd/internal/said"
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Delivery is a frame whose last bit was sent, on its way to its destination or, for a group, to
// all other stations. The sender does not learn what happens to it.
type Delivery struct {
	At      phy.Time // when its last bit reaches that station, or the last of a group
	Station int32    // that station
	Sent    Transmission
}

// Coming returns the delivery of the frame that a station has just sent ([medium.Sent]).
func (s *Scene) Coming(e *medium.Event) Delivery {
	d := Delivery{At: e.At, Station: e.Frame.Destination, Sent: *s.last(e.Station)}
	if d.Station >= 0 {
		d.At += s.distance(e.Station, d.Station)
		return d
	}
	d.Station = e.Station
	for j := range s.stations {
		if at := e.At + s.distance(e.Station, int32(j)); at > d.At {
			d.At, d.Station = at, int32(j)
		}
	}
	return d
}

// Arrived reports whether a frame was delivered, and returns a sentence on it. The scene must have
// observed everything that was sent before its last bit arrives.
func (s *Scene) Arrived(d *Delivery) (ok bool, text said.Sentence) {
	t := &d.Sent
	sender := s.Called(t.Station)
	if t.To >= 0 {
		name := s.stations[t.To].name
		switch why, other := s.received(t, t.To); {
		case t.To == t.Station:
			return false, said.Of("frame %d of %s is lost: it is for its own sender, and a station does not receive its own signal", t.Frame, sender)
		case why == mac.Whole:
			return true, said.Of("%s receives frame %d of %s whole at %s: %s (4.2.9)", name, t.Frame, sender, s.lasts(d.At), counted(t.Octets, "octet"))
		case other >= 0:
			return false, said.Of("%s does not receive frame %d of %s, which counts as sent: a signal of %s overlapped it at %[1]s's tap (4.2.9)", name, t.Frame, sender, s.Called(other))
		case why == mac.Fragment:
			return false, said.Of("%s does not receive frame %d of %s, which counts as sent: %s are too few for a frame (4.2.9)", name, t.Frame, sender, counted(t.Octets, "octet"))
		default:
			return false, said.Of("%s does not receive frame %d of %s, which counts as sent: %s are too many for a frame (4.2.9)", name, t.Frame, sender, counted(t.Octets, "octet"))
		}
	}
	whole, others := 0, len(s.stations)-1
	for j := range s.stations {
		if why, _ := s.received(t, int32(j)); int32(j) != t.Station && why == mac.Whole {
			whole++
		}
	}
	group := t.To == medium.Broadcast || s.names.Address(t.To).Group()
	switch {
	case group && whole == others:
		return true, said.Of("frame %d of %s, to %s, arrives whole at all other stations by %s (4.2.9)", t.Frame, sender, s.Called(t.To), s.lasts(d.At))
	case group:
		return false, said.Of("frame %d of %s, to %s, counts as sent, but arrives whole at only %d of the %d other stations (4.2.9)", t.Frame, sender, s.Called(t.To), whole, others)
	}
	return whole > 0, said.Of("frame %d of %s, to %s, an address that no station here has, passes %d of the %d other stations whole by %s (4.2.9)", t.Frame, sender, s.Called(t.To), whole, others, s.lasts(d.At))
}

// received returns how the receiver at a tap judges a signal that was sent to its end, and the station
// whose signal damaged it there, or -1.
func (s *Scene) received(t *Transmission, i int32) (r mac.Reception, other int32) {
	d := s.distance(t.Station, i)
	rise, fall := t.Start+d, t.End+d
	for _, v := range s.between(rise, fall) {
		d := s.distance(v.Station, i)
		if (v.Station != t.Station || v.Start != t.Start) && v.Start+d < fall && v.end()+d > rise {
			return mac.FCSError, v.Station
		}
	}
	r, _ = s.stations[i].rules.Receive(fall-rise-(t.Header-t.Start), false)
	return r, -1
}
