package domain

import (
	"fmt"

	"github.com/csmacd/csmacd/medium"
)

// setEther sets the address of a station. A frame keeps the address that it was sent to: what was queued for
// the station before is for nobody now, and what was for the new address is for the station.
func (n *Network) setEther(i int32, c *medium.Change) {
	if n.known.Address(i) == c.Address {
		return
	}
	found := n.known.Destination(c.Address)
	old, err := n.known.Move(i, c.Address)
	if err != nil {
		n.err = fmt.Errorf("%v at %v: station %q: %w", c.Kind, c.At, c.Station, err)
		return
	}
	left := n.known.Destination(old)
	n.eachFrame(func(f *medium.Frame) {
		switch {
		case f.Number == 0: // not a frame
		case f.Destination == i:
			f.Destination = left
		case f.Destination == found:
			f.Destination = i
		}
	})
}

// eachFrame calls f for each record of a frame that is queued or on its way.
func (n *Network) eachFrame(f func(*medium.Frame)) {
	for i := range n.stations { // frames injected for a later instant name their station, and keep it
		st := &n.stations[i]
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
