package scene

import (
	"errors"

	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/medium/lan"
	"github.com/csmacd/csmacd/phy"
)

// hop is a step of a path: a segment between two places, and the device behind it.
type hop struct {
	segment  int
	from, to phy.Time
	device   int // number of a repeater, then of a bridge; -1: the path ends here
	in, out  int32
}

// length returns the delay of the part of the segment.
func (h *hop) length() phy.Time { return distance(h.from, h.to) }

// ErrNoPath means that nothing joins two stations.
var ErrNoPath = errors.New("nothing joins the two stations")

// tree finds paths in a network, which has no loops.
type tree struct {
	*lan.Config
	devices [][]domain.End // of repeaters, then of bridges: their ports
	first   []int32        // number of the first port of each device, among stations and ports
	at      [][][2]int     // by segment: devices and their ports there
}

func newTree(c *lan.Config) *tree {
	t := &tree{Config: c, at: make([][][2]int, len(c.Segments))}
	next := int32(len(c.Stations))
	add := func(ends []domain.End) {
		for k, e := range ends {
			t.at[e.Segment] = append(t.at[e.Segment], [2]int{len(t.devices), k})
		}
		t.devices, t.first = append(t.devices, ends), append(t.first, next)
		next += int32(len(ends))
	}
	for i := range c.Repeaters {
		ends := make([]domain.End, 0, len(c.Repeaters[i].Ports))
		for _, p := range c.Repeaters[i].Ports {
			ends = append(ends, p.End)
		}
		add(ends)
	}
	for i := range c.Bridges {
		ends := make([]domain.End, 0, len(c.Bridges[i].Ports))
		for _, p := range c.Bridges[i].Ports {
			ends = append(ends, p.End)
		}
		add(ends)
	}
	return t
}

// step is how a search reached a segment: from which segment, through which device.
type step struct{ from, device, in, out int }

// reached returns how each segment is reached from one of them; the device is -1 where it is not.
func (t *tree) reached(from int) []step {
	steps := make([]step, len(t.Segments))
	for k := range steps {
		steps[k].device = -1
	}
	steps[from] = step{from: -1, device: -1}
	for queue := []int{from}; len(queue) > 0; queue = queue[1:] {
		here := queue[0]
		for _, p := range t.at[here] {
			for k, e := range t.devices[p[0]] {
				if e.Segment != from && steps[e.Segment].device < 0 {
					steps[e.Segment] = step{here, p[0], p[1], k}
					queue = append(queue, e.Segment)
				}
			}
		}
	}
	return steps
}

// path returns the way from a station to another.
func (t *tree) path(a, b int) ([]hop, error) {
	from, to := t.Stations[a].End, t.Stations[b].End
	return t.way(nil, t.reached(to.Segment), from, to)
}

// alone returns the way from a station along its segment, to the farther end or what is plugged in farthest.
func (t *tree) alone(a int) []hop {
	from := t.Stations[a].End
	h := hop{from.Segment, from.At, from.At, -1, -1, -1}
	for _, at := range []phy.Time{0, t.Segments[from.Segment].Delay} {
		if distance(at, from.At) > distance(h.to, from.At) {
			h.to = at
		}
	}
	for _, p := range t.at[from.Segment] {
		if at := t.devices[p[0]][p[1]].At; distance(at, from.At) > distance(h.to, from.At) {
			h.to = at
		}
	}
	return []hop{h}
}

// way appends the way from an end to another to a list. The steps must be those from the segment of the
// other, so that the way is read from its beginning.
func (t *tree) way(list []hop, steps []step, from, to domain.End) ([]hop, error) {
	for at := from; ; {
		s := steps[at.Segment]
		switch {
		case at.Segment == to.Segment:
			return append(list, hop{at.Segment, at.At, to.At, -1, -1, -1}), nil
		case s.device < 0:
			return nil, ErrNoPath
		}
		in, out := t.devices[s.device][s.out], t.devices[s.device][s.in]
		list = append(list, hop{at.Segment, at.At, in.At, s.device, t.first[s.device] + int32(s.out), t.first[s.device] + int32(s.in)})
		at = out
	}
}

// Farthest returns the two stations with the longest path: through the most segments, then with the
// longest delay. Of equal ones it returns the first in order of the stations.
func Farthest(c *lan.Config) (a, b int) {
	t := newTree(c)
	// The ends of the longest path of a tree: farthest from anywhere, and farthest from there. Segments count first, so a
	// few rounds settle the delays.
	for range 4 {
		next := t.farthest(b)
		if next == a {
			break
		}
		a, b = b, next
	}
	return min(a, b), max(a, b)
}

// farthest returns the station with the longest path to a station.
func (t *tree) farthest(a int) int {
	best, most, longest := a, 0, phy.Time(-1)
	to := t.Stations[a].End
	steps := t.reached(to.Segment)
	var way []hop // its memory serves all stations
	for b := range t.Stations {
		if b == a {
			continue
		}
		var err error
		if way, err = t.way(way[:0], steps, t.Stations[b].End, to); err != nil {
			continue
		}
		delay := phy.Time(0)
		for _, h := range way {
			delay += h.length()
		}
		if len(way) > most || len(way) == most && delay > longest {
			best, most, longest = b, len(way), delay
		}
	}
	return best
}

func distance(a, b phy.Time) phy.Time { return max(a-b, b-a) }

// end returns the place of a port by its number.
func (t *tree) end(port int32) domain.End {
	for d := range t.devices {
		if k := int(port - t.first[d]); k < len(t.devices[d]) {
			return t.devices[d][k]
		}
	}
	panic("scene: no such port")
}

// allFull reports whether all ends on a link are full duplex.
func (t *tree) allFull(segment int) bool {
	for _, p := range t.at[segment] {
		if !t.devices[p[0]][p[1]].Full {
			return false
		}
	}
	for i := range t.Stations {
		if t.Stations[i].End.Segment == segment && !t.Stations[i].End.Full {
			return false
		}
	}
	return true
}

// repeats reports whether a port is one of a repeater.
func (t *tree) repeats(port int32) bool {
	return len(t.Repeaters) > 0 && (len(t.Bridges) == 0 || port < t.first[len(t.Repeaters)])
}
