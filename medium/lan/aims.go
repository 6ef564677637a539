package lan

import (
	"cmp"
	"slices"

	"github.com/csmacd/csmacd/phy"
)

// scheduledPort is what a schedule knows of a port of a bridge.
type scheduledPort struct {
	part    int32
	plan    int32 // that of its bridge
	rank    int32
	latency phy.Time // of its bridge
	aims    moments  // before which it has no frame that its bridge is certain to queue at it; by the port that receives the frame
	most    int      // of them, before those that are void are dropped
	version uint32   // counts how often the aims from it have changed: others are void
	targets []int32  // the ports that those are for
	own     phy.Time // before which it receives none but those that are certain, and those that other ports of its domain have still to send
	in      phy.Time // before which its bridge queues nothing at it, if its domain has other ports
	through phy.Time // before which nothing comes into its domain by other ports
	changed bool     // it is in the list of this name
}

// reset prepares it for a run.
func (x *scheduledPort) reset(p *part) {
	x.aims, x.targets, x.changed = x.aims[:0], x.targets[:0], false
	x.own, x.in, x.through = phy.Forever, p.reached, phy.Forever
	if len(p.Ports) > 1 {
		x.through = p.reached
	}
}

// aim works out what a port may send to others, from what it foresees and from what waits for its bridge.
func (n *Network) aim(number int32) {
	s, q := n.schedule(), &n.ports[number]
	x, p, b := &s.ports[number], &n.parts[q.part], &n.bridges[q.bridge]
	for _, to := range x.targets {
		if k := s.ports[to].part; s.parts[k].due == phy.Forever {
			s.dueAnew(k)
		}
	}
	x.targets, x.changed = x.targets[:0], false
	x.version++
	x.own = q.any
	for _, c := range q.certain {
		n.aimAt(number, c.port, c.at)
	}
	for i := range p.heard {
		h := &p.heard[i]
		if h.local != q.local {
			continue
		}
		if out, until := n.whereabouts(b, n.everywhere(p, h.frame.Destination)); h.at >= until {
			x.own = min(x.own, h.at)
		} else if out != q {
			n.aimAt(number, out.number, h.at)
		}
	}
	s.touch(q.bridge)
	n.mayReceive(number)
}

// aimAt notes that a port receives a frame that is going to be queued at another.
func (n *Network) aimAt(from, to int32, at phy.Time) {
	s := n.schedule()
	x := &s.ports[to]
	s.ports[from].targets = append(s.ports[from].targets, to)
	if at+x.latency < s.parts[x.part].due {
		s.dueAnew(x.part)
	}
	if len(x.aims) > x.most {
		x.aims = slices.DeleteFunc(x.aims, s.void)
		slices.SortFunc(x.aims, func(x, y moment) int { return cmp.Or(cmp.Compare(x.at, y.at), cmp.Compare(x.of, y.of)) }) // a heap, too
		x.most = max(64, 2*len(x.aims))
	}
	x.aims.add(moment{at, from, s.ports[from].version})
}

// void reports whether a port has other aims now.
func (s *schedule) void(x moment) bool { return x.version != s.ports[x.of].version }

// firstAim returns an instant before which no frame is queued at a port that is certain to be, and from which port it is.
func (s *schedule) firstAim(number int32) (from int32, at phy.Time) {
	x := &s.ports[number]
	for len(x.aims) > 0 {
		if a := &x.aims[0]; !s.void(*a) {
			return a.of, a.at
		}
		x.aims.drop()
	}
	return -1, phy.Forever
}
