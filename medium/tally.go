package medium

import (
	"math"

	"github.com/csmacd/csmacd/phy"
)

// Tally holds the counts of a run so far, without the warm-up, and the frames that wait now. It is
// cheap to get at any instant. The names are those of [Medium].
type Tally struct {
	FramesOffered, FramesSent, FramesDelivered, FramesDropped uint64
	Attempts, Collisions                                      uint64
	FramesQueued                                              uint64   // at this instant
	Carried                                                   phy.Time // the time taken to send the bits of the delivered frames; throughput is its rate
}

// Tallier is a network that computes a [Tally] quickly. For others [TallyOf] makes one of all their
// figures.
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

// Counts returns the counts of a result as a tally, without Carried.
func Counts(r *Result) Tally {
	m := &r.Medium
	return Tally{
		FramesOffered: m.FramesOffered, FramesSent: m.FramesSent, FramesDelivered: m.FramesDelivered, FramesDropped: m.FramesDropped,
		Attempts: m.Attempts, Collisions: m.Collisions, FramesQueued: m.FramesQueued,
	}
}

// Placer is a network that reports when the bits of delivered frames were sent. A tally counts a
// frame at the instant at which it is delivered, but its bits were on the medium before. A frame
// that is being sent at the instant of a tally has to be divided between the time before and the
// time after.
type Placer interface {
	// EachPlaced calls f for each frame delivered from now on that was being sent, or was on its
	// way, when a tally was taken. Its bits were sent in [from, until). Frames that were sent and
	// delivered between two tallies may be left out.
	EachPlaced(f func(from, until phy.Time))
	// Placed returns an instant after which the bits of every frame that may still be
	// delivered were or will be sent. It is valid right after a tally.
	Placed() phy.Time
}
