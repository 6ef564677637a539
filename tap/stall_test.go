package tap

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/csmacd/csmacd/phy"
)

// The same where the process is stopped within a step, and not while it waits for one.
func TestAStallWithinAStepIsTimeLost(t *testing.T) {
	for name, sent := range map[string]int{"frames on the cable": 2, "an idle cable": 0} {
		t.Run(name, func(t *testing.T) {
			var b *bench
			stopped := false
			b = onBench(t, cable(0, 30), 2, Options{Turn: func() {
				if !stopped && b.live.net.Now() > 20*phy.Microsecond {
					stopped = true
					b.clock.now += 5 * time.Second
				}
			}})
			for range sent {
				b.desks[0].sent = append(b.desks[0].sent, frameFor(addressB, addressA, 60))
			}
			b.run(300 * phy.Millisecond)
			f := b.live.Figures()
			assert.Equal(t, uint64(1), f.Stalls)
			assert.InDelta(t, 5, f.Behind, 0.11)
			assert.InDelta(t, 5.3, f.WallSeconds, 0.11)
			assert.Len(t, b.desks[1].received, sent)
		})
	}
}
