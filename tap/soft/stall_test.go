package soft

import (
	"net/netip"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// idle is the application of a flow of TCP whose receiver never reads.
type idle struct{ *transfers }

func (i idle) step(at *host) bool {
	if at == i.from {
		return i.transfers.step(at)
	}
	return i.accept()
}

// A window that never opens ends in a flow that has failed, not in a run that never ends: the sender's stack alone would probe the window for ever.
func TestClosedWindow(t *testing.T) {
	net, err := bus.New(bus.Config{Seed: 1, Stations: []bus.Station{{Name: "web"}, {Name: "pc", At: phy.Microsecond}}})
	require.NoError(t, err)
	hosts := map[int]Config{}
	for i := range 2 {
		hosts[i] = Config{Addresses: []netip.Prefix{netip.PrefixFrom(netip.AddrFrom4([4]byte{10, 0, 0, byte(i + 1)}), 24)}}
	}
	flows := []Flow{{Name: "pc/1", From: 1, To: 0, Bytes: 1 << 30, Window: 32 << 10}, {Name: "pc/2", From: 1, To: 0, Bytes: 1000, Count: 2, Turnaround: 5000 * phy.Second}}
	v, err := NewVirtual(net, Settings{Seed: 1, Hosts: hosts, Flows: flows, UntilAll: true})
	require.NoError(t, err)
	defer v.Release()
	c := v.flows[0]
	c.application = idle{c.application.(*transfers)}
	require.NoError(t, v.Run(phy.Forever))
	require.True(t, v.Done())
	r := v.Result()
	assert.Regexp(t, `^wait: no octet for 1800s at 1800s$`, r.Flows[0].Failed)
	assert.Nil(t, r.Flows[0].EndedUs)
	assert.EqualValues(t, 1, r.Flows[0].Transfers.Failed)
	assert.Empty(t, r.Flows[1].Failed, "a long pause is not a failure")
	assert.EqualValues(t, 2, r.Flows[1].Transfers.Done)
}
