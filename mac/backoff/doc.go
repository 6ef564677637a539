// Package backoff holds policies: how long a sender waits after its n-th failure
// before it tries again, and when it gives up.
//
// A policy is immutable and shared by any number of senders; each sender owns its
// [State] and its stream of random numbers, a [Rand]. The policies of a slotted
// line are integer arithmetic on the number of the attempt alone: such a policy is
// a [Table] of windows, and its [Table.Draw] is the hot path of a simulation,
// without allocation, interface call or division.
//
//	beb := backoff.BEB(10)                  // IEEE 802.3 4.2.3.2.5
//	rng := backoff.NewRand(1, "A", "backoff")
//	slots := beb.Draw(3, &rng)              // 0 <= slots < 8
package backoff
