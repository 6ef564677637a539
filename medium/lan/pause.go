package lan

import (
	"cmp"
	"math"
	"slices"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// A bridge with a [Pause] watches the queues of its ports. A frame is in a port's queue from the
// instant at which the bridge queues it until its fate is settled: its last bit has passed all that
// can receive it, or it is discarded. One bit time after a queue has become longer than Above, the
// bridge sends a PAUSE frame from each of its full-duplex ports; one bit time after all have become
// shorter than Below, it sends one of 0 quanta. If a pause runs out while a queue is still longer than
// Above, the next change of a queue starts another.

// pausing is the state of a bridge that sends PAUSE frames.
type pausing struct {
	changes []change // of queues, that have not been looked at
	queues  []int    // by port
	until   phy.Time // the end of the pause that was asked for last; 0: none
	bit     phy.Time // the shortest of its ports
}

// change is a change of the queue of a port, by one frame.
type change struct {
	at   phy.Time
	port int32 // of the bridge
	by   int
}

// nowhere is the destination of no frame.
const nowhere = math.MinInt32

// initPause prepares a bridge that sends PAUSE frames.
func (n *Network) initPause(b *bridge) {
	if b.Pause.Above == 0 {
		return
	}
	n.known.Destination(domain.PauseAddress)
	b.pausing = &pausing{queues: make([]int, len(b.Ports)), bit: phy.Forever}
	for i := range b.Ports {
		b.pausing.bit = min(b.pausing.bit, n.config.Segments[b.Ports[i].End.Segment].Params.BitTime)
		p := &n.parts[n.ports[b.first+int32(i)].part]
		if _, ok := p.engine.(*domain.Network); ok {
			p.pause = p.Destination(domain.PauseAddress)
		}
	}
}

// queueChanges notes that the queue of a port changes.
func (n *Network) queueChanges(port int32, at phy.Time, by int) {
	if b := &n.bridges[n.ports[port].bridge]; b.pausing != nil {
		b.pausing.changes = append(b.pausing.changes, change{at, port - b.first, by})
	}
}

// limitPausing keeps the domains of a bridge together, so that a PAUSE frame can be queued one bit
// time after a change of a queue.
func (n *Network) limitPausing(b *bridge) {
	if b.pausing == nil {
		return
	}
	next := phy.Forever
	for i := range b.Ports {
		p := &n.parts[n.ports[b.first+int32(i)].part]
		next = min(next, max(p.reached, p.Next()))
	}
	for k := range b.pausing.changes { // not looked at yet, for the same reason
		next = min(next, b.pausing.changes[k].at)
	}
	for k := range n.heard { // held until the other domains are as far
		h := &n.heard[k]
		if q := &n.ports[n.parts[h.part].portOf(h)]; &n.bridges[q.bridge] == b {
			next = min(next, h.at)
		}
	}
	for i := range b.Ports {
		p := &n.parts[n.ports[b.first+int32(i)].part]
		p.limit = min(p.limit, next+b.pausing.bit)
	}
}

// lookAtQueues sends the PAUSE frames that follow from the changes that all domains of a bridge have
// passed.
func (n *Network) lookAtQueues(b *bridge) {
	s := b.pausing
	if s == nil || len(s.changes) == 0 {
		return
	}
	slices.SortStableFunc(s.changes, func(a, b change) int { return cmp.Compare(a.at, b.at) })
	k := 0
	for k < len(s.changes) && s.changes[k].at < b.now {
		at := s.changes[k].at
		for ; k < len(s.changes) && s.changes[k].at == at; k++ {
			s.queues[s.changes[k].port] += s.changes[k].by
		}
		switch longest := slices.Max(s.queues); {
		case longest > b.Pause.Above && at >= s.until:
			s.until = at + phy.Time(b.Pause.Quanta)*512*s.bit
			n.sendPause(b, at+s.bit, b.Pause.Quanta)
		case longest < b.Pause.Below && at < s.until:
			s.until = 0
			n.sendPause(b, at+s.bit, 0)
		}
	}
	s.changes = slices.Delete(s.changes, 0, k)
}

// sendPause queues a PAUSE frame at each full-duplex port.
func (n *Network) sendPause(b *bridge, at phy.Time, quanta uint16) {
	for i := range b.Ports {
		q := &n.ports[b.first+int32(i)]
		if p := &n.parts[q.part]; b.Ports[i].End.Full && p.pause != nowhere {
			size := n.config.Segments[b.Ports[i].End.Segment].Params.MinFrame
			f := medium.Frame{Size: int32(size), Destination: p.pause, Ref: uint64(quanta)}
			if err := p.Inject(int(q.local), at, f); err != nil && n.err == nil {
				n.err = err
			}
		}
	}
}
