package t1s_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/t1s"
	"github.com/csmacd/csmacd/phy"
)

// PLCA of a node ends while it sends. The gap after its frame may ignore two BEACONs. The carrier of the following ones
// is 40 bits after the one before, so that part 1 of the gap never ends, and the node does not send again. A cycle
// with a BEACON that the node ignores is not like the ones that follow, and is not repeated.
func TestIgnoredBeaconsAreNotRepeated(t *testing.T) {
	line, _ := phy.LineByName("10base-t1s")
	rules := mac.For(line)
	for at := 200; at < 260; at++ {
		var attempts [2]uint64
		for k := range attempts {
			c := t1s.Config{Timeline: []medium.Change{{At: 260 * bit, Kind: medium.PLCA, Station: "guest"}}}
			for i, name := range []string{"guest", "head"} {
				p := id(1-i, 2)
				p.ToTimer = 20 * bit
				c.Stations = append(c.Stations, t1s.Station{Station: bus.Station{Name: name, At: phy.Time(i) * phy.Nanosecond, Params: &rules}, PLCA: p})
			}
			n, err := t1s.New(c)
			require.NoError(t, err)
			if k == 0 {
				n.Machines()
			}
			for _, at := range []int{at, 970} {
				require.NoError(t, n.Run(phy.Time(at-1)*bit))
				require.NoError(t, n.Inject(0, phy.Time(at)*bit, medium.Frame{Size: 64, Destination: 1}))
			}
			require.NoError(t, n.Run(3000*bit))
			attempts[k] = n.Tally().Attempts
		}
		assert.Equal(t, attempts[0], attempts[1], "the first frame at %d", at)
	}
}
