package aloha

import (
	"math"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium/internal/crowd"
	"github.com/csmacd/csmacd/phy"
)

// idle schedules the next frame of a user without a frame. A trial of probability S in each slot
// first succeeds after a geometric number of slots, so that slots without a success cost nothing.
func (n *channel) idle(i int32) {
	u, g := &n.users[i], &n.groups[n.Client(i).Group()]
	from, unit := n.Now(), g.mean
	var wait float64
	var none bool
	if g.slots == nil {
		wait = n.exponential(u)
		none = math.IsNaN(wait)
	} else {
		from, unit = n.opening(from), n.config.Frame
		wait, none = g.slots.Next(&u.state, &u.stream)
	}
	if none { // recorded draws have run out
		n.Undrawn(i)
		return
	}
	if t := crowd.Times(wait, unit); t < phy.Forever-from {
		n.push(from+t, arrival, sender{client: i}, false)
	}
}

// exponential draws an exponential number of mean 1.
func (n *channel) exponential(u *user) float64 {
	if d := n.Draws(); d != nil {
		return -backoff.Log(1 - d.Uniform(0, 1))
	}
	return u.stream.Exponential()
}

// arrive makes the frame of a user.
func (n *channel) arrive(i int32) {
	n.Offer(i)
	s := sender{client: i}
	if n.groups[n.Client(i).Group()].endless {
		s.work = n.many.add(n.Part(i))
		n.users[i].held++
		n.idle(i)
	}
	n.push(n.opening(n.Now()), start, s, false)
}
