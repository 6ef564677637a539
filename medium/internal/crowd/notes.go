package crowd

import (
	"fmt"

	"github.com/csmacd/csmacd/medium"
)

// censored notes what percentiles of delays leave out: they are of the work that is done, and where more than one
// in a hundred pieces is not, the slowest are not among them.
func censored(m *medium.Medium) []string {
	if !medium.Censored(float64(m.FramesSent), float64(m.FramesQueued+m.FramesDropped)) {
		return nil
	}
	return []string{fmt.Sprintf("delay_us and access_delay_us are of the %d done: %d under way at the end and %d given up are in no percentile", m.FramesSent, m.FramesQueued, m.FramesDropped)}
}
