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
	aims    aims     // frames that its bridge is going to queue at it
	most    int      // of them, before those that are void are dropped
	number  uint32   // counts how often the aims from it have changed
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

// aim is a frame that is certain to be queued at a port, and not before an instant.
type aim struct {
	at     phy.Time
	from   int32  // the port that receives it
	number uint32 // it is void if that of this port is another one
}

// aims is a heap by time.
type aims []aim

// add adds an aim.
func (a *aims) add(x aim) {
	list := append(*a, x)
	k := len(list) - 1
	for k > 0 && list[(k-1)/2].at > x.at {
		list[k] = list[(k-1)/2]
		k = (k - 1) / 2
	}
	list[k] = x
	*a = list
}

// drop drops the first aim.
func (a *aims) drop() {
	last := len(*a) - 1
	x, list := (*a)[last], (*a)[:last]
	*a = list
	k := 0
	for child := 1; child < last; child = 2*k + 1 {
		if child+1 < last && list[child+1].at < list[child].at {
			child++
		}
		if list[child].at >= x.at {
			break
		}
		list[k], k = list[child], child
	}
	if last > 0 {
		list[k] = x
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
	x.number++
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
		slices.SortFunc(x.aims, func(x, y aim) int { return cmp.Compare(x.at, y.at) }) // a heap, too
		x.most = max(64, 2*len(x.aims))
	}
	x.aims.add(aim{at, from, s.ports[from].number})
}

// void reports whether a port has other aims now.
func (s *schedule) void(x aim) bool { return x.number != s.ports[x.from].number }

// firstAim returns an instant before which no frame is queued at a port that is certain to be, and from which port it is.
func (s *schedule) firstAim(number int32) (from int32, at phy.Time) {
	x := &s.ports[number]
	for len(x.aims) > 0 {
		if a := &x.aims[0]; !s.void(*a) {
			return a.from, a.at
		}
		x.aims.drop()
	}
	return -1, phy.Forever
}
