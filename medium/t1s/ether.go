package t1s

import (
	"fmt"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// checkEther returns an error if an address is not one of a station, or is that of another station and no change to come
// could take it away.
func (n *Network) checkEther(c *medium.Change) error {
	if c.Address == (phy.Address{}) || c.Address.Group() {
		return refused("ether: %v is not the address of a station", c.Address)
	}
	if name := n.known.Taken(c, n.changes.All(), n.names); name != "" {
		return refused("ether: the address %v is that of %s", c.Address, name)
	}
	return nil
}

// setEther sets the address of a station.
func (n *Network) setEther(i int32, c *medium.Change) {
	if err := n.known.MoveAndKeep(i, c.Address, n.eachFrame); err != nil {
		n.err = fmt.Errorf("%v at %v: station %q: %w", c.Kind, c.At, c.Station, err)
	}
}

// eachFrame calls f for each frame that is queued or on its way. Frames that a station is to queue later name their
// destination, which keeps them. Those of a port of a bridge have been sent to an address.
func (n *Network) eachFrame(f func(*medium.Frame)) {
	for i := range n.nodes {
		q := &n.nodes[i].queue
		for k := range q.count {
			f(&q.ring[(q.first+k)&(len(q.ring)-1)].frame)
		}
	}
	for k := range n.elements {
		f(&n.elements[k].frame)
	}
	for k := range n.injected {
		if x := &n.injected[k].frame; n.part.Port(x.Source) {
			f(x)
		}
	}
}

// MakeChanges makes the changes of the instant up to which the network has been run, before anything else
// that happens then. Run does so too: it is for a larger network that has to know which addresses there are.
func (n *Network) MakeChanges() {
	if n.err == nil && !n.done && n.agenda.due(n.now, changing) {
		n.again, n.agenda.past = 0, n.now
		n.doDue(n.now, changing)
		n.push(n.now, settling, 0, release, n.nodes[0].turn-1, 0) // of no attempt: the instant is to be processed
	}
}

// Numbered returns the number of frames that a station has queued so far, the warm-up included: the next one has the
// number that follows.
func (n *Network) Numbered(station int) uint32 { return n.nodes[station].sums.Numbered }
