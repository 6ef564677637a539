package t1s

import (
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// quiet is what a network knows about silence. Between two signals each node counts turns by itself, whatever
// its latencies and timers are: these turns are arithmetic. A cycle that nobody uses and that ends in the
// state in which it began repeats until something happens.
type quiet struct {
	stirring int32    // a node that was not silent when the network looked last
	vain     phy.Time // there was nothing to pass over up to this instant
	passes   int
	jumps    int

	cycles
}

// passSilence passes over turns in which nothing happens, before an instant.
func (n *Network) passSilence(until phy.Time) {
	next, other := n.alarms.next(), min(until, n.agenda.next())
	if n.stepped || next >= other || next <= max(n.agenda.past, n.silence.vain) || len(n.stirred) > 0 || n.watch.yields {
		return
	}
	now := n.now
	n.now = n.agenda.past // nothing has happened since
	n.passTurns(next, other)
	n.now = now
}

// passTurns passes over turns that begin from the instant next on and before something else happens.
func (n *Network) passTurns(next, other phy.Time) {
	q := &n.silence
	if _, ok := n.silent(q.stirring); !ok {
		return
	}
	idle := n.holding == 0 && n.active == 0 && n.share.beaten && n.lossOf == 0 && !n.watch.kinds.Has(medium.Beacon)
	limit := phy.Forever
	for i := range int32(len(n.nodes)) {
		at, ok := n.silent(i)
		if !ok {
			q.stirring = i
			return
		}
		limit = min(limit, at)
		if idle && !n.nodes[i].off {
			_, idle = n.rests(i)
		}
	}
	if limit <= next && !idle {
		q.vain = next + n.span // other nodes see the same a little later
		return
	}
	shift := phy.Time(0)
	if idle {
		shift = n.repeat(other)
	}
	if limit = min(limit+shift, other); limit <= next && shift == 0 {
		return
	}
	q.passes++
	for i := range int32(len(n.nodes)) {
		x := &n.nodes[i]
		x.sub.Pass(limit, &x.params)
		in := n.inputs(i)
		n.wakeAt(i, x.sub.Wake(n.now, &x.params, &in))
	}
}

// silent reports whether nothing is on the line at a node. It returns an instant before which the node counts
// turns alone.
func (n *Network) silent(i int32) (until phy.Time, ok bool) {
	x := &n.nodes[i]
	if !x.tap.silent() || x.cmd != x.sub.Control.Cmd {
		return 0, false
	}
	in := n.inputs(i)
	return x.sub.Silence(n.now, &x.params, &in)
}

// silent reports whether a PHY shows no signal, and will show none of what has been on the line.
func (t *tap) silent() bool {
	return t.live+t.deaf == 0 && !t.reset && t.crs.over() && t.col.over() && t.dv.over() && t.cmds[0].over() && t.cmds[1].over()
}

func (s *signal) over() bool { return s.count == 0 && s.first == len(s.waiting) }
