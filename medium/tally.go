package medium

// Tally is what a run has come to so far, as far as it is cheap to ask for at any instant:
// counts, the warm-up left out, and what waits now. The names are those of [Medium].
type Tally struct {
	FramesOffered, FramesSent, FramesDelivered, FramesDropped uint64
	Attempts, Collisions                                      uint64
	FramesQueued                                              uint64  // now
	Bits                                                      float64 // that throughput is the rate of
}

// Tallier is a network that can be asked often: of others, [TallyOf] makes a tally of all
// their figures.
type Tallier interface{ Tally() Tally }

// TallyOf gives the tally of a network.
func TallyOf(n Network) Tally {
	if t, ok := n.(Tallier); ok {
		return t.Tally()
	}
	r := n.Result()
	m := &r.Medium
	return Tally{
		FramesOffered: m.FramesOffered, FramesSent: m.FramesSent, FramesDelivered: m.FramesDelivered, FramesDropped: m.FramesDropped,
		Attempts: m.Attempts, Collisions: m.Collisions, FramesQueued: m.FramesQueued, Bits: float64(m.Throughput * r.SimulatedBits),
	}
}
