package medium

import (
	"math"

	"github.com/csmacd/csmacd/phy"
)

// Tally is what a run has come to so far, as far as it is cheap to ask for at any instant:
// counts, the warm-up left out, and what waits now. The names are those of [Medium].
type Tally struct {
	FramesOffered, FramesSent, FramesDelivered, FramesDropped uint64
	Attempts, Collisions                                      uint64
	FramesQueued                                              uint64   // now
	Carried                                                   phy.Time // how long the bits of the frames delivered took to send; throughput is its rate
}

// Tallier is a network that can be asked often: of others, [TallyOf] makes a tally of all
// their figures.
type Tallier interface{ Tally() Tally }

// TallyOf returns the tally of a network.
func TallyOf(n Network) Tally {
	if t, ok := n.(Tallier); ok {
		return t.Tally()
	}
	r := n.Result()
	t := Counts(r)
	t.Carried = phy.Time(math.Round(float64(r.Medium.Throughput * float64(r.SimulatedPs))))
	return t
}

// Counts returns the counts of a result as a tally, without what was carried.
func Counts(r *Result) Tally {
	m := &r.Medium
	return Tally{
		FramesOffered: m.FramesOffered, FramesSent: m.FramesSent, FramesDelivered: m.FramesDelivered, FramesDropped: m.FramesDropped,
		Attempts: m.Attempts, Collisions: m.Collisions, FramesQueued: m.FramesQueued,
	}
}

// Placer is a network that says when the bits of delivered frames were sent. A tally counts a
// frame at the instant at which it is delivered, but its bits were on the medium before that,
// so that a frame which is being sent at the instant of a tally has to be shared out between
// what came before and what comes after.
type Placer interface {
	// EachPlaced has f called for each frame delivered from now on that was being sent, or was
	// on its way, when a tally was taken: its bits were sent in [from, until). Frames that
	// were sent and delivered between two tallies may be left out.
	EachPlaced(f func(from, until phy.Time))
	// Placed returns the instant before which no frame lies that may still be delivered. It
	// is to be asked right after a tally.
	Placed() phy.Time
}
