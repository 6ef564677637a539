package aloha

import (
	"github.com/csmacd/csmacd/medium/internal/crowd"
	"github.com/csmacd/csmacd/phy"
)

// air is what is being sent.
type air struct {
	slot []sender // of the slot that runs

	under int      // the frames under way on the pure channel
	clean sender   // the only one of them that has met no other
	since phy.Time // when the busy period began that they are in
	met   bool     // two of it have met
}

// nobody is no sender.
var nobody = sender{client: -1}

// startInSlot begins a transmission in the slot that begins now.
func (n *Network) startInSlot(s sender) {
	if len(n.air.slot) == 0 {
		n.Due.Push(crowd.Entry{At: n.At(n.config.Frame), Place: crowd.PlaceOf(ended, 0)})
	}
	n.take(s)
	n.Attempt(s.client)
	n.put(s)
	n.air.slot = append(n.air.slot, s)
}

// endSlot ends a slot in which somebody has sent.
func (n *Network) endSlot() {
	senders := n.air.slot
	n.air.slot = senders[:0] // they are settled before the next slot fills it
	n.took(n.Now()-n.config.Frame, len(senders) > 1)
	for _, s := range senders {
		n.settle(s, len(senders) == 1)
	}
}

// startFrame begins a transmission on the pure channel.
func (n *Network) startFrame(s sender) {
	a := &n.air
	if a.clean = nobody; a.under == 0 {
		a.clean, a.since, a.met = s, n.Now(), false
	} else {
		a.met = true
	}
	a.under++
	n.take(s)
	n.Attempt(s.client)
	n.put(s)
	n.push(n.At(n.config.Frame), ended, s, false)
}

// endFrame ends a transmission on the pure channel. At one instant ends come before
// starts, so that frames that only touch have not met.
func (n *Network) endFrame(s sender) {
	a := &n.air
	ok := a.clean == s
	if ok {
		a.clean = nobody
	}
	if a.under--; a.under == 0 {
		n.took(a.since, a.met)
	}
	n.settle(s, ok)
}

// took counts the time that the channel was taken up, until now.
func (n *Network) took(from phy.Time, collided bool) {
	busy := n.Now() - max(from, n.Since())
	if !collided {
		n.Success += busy
		return
	}
	n.Collision += busy
	n.Collisions++
}
