package clause4

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/domain"
)

// A hub with a bad link isolates a port and connects it again, in the engine as in the reference: by a valid
// carrier, or, since A is silent for a while, by idle time.
func TestFalseCarriers(t *testing.T) {
	why := map[medium.Kind]int{}
	for seed := range uint64(10) {
		d := &drawn{domainTrial{until: bt(70000)}}
		d.net.Seed = seed
		d.link(10)
		d.link(0)
		d.link(40)
		d.repeater(func(r *domain.Repeater) { r.FalseCarriers, r.Lockup = 1, 0 }, 0, 1, 2)
		var early, late []float64
		for k := range 12 {
			early, late = append(early, float64(700*k)), append(late, 55000+float64(700*k))
		}
		d.station(0, nil, append(at(early...), at(late...)...)...)
		d.station(1, nil, at(1000, 2000, 3000, 50000)...)
		d.station(2, nil)
		d.net.Timeline = []medium.Change{
			{Kind: medium.BitErrors, Segment: "s", Errors: medium.Errors{Good: 0.1}},
			{At: bt(60000), Kind: medium.BitErrors, Segment: "s"},
		}
		want, err := d.compare()
		require.NoError(t, err)
		for _, e := range want.Events {
			if e.Why == medium.FalseCarrier {
				why[e.Kind]++
			}
		}
	}
	assert.Greater(t, why[medium.Partition], 10)
	assert.Greater(t, why[medium.Reconnect], 10)
}
