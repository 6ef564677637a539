package t1s

import (
	"math/bits"

	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/phy"
)

// piece is a COMMIT or a frame on the line of a quick bus.
type piece struct {
	sort       sort
	from       int32
	start, end phy.Time // on the line, at the sender; end: as far as it is known
	followed   bool     // a frame follows a COMMIT
}

// launchPiece puts a piece of the sender on the line.
func (q *quick) launchPiece(what sort, start, end phy.Time) {
	q.piece = (q.piece + 1) % uint(len(q.pieces))
	p := &q.pieces[q.piece] // in place: a copy of what was written just now is slow
	p.sort, p.from, p.start, p.end, p.followed = what, q.from, start, end, false
}

// commitOn and commitOff return the time from the start and the end of a COMMIT or BEACON at a tap to those of what
// is decoded, when silence follows, which begins with a tail.
func (l *Latency) commitOn() phy.Time { return max(0, l.RxOn-8*plca.Bit) } // the second N or J
func (l *Latency) commitOff(tail phy.Time) phy.Time {
	return min(l.RxOff, max(0, l.RxOn-12*plca.Bit-tail)) // no later than its symbols are through
}

// distance returns the delay between two nodes.
func (q *quick) distance(i, j int32) phy.Time {
	d := q.places[i].pos - q.places[j].pos
	return max(d, -d)
}

// receives returns when a node that does not send receives a piece.
func (q *quick) receives(p *piece, i int32) (on, off phy.Time) {
	l := &q.latency
	d := q.distance(i, p.from)
	switch {
	case p.sort == data && p.from == i:
		return phy.Forever, -1
	case p.sort == data:
		return p.start + d + l.RxOn, p.end + d + l.RxOff
	case p.followed:
		return p.start + d + l.commitOn(), p.end + d + max(0, l.RxOn-4*plca.Bit) // the first SSD
	}
	on, off = p.start+d+l.commitOn(), p.end+d+l.commitOff(l.Tail)
	if off <= on { // nothing of it
		return phy.Forever, -1
	}
	return on, off
}

// meets returns the first instant, from at on, at which a node receives what is on the line, or
// [phy.Forever]. In RECEIVE it looks at what the MAC sends before it sees the end of the reception.
func (q *quick) meets(i int32, at phy.Time) phy.Time {
	first := phy.Forever
	for k := range len(q.pieces) {
		p := &q.pieces[(q.piece-uint(k))%uint(len(q.pieces))]
		if p.sort == silence || p.end+q.reach < at {
			break // and so are those before it
		}
		on, off := q.receives(p, i)
		if off > at || off == at && (p.from != i || at > q.free) {
			first = min(first, max(on, at))
		}
	}
	return first
}

// shift is a change of what the sender has on the line, which comes by itself.
type shift struct {
	at       phy.Time
	from, to sort
}

// later plans a shift. They come in order of time.
func (q *quick) later(at phy.Time, from, to sort) {
	q.shifts[q.shifted] = shift{at, from, to}
	q.shifted++
}

// shiftTo makes the shifts until an instant.
func (n *Network) shiftTo(t phy.Time) {
	q := &n.quick
	if q.shifted == 0 || q.shifts[0].at > t {
		return
	}
	k := 0
	for ; k < q.shifted && q.shifts[k].at <= t; k++ {
		s := &q.shifts[k]
		n.share.change(s.at, s.from, s.to)
	}
	copy(q.shifts[:], q.shifts[k:q.shifted])
	q.shifted -= k
}

// edge returns the first edge of the clock of a node's MII, from an instant on.
func (q *quick) edge(i int32, t phy.Time) phy.Time {
	c := q.latency.MII
	if c == 0 {
		return t
	}
	return t + c - 1 - q.past(t+c-1-q.places[i].phase)
}

// past returns the remainder of a time by the period of the clock. A multiplication finds the quotient, or one less,
// in a fraction of the time of a division.
func (q *quick) past(t phy.Time) phy.Time {
	periods, _ := bits.Mul64(uint64(t), q.inverse)
	t -= phy.Time(periods) * q.latency.MII
	if t >= q.latency.MII {
		t -= q.latency.MII
	}
	return t
}
