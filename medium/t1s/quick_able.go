package t1s

import (
	"math"

	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/phy"
)

// initQuick finds out whether the bus is an ordinary one.
func (n *Network) initQuick() {
	q := &n.quick
	*q = quick{owner: q.owner[:0], places: q.places[:0], holds: q.holds[:0], alert: q.alert[:0], latency: n.nodes[0].latency}
	q.next, q.leave, q.arrival.at, q.starts, q.ends, q.crash = phy.Forever, phy.Forever, phy.Forever, phy.Forever, phy.Forever, phy.Forever
	q.start.at, q.stop.at = phy.Forever, phy.Forever
	for range plca.NoID {
		q.owner = append(q.owner, -1)
	}
	if n.stepped || n.part != nil || n.until.Idle || !n.faultless() {
		return
	}
	l := &q.latency
	if l.MII > 0 {
		q.inverse = math.MaxUint64 / uint64(l.MII)
	}
	first := &n.nodes[0].rules.Params
	for i := range n.nodes {
		x := &n.nodes[i]
		p := &x.rules.Params
		ids := x.sub.IDs
		if x.latency != *l || !x.sub.On || x.params.Dynamic || x.params.Silence > 0 ||
			ids.Empty() || x.params.ToTimer != n.nodes[0].params.ToTimer ||
			p.MinFrame != first.MinFrame || p.MaxFrame != first.MaxFrame ||
			p.NoCarrierSense || p.NoCollision || p.NoBlindStart || p.BackoffDelay > 0 ||
			p.Gap < 2*endCode+l.RxOff+l.MII || p.Gap >= p.Duration(p.MinFrame) {
			return
		}
		q.places = append(q.places, quickPlace{x.pos, x.phase, ids})
		turn := phy.Time(x.params.BurstCount+1) * (p.Duration(p.MaxFrame) + x.params.BurstTimer + plca.CommitTimer + p.Gap)
		for id := ids.Next(0); id < plca.NoID; id = ids.Next(id + 1) {
			if q.owner[id] >= 0 {
				return
			}
			q.owner[id] = int32(i)
			q.longest += turn
		}
		if ids.Has(0) {
			q.head, q.count = int32(i), x.params.NodeCount
		}
	}
	if q.owner[0] < 0 {
		return
	}
	for id := q.count; id < plca.NoID; id++ {
		if q.owner[id] >= 0 {
			return
		}
	}
	q.to = n.nodes[0].params.ToTimer
	q.beaten = up(plca.BeaconTimer, l.MII) + l.Tail
	q.cycle = up(q.beaten+l.Tx+l.CRSOff+phy.Time(q.count)*q.to, l.MII)
	q.longest += 4*q.cycle + 2*phy.Time(len(n.nodes))*(n.span+l.Tx+l.Tail+l.CRSOff+l.MII)
	q.reach = n.span + max(l.RxOn, l.RxOff)
	q.able = q.inStep(n.span, first.Duration(first.MinFrame))
}

// inStep reports whether nodes with these PHYs stay in step on a bus of a length: what each of them sees of a
// transmission comes in the order that the code takes for granted.
func (q *quick) inStep(span, shortest phy.Time) bool {
	l := &q.latency
	decoded := l.commitOn()
	gone := q.beaten + l.CRSOff // of the carrier of a beacon, after its start
	seen := l.Tx + span + l.CRSOn + phy.Picosecond
	q.insync = min(l.Tx+span+max(l.CRSOn, decoded)+phy.Picosecond, l.Tx+gone)
	switch {
	case q.to <= 2*span+l.MII+l.Tx+l.CRSOn: // carrier comes in the turn of its sender
	case l.RxOff > l.CRSOff+l.Tx+l.CRSOn: // a reception ends before the next carrier
	case l.CRSOn > decoded: // carrier comes before what it carries is decoded
	case l.MII > l.Tx+decoded: // a MAC that starts is at the MII before it can receive what begins meanwhile
	case l.Tx+l.CRSOn >= plca.BeaconTimer: // a sender sees its own carrier before it ends
	case q.insync < seen: // all nodes are in a beacon at one instant
	case q.early() && q.count >= plca.NoID: // nodes count its turns until they have decoded it
	case decoded > gone, decoded == gone && gone-l.CRSOn >= plca.BeaconDetTimer: // it is decoded before its carrier falls, or then
	case l.commitOff(l.Tail)+q.beaten <= decoded: // a beacon is decoded at all
	case endCode+l.Tail+l.Tx+l.CRSOff+2*l.MII > mayLose: // after COMMIT that no frame followed, the next one is whole
	case span+endCode+l.Tail+l.RxOff >= shortest: // a frame arrives before the next is over
	default:
		return true
	}
	return false
}

// decoded returns when a node decodes a beacon that began at an instant.
func (q *quick) decoded(b phy.Time, i int32) phy.Time {
	return b + q.latency.Tx + q.distance(i, q.head) + q.latency.commitOn()
}

// early reports whether nodes may not have decoded a beacon in which the bus becomes quick, or ends to be that.
func (q *quick) early() bool { return q.insync == q.beaten+q.latency.Tx+q.latency.CRSOff }

// up rounds a time up to a multiple of a period, which may be 0.
func up(t, period phy.Time) phy.Time {
	if period == 0 {
		return t
	}
	return (t + period - 1) / period * period
}
