package scene

import (
	"fmt"

	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/medium/lan"
	"github.com/csmacd/csmacd/phy"
)

// Section is a segment of a path through a network: a link, or the part of a cable between two taps.
type Section struct {
	Name   string   `json:"name"`
	Length phy.Time `json:"length"`         // the delay from its left end to its right end
	Full   bool     `json:"full,omitempty"` // both ends are full duplex: signals in both directions do not disturb each other
	From   float64  `json:"from"`           // where it is drawn: shares of the whole width
	To     float64  `json:"to"`
}

// Device is a repeater or a bridge of a path. It stands between two sections.
type Device struct {
	Name   string  `json:"name"`
	Bridge bool    `json:"bridge,omitempty"`
	From   float64 `json:"from"`
	To     float64 `json:"to"`
}

// Side says at which side of a device a port is.
type Side int8

// Left has its section on the left of the device.
const (
	NoPort Side = iota
	Left
	Right
	Aside // a port to something that is not on the path
)

// OfPath returns the scene of the path from a station of a network to another: of the segments on the
// path and everything that is plugged into them. The path of a network's only station to itself is its segment. The stations of the scene are, in order, those on the
// path with the ports of its devices ([Scene.OnPath]), and then the others. The caller attaches the scene.
func OfPath(net *lan.Network, c *lan.Config, a, b int) (*Scene, error) {
	t := newTree(c)
	var way []hop
	var err error
	switch {
	case a != b:
		way, err = t.path(a, b)
	case len(c.Stations) == 1:
		way = t.alone(a)
	default:
		return nil, fmt.Errorf("a path needs two stations, and %s is one", net.Name(a))
	}
	if err != nil {
		return nil, fmt.Errorf("%s and %s: %w", net.Name(a), net.Name(b), err)
	}
	s := &Scene{bit: net.BitTime(), names: net, local: map[int32]int32{}}
	s.lay(t, way)
	last := len(way) - 1
	plug := func(section int, number int32, end domain.End, side Side, x float64) {
		if _, known := s.local[number]; known {
			return
		}
		h, sec := &way[section], &s.sections[section]
		st := station{name: net.Name(int(number)), rules: net.Params(int(number)), number: number, section: section, side: side, full: end.Full, x: x}
		st.repeater = side != NoPort && t.repeats(number)
		if st.place = end.At - h.from; h.to < h.from {
			st.place = -st.place
		}
		if x < 0 {
			share := max(0, min(1, float64(st.place)/float64(max(1, sec.Length))))
			st.x = sec.From + float64((sec.To-sec.From)*share)
		}
		s.local[number] = int32(len(s.stations))
		s.stations = append(s.stations, st)
		s.far = max(s.far, distance(st.place, 0), distance(st.place, sec.Length))
		s.gap = max(s.gap, st.rules.Gap)
	}
	plug(0, int32(a), c.Stations[a].End, NoPort, 0)
	for k, h := range way[:last] {
		plug(k, h.in, t.end(h.in), Left, s.sections[k].To)
		plug(k+1, h.out, t.end(h.out), Right, s.sections[k+1].From)
	}
	if a != b {
		plug(last, int32(b), c.Stations[b].End, NoPort, 1)
	}
	s.onPath = len(s.stations)
	s.plug = func(i int32) {
		for k, h := range way {
			if e := net.End(int(i)); e.Segment == h.segment {
				plug(k, i, e, NoPort, -1)
			}
		}
	}
	for k, h := range way {
		for i := range c.Stations {
			if e := c.Stations[i].End; e.Segment == h.segment {
				plug(k, int32(i), e, NoPort, -1)
			}
		}
		for _, p := range t.at[h.segment] {
			plug(k, t.first[p[0]]+int32(p[1]), t.devices[p[0]][p[1]], Aside, -1)
		}
	}
	if first := &c.Segments[way[0].segment]; first.Star {
		s.star, s.delay, s.sections, s.length, s.span = true, first.Delay, nil, 0, first.Delay
	}
	return s, nil
}

// joinedPath adds a station that joins the network. The numbers of ports go up by one.
func (s *Scene) joinedPath(i int32) {
	raise := func(number *int32) {
		if *number >= i {
			*number++
		}
	}
	clear(s.local)
	for k := range s.stations {
		st := &s.stations[k]
		raise(&st.number)
		s.local[st.number] = int32(k)
		for h := range st.heard {
			raise(&st.heard[h].From)
		}
	}
	for k := range s.sent {
		raise(&s.sent[k].Origin)
	}
	s.plug(i)
}

// OnPath returns the number of stations and ports that are on the path, which are the first ones. In the
// scene of a cable it returns 0.
func (s *Scene) OnPath() int { return s.onPath }

// Local returns the number in the scene of a station or port of the network; ok is false if it is not there.
func (s *Scene) Local(number int32) (local int32, ok bool) {
	if s.local == nil {
		return number, true
	}
	local, ok = s.local[number]
	return local, ok
}

// Shares of the width of a picture: of a device, and of all devices at most.
const (
	bridgeWidth   = 0.12
	repeaterWidth = 0.07
	devicesWidth  = 0.45
)

// lay divides the width of a picture among the sections and the devices of a path. Half of the room of the
// sections is the same for each, the other half goes by length.
func (s *Scene) lay(t *tree, way []hop) {
	wide, total := 0.0, phy.Time(0)
	for _, h := range way {
		if total += h.length(); h.device >= 0 {
			d := Device{Bridge: h.device >= len(t.Repeaters), To: repeaterWidth}
			if d.Bridge {
				d.Name, d.To = t.Bridges[h.device-len(t.Repeaters)].Name, bridgeWidth
			} else {
				d.Name = t.Repeaters[h.device].Name
				s.span += t.Repeaters[h.device].Delay
			}
			wide += d.To
			s.devices = append(s.devices, d)
		}
	}
	s.span += total
	shrink := 1.0
	if wide > devicesWidth {
		shrink = devicesWidth / wide
	}
	room := 1 - float64(wide*shrink)
	x := 0.0
	for k, h := range way {
		long := h.length()
		part := 1 / float64(len(way))
		if total > 0 {
			part = float64(part/2) + float64(float64(long)/float64(2*total))
		}
		segment := &t.Segments[h.segment]
		sec := Section{Name: segment.Name, Length: long, From: x, To: x + float64(room*part)}
		sec.Full = segment.Link && t.allFull(h.segment)
		x = sec.To
		s.sections = append(s.sections, sec)
		s.length = max(s.length, long)
		if k < len(s.devices) {
			d := &s.devices[k]
			d.From, d.To = x, x+float64(d.To*shrink)
			x = d.To
		}
	}
	s.sections[len(way)-1].To = 1
}
