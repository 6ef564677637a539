package run

import "github.com/csmacd/csmacd/medium"

// Reached reports whether one of the conditions that may end a run holds.
func Reached(u medium.Until, m *medium.Medium) bool {
	return u.Idle || u.Reached(m.FramesSent, m.FramesDelivered, m.Collisions)
}

// Unmeasured reports whether everything in a run happened during its warm-up. It returns false
// for a run that its backlog ended there, or whose channel was lost: the summary says so.
func Unmeasured(r *medium.Result) bool {
	m := &r.Medium
	if m.Aloha != nil && m.FirstExitUs+m.LostUs > 0 {
		return false
	}
	return r.WarmupPs > 0 && (r.SimulatedPs == 0 || m.FramesOffered+m.FramesSent+m.FramesDropped+m.FramesQueued+m.Attempts == 0)
}
