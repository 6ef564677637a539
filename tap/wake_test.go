package tap

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// A run waits once between taking a frame and handing it over: until its end, whatever its length.
func TestARunWaitsOnceForAFrame(t *testing.T) {
	for _, size := range []int{60, 500, 1514} {
		c := cable(0, 30)
		net, err := domain.New(domain.Cable(c, 500)) // it knows how far apart they are
		require.NoError(t, err)
		b := onNetwork(t, net, Options{}, c.Stations)
		b.desks[0].takes = time.Microsecond
		sent := 0
		b.clock.at(b.begin()+time.Millisecond, func() {
			b.desks[0].sent = append(b.desks[0].sent, frameFor(addressB, addressA, size))
			sent = b.clock.waits
		})
		received := 0
		b.live.options.Turn = func() {
			if len(b.desks[1].received) > 0 && received == 0 {
				received = b.clock.waits
			}
		}
		b.run(10 * phy.Millisecond)
		assert.Equal(t, 1, received-sent, "%d octets", size)
	}
}
