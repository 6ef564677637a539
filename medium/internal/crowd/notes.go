package crowd

import (
	"fmt"

	"github.com/csmacd/csmacd/medium"
)

// censored returns a note about the work that percentiles of delays leave out. They include only
// work that is done. If more than one in a hundred pieces is not done, the slowest are missing.
func censored(m *medium.Medium) []string {
	if !medium.Censored(float64(m.FramesSent), float64(m.FramesQueued+m.FramesDropped)) {
		return nil
	}
	return []string{fmt.Sprintf("delay_us and access_delay_us are of the %d done: %d under way at the end and %d given up are in no percentile", m.FramesSent, m.FramesQueued, m.FramesDropped)}
}
