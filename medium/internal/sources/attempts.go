package sources

import (
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/phy"
)

// Attempts says what follows from a station's rules about when it may send what it has queued.
type Attempts struct {
	*mac.Params
	Table bool // its policy is a table, and never gives up
}

// Left returns how many more attempts of a frame there are at least, after some collisions.
func (a Attempts) Left(collisions int) int {
	if !a.Table || a.LateDiscard {
		return 1 // any collision may be the last
	}
	return a.AttemptLimit - collisions
}

// UntilNext returns a time that is at least between the first of the last attempts of a frame and
// that of the frame behind it: it is sent, or all of them collide.
func (a Attempts) UntilNext(size, attempts int) phy.Time {
	sent := a.Duration(size)
	_, cut := a.JamAfter(0, 0)
	cut = min(cut, sent)
	return min(sent, cut+phy.Time(max(0, attempts-1))*(cut+a.RetryGap())) + a.NextGap()
}

// NextGap returns a time that is at least between the end of a transmission and the next start of its
// station, for another frame, and RetryGap for the same one.
func (a Attempts) NextGap() phy.Time {
	if a.NoCarrierSense {
		return 0
	}
	return a.Gap
}

// RetryGap is explained at NextGap.
func (a Attempts) RetryGap() phy.Time {
	if a.NoCarrierSense || !a.GapAfterBackoff {
		return a.NextGap()
	}
	return a.FreshFrom(a.Gap)
}
