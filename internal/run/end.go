package run

import (
	"fmt"
	"strings"

	"github.com/csmacd/csmacd/medium"
)

// Reached reports whether one of the conditions that may end a run holds.
func Reached(u medium.Until, m *medium.Medium) bool {
	return u.Idle || u.Reached(m.FramesSent, m.FramesDelivered, m.Collisions)
}

// Progress says how far the conditions on counts are met, such as "3 of 10 frames_delivered". Without such conditions it returns "".
func Progress(u medium.Until, m *medium.Medium) string {
	var list []string
	for _, c := range []struct {
		key         string
		count, goal uint64
	}{{"frames_sent", m.FramesSent, u.FramesSent}, {"frames_delivered", m.FramesDelivered, u.FramesDelivered}, {"collisions", m.Collisions, u.Collisions}} {
		if c.goal > 0 {
			list = append(list, fmt.Sprintf("%d of %d %s", c.count, c.goal, c.key))
		}
	}
	return strings.Join(list, ", ")
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
