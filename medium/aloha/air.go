package aloha

import (
	"github.com/csmacd/csmacd/medium/internal/crowd"
	"github.com/csmacd/csmacd/phy"
)

// air is the state of the current transmissions.
type air struct {
	slot  []sender // the senders of the current slot
	clean sender   // on the pure channel, the current sender if it has met no other

	under int      // number of frames being sent
	since phy.Time // when the current slot or busy period began
	met   bool     // two of its frames have overlapped
}

// nobody is the absence of a sender.
var nobody = sender{client: -1}

// startInSlot begins a transmission in the slot that begins now.
func (n *channel) startInSlot(s sender) {
	if len(n.air.slot) == 0 {
		n.Due.Push(crowd.Entry{At: n.At(n.config.Frame), Place: crowd.PlaceOf(ended, 0)})
	}
	n.begin(s)
	n.air.slot = append(n.air.slot, s)
}

// endSlot ends a slot in which there were transmissions.
func (n *channel) endSlot() {
	senders := n.air.slot
	n.air.slot = senders[:0] // they are settled before the next slot fills the list
	n.finish(len(senders))
	for _, s := range senders {
		n.settle(s, len(senders) == 1)
	}
}

// startFrame begins a transmission on the pure channel.
func (n *channel) startFrame(s sender) {
	if n.air.clean = nobody; n.air.under == 0 {
		n.air.clean = s
	}
	n.begin(s)
	n.push(n.At(n.config.Frame), ended, s, false)
}

// endFrame ends a transmission on the pure channel. At one instant ends come before starts, so that
// frames that only touch do not overlap.
func (n *channel) endFrame(s sender) {
	ok := n.air.clean == s
	if ok {
		n.air.clean = nobody
	}
	n.finish(1)
	n.settle(s, ok)
}

// begin begins a transmission. A collision is counted when two transmissions first overlap, because
// a busy period may never end.
func (n *channel) begin(s sender) {
	a := &n.air
	switch {
	case a.under == 0:
		a.since, a.met = n.Now(), false
	case !a.met:
		a.met = true
		n.Collisions++
	}
	a.under++
	n.take(s)
	n.Attempt(s.client)
	n.put(s)
}

// finish ends a number of transmissions, and with the last one the busy period.
func (n *channel) finish(frames int) {
	success, collision := n.taken()
	if n.air.under -= frames; n.air.under == 0 {
		n.Success, n.Collision = success, collision
	}
}

// taken returns the time that the channel was busy, including the current busy period so far.
func (n *channel) taken() (success, collision phy.Time) {
	success, collision = n.Success, n.Collision
	if n.air.under == 0 {
		return success, collision
	}
	busy := n.Now() - max(n.air.since, n.Since())
	if n.air.met {
		return success, collision + busy
	}
	return success + busy, collision
}
