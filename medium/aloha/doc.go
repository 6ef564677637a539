// Package aloha simulates a channel without carrier sense: a user that has a frame sends it, and
// frames that overlap destroy each other completely (there is no capture).
//
//	net, err := aloha.New(aloha.Config{
//		Slotted: true, Frame: 100 * phy.Millisecond,
//		Groups: []aloha.Group{{
//			Group: medium.Group{Names: []string{"u1", "u2", "u3"}, Policy: backoff.Uniform(20)}, S: 0.1,
//		}},
//	})
//	err = net.Run(1000 * phy.Second)
//	fmt.Println(net.Result().Medium.Throughput)
//
// On the pure channel (N. Abramson, The ALOHA system, AFIPS 1970) a frame begins at any instant.
// Frames that share more than an instant collide; frames that only touch do not. On the slotted
// channel (L. G. Roberts, 1972) a frame begins at the beginning of a slot and takes the whole slot.
// Frames of the same slot collide.
//
// The number of users is finite or unlimited. One of a finite number is idle or has one frame, and
// makes no other until that one is sent (S. S. Lam, Packet switching in a multi-access broadcast
// channel, 1974). An idle user makes a frame with probability S in each slot, and sends it in that
// slot; or it makes one after an exponential time. The frames of an unlimited number of users form
// a Poisson process; each is of a user of its own.
//
// The user, and on success the destination, knows the outcome of a frame a time Feedback after its
// end (Lam's R). On a satellite channel that is the round trip. The frame's delay includes it. A
// frame that collided is sent again after the delay of the policy, counted from then. If R is 0, a
// delay of 0 slots is the next slot, and a delay drawn from 0 to K-1 is Lam's "uniform over K
// slots". On the slotted channel a frame that becomes ready within a slot is sent at the beginning
// of the next.
//
// The backlog is the number of users whose frame has collided and is not sent yet: Lam's state n.
// Times are in picoseconds ([phy.Time]); the unit of the policies' delays is a slot unless a group
// sets its own.
package aloha
