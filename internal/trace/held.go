package trace

import (
	"container/heap"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// packet is one transmission or reception on its way into a capture.
type packet struct {
	// Where the packet belongs in the capture. While it is under way, the stamp is the earliest
	// that it may get.
	stamp phy.Time
	order uint64 // of beginning, among packets of one stamp
	place int    // in the heap
	ready bool   // nothing about it will change

	frame        medium.Frame
	attempt      uint8
	start, jamAt phy.Time
	met, late    bool // a collision
	collided     bool // over, and waits for the backoff or discard that follows

	turn     turn
	waits    bool // with PLCA: nothing of it is on the line so far
	logical  bool // it collided before
	fallback bool // the node does not take turns

	port    int // interface
	flags   packetFlags
	octets  int    // on the wire
	data    []byte // of those, what is captured
	comment []byte
}

// held keeps packets back until no packet that belongs before them can still come: a capture is
// in order of stamps, and a long transmission ends after shorter ones that began later. Packets
// are reused.
type held struct {
	queue byStamp
	free  []*packet
	begun uint64
}

// take returns an empty packet whose stamp will be this one or later.
func (h *held) take(stamp phy.Time) *packet {
	var p *packet
	if n := len(h.free); n > 0 {
		p, h.free = h.free[n-1], h.free[:n-1]
		*p = packet{data: p.data[:0], comment: p.comment[:0]}
	} else {
		p = new(packet)
	}
	h.begun++
	p.stamp, p.order = stamp, h.begun
	heap.Push(&h.queue, p)
	return p
}

// stamp sets a packet's stamp, which is not earlier than the one that it was taken with.
func (h *held) stamp(p *packet, stamp phy.Time) {
	p.stamp = stamp
	heap.Fix(&h.queue, p.place)
}

// next returns the packet that is due, or nil. It is valid until the next take.
func (h *held) next() *packet {
	if len(h.queue) == 0 || !h.queue[0].ready {
		return nil
	}
	return h.drop(h.queue[0])
}

// drop removes a packet.
func (h *held) drop(p *packet) *packet {
	heap.Remove(&h.queue, p.place)
	h.free = append(h.free, p)
	return p
}

// byStamp implements [heap.Interface].
type byStamp []*packet

func (q byStamp) Len() int { return len(q) }

func (q byStamp) Less(i, j int) bool {
	if q[i].stamp != q[j].stamp {
		return q[i].stamp < q[j].stamp
	}
	return q[i].order < q[j].order
}

func (q byStamp) Swap(i, j int) {
	q[i], q[j] = q[j], q[i]
	q[i].place, q[j].place = i, j
}

func (q *byStamp) Push(x any) {
	p := x.(*packet)
	p.place = len(*q)
	*q = append(*q, p)
}

func (q *byStamp) Pop() any {
	old := *q
	last := len(old) - 1
	p := old[last]
	old[last] = nil
	*q = old[:last]
	return p
}
