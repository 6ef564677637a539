package traffic_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/phy"
)

// The sources that the constructors make of sensible times can be run.
func TestConstructedSources(t *testing.T) {
	size, to := traffic.Octets(64), traffic.To{Whom: traffic.ToNext}
	for kind, s := range map[string]traffic.Source{
		"frames":    traffic.At(size, to, 3, 1, 2),
		"saturated": traffic.Saturated(size, to),
		"poisson":   traffic.Poisson(phy.Second, size, to),
		"onoff":     traffic.OnOff(phy.Second, phy.Second, phy.Millisecond, size, to),
		"think":     traffic.Think(0, phy.Second, size, to),
		"own":       traffic.From(&pinger{}),
		"none":      {},
	} {
		assert.NoError(t, s.Check())
		assert.Equal(t, kind, s.Kind.String())
	}
	at := traffic.At(size, to, 3, 1, 2)
	assert.Equal(t, []phy.Time{1, 2, 3}, arrivals(&at, 5))
	periodic := traffic.Periodic(size, to, 3, 2, 3)
	assert.Equal(t, []phy.Time{3, 5, 7}, arrivals(&periodic, 4))

	group := phy.Address{1}
	replay := traffic.Replay(7, traffic.Recorded{At: 1, Octets: 64, To: group}, traffic.Recorded{At: 5, Octets: 100})
	assert.NoError(t, replay.Check())
	var st traffic.State
	assert.EqualValues(t, 1, replay.First(&st, nil))
	a, _ := replay.AddressOf(&st)
	assert.Equal(t, group, a)
	assert.EqualValues(t, 5, replay.Next(&st, 1, nil))
	assert.Equal(t, 100, replay.SizeOf(&st, nil))
	assert.EqualValues(t, 8, replay.RefOf(&st))
	assert.Equal(t, phy.Forever, replay.Next(&st, 5, nil))
}
