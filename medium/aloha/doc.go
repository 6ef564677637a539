// Package aloha is a channel without carrier sense: whoever has a frame sends it, and
// frames that overlap destroy each other, wholly (there is no capture).
//
// On the pure channel (N. Abramson, The ALOHA system, AFIPS 1970) a frame begins at any
// instant; frames that share more than an instant collide, and those that only touch do
// not. On the slotted one (L. G. Roberts, 1972) a frame begins with a slot and takes the
// whole of it; frames of the same slot collide.
//
// Users are either so many, or no end of them. One of many is idle, or has one frame,
// and makes no other until that is through (S. S. Lam, Packet switching in a multi-access
// broadcast channel, 1974). Idle, it makes a frame with probability S in each slot, sent in
// that slot; or after an exponential time. Of no end of users frames come by a Poisson
// process, each of a user of its own.
//
// What became of a frame is known to its user, and in the case of success to whom it is for,
// Feedback after its end (Lam's R): on a satellite channel that is the round trip. Its
// delay counts that. A frame that collided is sent again after the delay that its policy
// says, counted from then: where R is 0, a delay of 0 slots is the next slot, and one drawn
// from 0 to K-1 is Lam's "uniform over K slots". The slotted channel sends what becomes ready
// within a slot at the beginning of the next.
//
// The backlog is the users whose frame has collided and is not through: Lam's state n.
package aloha
