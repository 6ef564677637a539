// Package backoff holds policies: how long a sender waits after its n-th failure before it tries
// again, and when it gives up.
//
// A policy is immutable, and any number of senders may share it. Each sender owns its [State] and
// its stream of random numbers, a [Rand].
//
// The policies of a slotted line depend on the number of the failure alone and use integer
// arithmetic. Such a policy is a [Table] of windows. [Table.Draw] is the hot path of a simulation:
// it needs no allocation, interface call or division.
//
//	beb := backoff.BEB(10)                  // IEEE 802.3 4.2.3.2.5
//	rng := backoff.NewRand(1, "A", "backoff")
//	slots := beb.Draw(3, &rng)              // 0 <= slots < 8
//
// [NewTable] makes a table of windows of your own. The other policies, among them those of retries
// in distributed systems, return a delay in any unit, which the caller chooses. All policies are
// used in the same way, by [Policy.Next]:
//
//	p := backoff.FullJitter(backoff.Growth{Base: 0.1, Factor: 2, Cap: 30}) // in seconds
//	s := backoff.State{}
//	for s.Attempt = 1; ; s.Attempt++ { // each time the work has failed
//		delay, stop := p.Next(&s, &rng)
//		...
//	}
//
// A delay is between 0 and [MaxDelay], whatever the parameters and the state. No result depends on
// the platform ([Pow], [Rand.Normal]). A program may supply the draws in place of the stream
// ([Draws], [Recorded]).
//
// Package [github.com/csmacd/csmacd/mac/backoff/retry] retries operations of a program by these
// policies.
package backoff
