package t1s

import (
	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/phy"
)

// tap is the line at a node, and what its PHY makes of it.
type tap struct {
	present []uint32 // by node: the element of that node that is here now, or 0
	unheard []lack   // by node: whether it is not heard; nil: all are
	deaf    int32    // number of those that the node is deaf to
	live    int32    // number of those that it hears
	sum     int32    // of the numbers of their nodes
	busy    bool
	crowded bool // signals of two nodes or more

	crs, col, dv signal
	cmds         [2]signal // BEACON, COMMIT
	decodes      sort      // beacon or commit, if the PHY decodes that now
	decodesOf    int32     // the node that sends it
	reset        bool      // while the node sends a frame, its receiver is held in reset
	sent         phy.Time  // the start of that frame at the MII
	number       uint32    // counts those frames
	missed       uint32    // the BEACON that the node does not decode

	chain      chain
	receptions receptions
	carrier    bool // as observers know it
}

// chain is a chain of elements that overlap (rule 9).
type chain struct {
	elements int32
	first    uint32   // the first frame, if that is another node's
	framed   bool     // there is a frame
	own      bool     // there is one of the node's own
	start    phy.Time // of the first frame
	end      phy.Time // of what has ended, without tails
	tail     phy.Time // of the last element of the chain before, until this one begins
}

func (t *tap) init(nodes int) {
	t.present = make([]uint32, nodes)
	t.missed = 0
}

// endAt ends what a node has sent, at a tap.
func (n *Network) endAt(j, source int32) {
	t := &n.nodes[j].tap
	k := t.present[source]
	if k == 0 {
		return
	}
	t.present[source] = 0
	if t.lacks(source) != heard {
		n.endUnheard(t, source, k)
		return
	}
	if t.missed == k {
		t.missed = 0
	}
	t.live--
	t.sum -= source
	c := &t.chain
	e := &n.elements[k]
	c.end = max(c.end, n.now-e.tail)
	if k != c.first { // a frame that may be received leaves with its reception
		n.leave(k)
	}
	if t.live == 0 {
		n.endChain(j)
		*c = chain{tail: e.tail}
	}
}

// beginAt begins an element at a tap. goesOn says that it is one transmission with the one before.
func (n *Network) beginAt(j, source int32, k uint32, goesOn bool) {
	t := &n.nodes[j].tap
	e := &n.elements[k]
	t.present[source] = k
	if n.isUnheard(j, source, e, goesOn) {
		return
	}
	t.live++
	t.sum += source
	c := &t.chain
	c.elements++
	c.tail = 0
	if e.sort != data {
		return
	}
	switch {
	case source == j:
		if c.first > 0 && c.start == n.now { // together with the first frame
			n.dropReception(j, c.first)
			c.first = 0
		}
		c.own = true
	case !c.framed:
		c.first = k
	case c.first > 0 && c.start == n.now && source < n.elements[c.first].source: // of several, it is named after the first node
		n.renameReception(j, c.first, k)
		c.first = k
	}
	if !c.framed {
		c.framed, c.start = true, n.now
	}
}

// follow makes the PHY of a node follow the line at its tap.
func (n *Network) follow(j int32) {
	x := &n.nodes[j]
	t := &x.tap
	if busy := t.live > 0; busy != t.busy {
		t.busy = busy
		if busy {
			n.rise(j, crs, n.now+x.latency.CRSOn)
		} else {
			n.fall(j, crs, n.now+x.latency.CRSOff)
		}
	}
	if crowded := t.live+t.deaf > 1; crowded != t.crowded {
		t.crowded = crowded
		if crowded {
			n.rise(j, col, n.now+x.latency.COLOn)
		} else {
			n.fall(j, col, n.now+x.latency.COLOff)
		}
	}
	n.decode(j)
	if c := &t.chain; c.first > 0 && c.start == n.now && !t.receptions.has(c.first) {
		t.receptions.add(reception{element: c.first, start: n.now})
		n.rise(j, dv, n.now+x.latency.RxOn)
	}
}

// decode makes the PHY of a node decode BEACON or COMMIT, if that is all that is on the line.
func (n *Network) decode(j int32) {
	x := &n.nodes[j]
	t := &x.tap
	what, of := silence, int32(0)
	if t.live == 1 && !t.chain.framed {
		of = t.sum
		what = n.elements[t.present[of]].sort
		switch {
		case what == t.decodes:
		case n.ebbs: // it begins when all has ended that ends at this instant: it may end itself, or go on as a frame
			n.alone = append(n.alone, j)
			what = silence
		case what == beacon && of != j && n.misses(j, t.present[of]):
			what = silence
		}
	}
	if what == t.decodes {
		return
	}
	l := &x.latency
	if t.decodes != silence {
		at := n.now + l.commitOff(t.chain.tail)
		if t.decodes == commit && t.live > 0 && t.present[t.decodesOf] > 0 && t.lacks(t.decodesOf) == heard && n.elements[t.present[t.decodesOf]].sort == data {
			at = n.now + max(0, l.RxOn-4*plca.Bit) // the first SSD
		}
		n.fall(j, whichOf(t.decodes), at)
	}
	t.decodes, t.decodesOf = what, of
	if what != silence {
		n.riseOf(j, whichOf(what), n.now+l.commitOn(), what == beacon && of != j)
	}
}

// misses reports whether a node does not decode a BEACON of another one that is alone at its tap. That is drawn when
// it becomes alone.
func (n *Network) misses(j int32, k uint32) bool {
	x := &n.nodes[j]
	t := &x.tap
	if n.lossOf > 0 && t.missed != k && n.loses(&x.loss) {
		t.missed = k
	}
	return t.missed == k
}

func whichOf(s sort) which {
	if s == beacon {
		return decodedBeacon
	}
	return decodedCommit
}

// inputs returns what the machines of a node see now.
func (n *Network) inputs(i int32) plca.Inputs {
	x := &n.nodes[i]
	t := &x.tap
	if x.off {
		return plca.Inputs{MCD: true}
	}
	in := plca.Inputs{CRS: t.crs.on(), COL: t.col.on() && !x.blind && !x.mute, TXEN: x.txen, MCD: true, Clock: x.latency.MII}
	if !t.reset {
		in.RXDV = t.dv.on()
		switch {
		case t.cmds[0].on():
			in.RXCmd = plca.Beacon
		case t.cmds[1].on():
			in.RXCmd = plca.Commit
		}
	}
	if c := in.Clock; c > 0 {
		edge := n.edgeAfter(x, n.now)
		if in.MCD = edge == n.now; in.MCD {
			edge += c
		}
		in.Edge = edge
	}
	return in
}
