package scene

import "github.com/csmacd/csmacd/phy"

// Crossing is a frame that a device of a path passed on: a repeater while it arrived, a bridge
// after it had arrived.
type Crossing struct {
	In     int      `json:"in"` // indexes in [View.Transmissions]
	Out    int      `json:"out"`
	Device int      `json:"device"` // index in [View.Devices]
	Rise   phy.Time `json:"rise"`   // when the first bit reached the device
	Fall   phy.Time `json:"fall"`   // and after the last; None: not yet
}

// mostBack is the number of transmissions among which the one is looked for that a device passes on.
const mostBack = 2048

// crossings returns what devices of the path passed on. The transmissions must be in order of their
// starts.
func (s *Scene) crossings(sent []Transmission) (all []Crossing) {
	for k := range sent {
		if c, ok := s.crossing(sent, k); ok {
			all = append(all, c)
		}
	}
	return all
}

// crossing returns the crossing that ends in a transmission; ok is false if none does.
func (s *Scene) crossing(sent []Transmission, k int) (c Crossing, ok bool) {
	t := &sent[k]
	out := &s.stations[t.Station]
	if out.side != Left && out.side != Right || t.Frame == 0 || t.Attempt > 1 {
		return c, false
	}
	// The device's other port, and the latest signal there with the same frame.
	other, device := t.Station+1, out.section
	if out.side == Right {
		other, device = t.Station-1, out.section-1
	}
	port := &s.stations[other]
	for n := k - 1; n >= max(0, k-mostBack); n-- {
		in := &sent[n]
		if in.Station == other || s.stations[in.Station].section != port.section || in.Frame != t.Frame || in.Origin != t.Origin {
			continue
		}
		d := s.distance(in.Station, other)
		c = Crossing{In: n, Out: k, Device: device, Rise: in.Start + d, Fall: None}
		if in.End != None {
			c.Fall = in.End + d
		}
		if c.Rise <= t.Start {
			return c, true
		}
	}
	return c, false
}
