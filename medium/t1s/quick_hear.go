package t1s

import (
	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/phy"
)

// heardData is a frame as the MACs of a quick bus hear it: from when on at its sender's place, and until when.
type heardData struct {
	from       int32
	rise, fall phy.Time // on the line; the end of the carrier
}

// at returns when a MAC is told that there is carrier, and that there is none.
func (d *heardData) at(q *quick, i int32) (rise, fall phy.Time) {
	way := q.distance(i, d.from)
	return d.rise + way + q.latency.RxOn, d.fall + way
}

// foreign reports whether it is a frame of another node.
func (d *heardData) foreign(i int32) bool { return d.from >= 0 && d.from != i }

// heed makes a MAC that waits see the carrier of others.
func (n *Network) heed(i int32) {
	x := &n.nodes[i]
	if x.quick.alert {
		return
	}
	q := &n.quick
	x.quick.alert = true
	q.alert = append(q.alert, i)
	n.expectCarrier(i, &q.before)
	n.expectCarrier(i, &q.last)
}

// expectCarrier makes a MAC look when the carrier of a frame comes, and when it ends.
func (n *Network) expectCarrier(i int32, d *heardData) {
	if !d.foreign(i) {
		return
	}
	rise, fall := d.at(&n.quick, i)
	if rise >= n.now {
		n.push(rise, showing, i, hear, 0, 0)
	}
	if fall >= n.now && d.fall < phy.Forever {
		n.push(fall, showing, i, hear, 0, 0)
	}
}

// hearAll makes all MACs that wait look when the carrier of the last frame comes, or ends.
func (n *Network) hearAll() {
	q := &n.quick
	list := q.alert[:0]
	for _, i := range q.alert {
		if !n.nodes[i].quick.alert {
			continue
		}
		list = append(list, i)
		if !q.last.foreign(i) {
			continue
		}
		at, fall := q.last.at(q, i)
		if q.last.fall < phy.Forever {
			at = fall
		}
		if at > n.now {
			n.push(at, showing, i, hear, 0, 0)
		} else {
			n.look(i)
		}
	}
	q.alert = list
}

// look makes a MAC that waits hear the carrier of now.
func (n *Network) look(i int32) {
	if x := &n.nodes[i]; x.quick.alert && x.quick.state == plca.Idle {
		n.hear(i, n.now)
		if x.state == waiting {
			n.planStart(i)
		}
	}
}

// hear makes a MAC that did not look know the carrier that it was told until an instant.
func (n *Network) hear(i int32, last phy.Time) {
	q := &n.quick
	st := &n.nodes[i].station
	if n.nodes[i].quick.state != plca.Idle || st.busy && st.own {
		return
	}
	for _, d := range [...]*heardData{&q.before, &q.last} {
		if !d.foreign(i) {
			continue
		}
		switch rise, fall := d.at(q, i); {
		case rise > last:
		case fall > last:
			if !st.busy {
				st.busy, st.own, st.rise = true, false, rise
			}
		case fall > st.past.Fall():
			st.busy = false
			st.past.Sense(&st.rules.Params, rise, fall)
		}
	}
}
