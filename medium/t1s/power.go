package t1s

import (
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// setPower switches a node off or on. A node without power sends and hears nothing, and its queue is lost.
// When it is on again it starts like a node at time 0, with the parameters of PLCA that it has by then.
func (n *Network) setPower(i int32, off bool) {
	x := &n.nodes[i]
	if x.off == off {
		return
	}
	x.off = off
	n.stir(i)
	n.ask(i)
	if !off {
		x.onAt, x.past = n.now, mac.Deference{}
		if x.meant {
			x.sub.Set(&x.params)
		}
		from, to := n.sourcesOf(i)
		for k := from; k < to; k++ {
			if s := &n.sources[k]; s.asleep {
				s.asleep = false
				n.expect(i, k, n.now)
			}
		}
		return
	}
	x.sub.Set(nil)
	attempts := x.collisions
	if x.state == sending {
		attempts++
		n.active--
		if x.out.sort == data && !x.out.ending {
			n.elements[x.out.element].damaged = true // its last bits are lost, however few
		}
		n.digest.Add(&x.name, x.tx.start, n.now, 1)
		n.emit(medium.Event{Kind: medium.TxEnd, Station: i, Frame: x.queue.head().frame, Attempt: attempts})
	}
	x.state, x.txen = empty, false
	x.turn++
	if x.queue.count > 0 {
		n.holding--
	}
	for x.queue.count > 0 {
		q := *x.queue.head()
		x.queue.remove()
		n.refuse(i, &q, attempts)
		attempts = 0
	}
}

// refuse drops a frame of a node that has no power, after some attempts.
func (n *Network) refuse(i int32, q *queuedFrame, attempts uint8) {
	n.discard(i, q.frame, attempts, medium.Aborted)
	if q.source < 0 {
		return
	}
	s := &n.sources[q.source]
	switch {
	case s.Spec.Kind == traffic.KindOwn:
		n.expect(i, q.source, max(n.now+phy.Picosecond, s.Departed(n.now)))
	case s.Spec.ClosedLoop():
		s.asleep = true // a closed loop goes on when the node is on again
	}
}
