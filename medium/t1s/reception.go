package t1s

import (
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// endChain ends the chain of elements at a tap.
func (n *Network) endChain(j int32) {
	x := &n.nodes[j]
	c := &x.tap.chain
	if c.first == 0 {
		return
	}
	r := x.tap.receptions.last()
	r.length = c.end - c.start - endCode
	r.own = c.own
	r.ended, r.until = true, n.now+x.latency.RxOff
	r.damaged = c.elements > 1 || n.elements[c.first].damaged
	if !n.fall(j, dv, n.now+x.latency.RxOff) {
		r.empty = true
		n.dropEmpty(j)
	}
}

// reception is a chain of elements that begins with a frame, as the receiver of a node takes it.
type reception struct {
	element uint32
	start   phy.Time
	length  phy.Time
	own     bool
	damaged bool
	empty   bool
	ended   bool
	until   phy.Time // if ended: the end of RX_DV
}

// receptions are those of a tap that are not over, in order.
type receptions struct {
	list  []reception
	first int
	begun int // those that have begun
}

func (r *receptions) add(x reception) {
	if r.first > 0 && r.first == len(r.list) {
		r.list, r.first, r.begun = r.list[:0], 0, 0
	}
	r.list = append(r.list, x)
}

func (r *receptions) last() *reception { return &r.list[len(r.list)-1] }

// has reports whether the last reception is that of an element.
func (r *receptions) has(k uint32) bool {
	return len(r.list) > r.first && r.last().element == k
}

// dropReception forgets the last reception of a tap, if it is that of an element which began now.
func (n *Network) dropReception(j int32, k uint32) {
	t := &n.nodes[j].tap
	r := &t.receptions
	if !r.has(k) {
		return
	}
	r.list = r.list[:len(r.list)-1]
	if t.dv.flown {
		t.dv.count--
		r.begun--
		n.watch.forget(medium.RxStart, j)
		return
	}
	t.dv.waiting[len(t.dv.waiting)-1].real = false
}

// renameReception makes the last reception of a tap that of another element, if it is that of an element which
// began now, too.
func (n *Network) renameReception(j int32, from, to uint32) {
	t := &n.nodes[j].tap
	if !t.receptions.has(from) {
		return
	}
	t.receptions.last().element = to
	if e := &n.elements[to]; t.dv.flown {
		n.watch.rename(medium.RxStart, j, e.source, &e.frame)
	}
}

// dropEmpty forgets the receptions of a tap that the PHY never shows.
func (n *Network) dropEmpty(j int32) {
	r := &n.nodes[j].tap.receptions
	for r.first < len(r.list) && r.list[r.first].empty {
		k := r.list[r.first].element
		r.first++
		r.begun = max(r.begun, r.first)
		n.leave(k)
	}
}

// beginReception shows the start of a reception.
func (n *Network) beginReception(i int32, r *receptions) {
	for r.list[r.begun].empty {
		r.begun++
	}
	e := &n.elements[r.list[r.begun].element]
	r.begun++
	if n.nodes[i].off {
		return
	}
	n.emit(medium.Event{Kind: medium.RxStart, Station: i, From: e.source, Frame: e.frame})
}

// endReception judges a reception.
func (n *Network) endReception(i int32, list *receptions) {
	r := list.list[list.first]
	list.first++
	x := &n.nodes[i]
	e := &n.elements[r.element]
	p := &x.rules.Params
	if !r.damaged {
		r.length = p.Duration(int(e.frame.Size)) // some of the preamble may be missing
	}
	judged, octets := p.Receive(r.length-p.Header, r.damaged)
	unheard := x.off || x.onAt > r.start
	whole := judged == mac.Whole && !r.own && !unheard
	if !r.own && !unheard {
		n.countReception(i, judged, e)
	}
	if n.watch.kinds.Has(medium.RxEnd) && !unheard {
		v := medium.Event{Kind: medium.RxEnd, Station: i, From: e.source, Frame: e.frame, Octets: int32(octets), OK: whole}
		if v.Why = medium.Damaged; !r.own {
			v.Why = [...]medium.Why{medium.NoReason, medium.Fragment, medium.Damaged, medium.Damaged, medium.TooLong}[judged]
		}
		n.emit(v)
	}
	if whole {
		e.got++
		e.last = n.now
		if n.hooks != nil && n.hooks[i] != nil && x.early != r.element {
			n.hooks[i](n.now, e.frame)
		}
	}
	if e.frame.Destination == i && e.sent > 0 && !e.decided {
		n.conclude(e, whole)
	}
	if x.early == r.element {
		x.early = 0
	}
	n.leave(r.element)
	n.dropEmpty(i)
}
