package t1s

import (
	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/noise"
)

// A fault takes effect on what begins after it. What is on the line remains as it is, up to its end in silence: a
// COMMIT and the frame that follows it are one transmission.

// lack is the reason for which a node does not hear what another one sends.
type lack uint8

const (
	heard    lack = iota
	deafness      // the node is deaf: it sees collisions all the same
	nothing       // it does not get there: the sender is mute, or the line is shorted, or cut between them
)

// lacks returns whether a node does not hear what another one sends now.
func (t *tap) lacks(source int32) lack {
	if t.unheard == nil {
		return heard
	}
	return t.unheard[source]
}

// isUnheard finds out whether a node does not hear an element that begins at its tap, and keeps that. What goes on
// is heard as it was.
func (n *Network) isUnheard(j, source int32, e *element, goesOn bool) bool {
	x := &n.nodes[j]
	t := &x.tap
	why := heard
	switch {
	case goesOn:
		why = t.lacks(source)
	case e.mute || n.cut && (x.pos <= n.cutAt) != (n.nodes[source].pos <= n.cutAt):
		why = nothing
	case x.deaf && source != j:
		why = deafness
	}
	if t.unheard == nil && why == heard {
		return false
	}
	if t.unheard == nil {
		t.unheard = make([]lack, len(n.nodes))
	}
	if t.unheard[source] = why; why == deafness {
		t.deaf++
	}
	return why != heard
}

// endUnheard ends an element that a node has not heard. What goes on keeps its lack.
func (n *Network) endUnheard(t *tap, source int32, k uint32) {
	if t.unheard[source] == deafness {
		t.deaf--
	}
	n.leave(k)
}

// setErrors sets the bit errors of the line from now on.
func (n *Network) setErrors(e medium.Errors) {
	if n.noise == nil {
		n.noise = noise.New(n.seed, n.segment, noise.Forth, plca.Bit)
	}
	n.noise.Set(n.now, e)
}

// faultless reports whether no fault of the line or of a node holds.
func (n *Network) faultless() bool {
	for i := range n.nodes {
		if x := &n.nodes[i]; x.deaf || x.mute || x.blind {
			return false
		}
	}
	return !n.cut && !n.short && n.noise == nil && n.lossOf == 0
}
