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
//
// The other policies, those of retries in distributed systems among them, give a delay of any
// number of units. Every policy is used alike, by [Policy.Next]:
//
//	p := backoff.FullJitter(backoff.Growth{Base: 0.1, Factor: 2, Cap: 30}) // in seconds, say
//	s := backoff.State{}
//	for s.Attempt = 1; ; s.Attempt++ { // each time the work has failed
//		delay, stop := p.Next(&s, &rng)
//		...
//	}
//
// Delays lie from 0 to [MaxDelay], whatever the parameters and the state; nothing that a
// policy computes depends on the platform ([Pow], [Rand.Normal]). Draws can be given in place
// of the stream ([Draws], [Recorded]).
package backoff
