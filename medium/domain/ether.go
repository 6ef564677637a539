package domain

import (
	"fmt"

	"github.com/csmacd/csmacd/medium"
)

// setEther sets the address of a station. It receives frames for that address whose ends are still to arrive, even if
// another station had the address when they ended, and has received them.
func (n *Network) setEther(i int32, c *medium.Change) {
	if n.known.Address(i) == c.Address {
		return
	}
	if err := n.known.MoveAndKeep(i, c.Address, n.eachFrame); err != nil {
		n.err = fmt.Errorf("%v at %v: station %q: %w", c.Kind, c.At, c.Station, err)
	}
	for _, k := range n.channels[n.stations[i].channel].signals {
		s := n.at(k)
		if !s.ended || s.jammed || s.frame.Destination != i || !n.hears(s, i) {
			continue
		}
		if arrives := s.end + n.distance(i, s); arrives >= n.now {
			n.faulty(i)
			n.pool.hold(k)
			n.inFlight++
			n.push(arrives, recognition, i, k)
		}
	}
}

// recognizeLate is for a station that has taken the address of a signal's frame while the end was on its way, and that
// it reaches now. It may have left the address since.
func (n *Network) recognizeLate(i int32, k uint32) {
	n.inFlight--
	f := n.at(k).frame
	if f.Destination == i && n.receiveFor(i, k) {
		for k := range n.flights { // the signal may have been judged
			if x := &n.flights[k]; x.taken && !x.decided && x.frame.Source == f.Source && x.frame.Number == f.Number {
				x.got++
				x.last = n.now
				n.conclude(x, true)
			}
		}
	}
	n.pool.drop(k)
}

// checkEther returns an error if another station has the address, and no change to come could take it away.
func (n *Network) checkEther(c *medium.Change) error {
	if name := n.known.Taken(c, n.changes.All(), n.names); name != "" {
		return refused("ether: the address %v is that of %s", c.Address, name)
	}
	return nil
}

// Numbered returns the number of frames that a station has queued so far, the warm-up included: the next one has the
// number that follows.
func (n *Network) Numbered(station int) uint32 {
	n.catchUp()
	return n.stations[station].sums.Numbered
}

// eachFrame calls f for each record of a frame that is queued or on its way. Frames that a station is to queue later
// name their destination, which keeps them. Those of a port of a bridge have been sent to an address.
func (n *Network) eachFrame(f func(*medium.Frame)) {
	for k := range n.queue.frames {
		if x := &n.queue.frames[k].frame; n.part.Port(x.Source) {
			f(x)
		}
	}
	for i := range n.stations {
		st := &n.stations[i]
		if n.part.Port(int32(i)) {
			continue
		}
		for k, place := int32(0), st.tail; k < st.queued; k++ {
			q := &n.queue.frames[place]
			f(&q.frame)
			place = q.next
		}
	}
	for k := range n.flights {
		f(&n.flights[k].frame)
	}
	for k := range n.pool.signals {
		f(&n.pool.signals[k].frame)
	}
	for k := range n.repeaters {
		f(&n.repeaters[k].frame)
	}
	for k := range n.ports {
		f(&n.ports[k].chain.frame)
		f(&n.ports[k].risen.frame)
	}
	for k := range n.stations {
		f(&n.stations[k].tap.reception.frame)
	}
	for k := range n.watch.heard {
		f(&n.watch.heard[k].heard.frame)
	}
}
