package aloha

import (
	"github.com/csmacd/csmacd/medium/internal/crowd"
	"github.com/csmacd/csmacd/phy"
)

// air is what is being sent.
type air struct {
	slot  []sender // of the slot that runs
	clean sender   // on the pure channel, the only one under way that has met no other

	under int      // the frames under way
	since phy.Time // when the slot, or the busy period, began that they are in
	met   bool     // two of it have met
}

// nobody is no sender.
var nobody = sender{client: -1}

// startInSlot begins a transmission in the slot that begins now.
func (n *channel) startInSlot(s sender) {
	if len(n.air.slot) == 0 {
		n.Due.Push(crowd.Entry{At: n.At(n.config.Frame), Place: crowd.PlaceOf(ended, 0)})
	}
	n.begin(s)
	n.air.slot = append(n.air.slot, s)
}

// endSlot ends a slot in which somebody has sent.
func (n *channel) endSlot() {
	senders := n.air.slot
	n.air.slot = senders[:0] // they are settled before the next slot fills it
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

// endFrame ends a transmission on the pure channel. At one instant ends come before
// starts, so that frames that only touch have not met.
func (n *channel) endFrame(s sender) {
	ok := n.air.clean == s
	if ok {
		n.air.clean = nobody
	}
	n.finish(1)
	n.settle(s, ok)
}

// begin begins a transmission. A collision is counted as two first meet: it may never let up.
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

// finish ends so many transmissions, and with the last one the time that they took up.
func (n *channel) finish(frames int) {
	success, collision := n.taken()
	if n.air.under -= frames; n.air.under == 0 {
		n.Success, n.Collision = success, collision
	}
}

// taken returns the time that the channel was taken up, what is under way as far as it has
// come.
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
