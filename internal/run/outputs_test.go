package run

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/medium"
)

const hubAndSwitch = "name: test\nphy: 10base-t\nduration: 1ms\ndevices: [{name: hub, kind: repeater}, {name: sw, kind: bridge}]\n" +
	"links: [{between: [hub, sw]}]\nstations: [{name: A, via: hub}, {name: B, via: sw}]\n"

// A capture is of a station or of a port of a bridge.
func TestWhereACaptureIs(t *testing.T) {
	_, net := network(t, hubAndSwitch)
	for name, want := range map[string]string{
		"A": "A", "sw/B": "sw/B", "sw/hub": "sw/hub",
		"hub/A": "--pcap-at hub/A: the port of a repeater passes bits on and receives no frames; there are A, B, and the ports of bridges sw/hub, sw/B",
		"sw":    "--pcap-at sw: there is no such station; there are A, B, and the ports of bridges sw/hub, sw/B",
	} {
		at, err := (&Files{At: name}).at(net)
		if want != name {
			require.EqualError(t, err, want)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, want, net.(medium.Stations).Name(at))
	}
	_, net = network(t, "name: test\nphy: 10base-t\nduration: 1ms\ndevices: [{name: hub, kind: repeater}]\nstations: [{name: A, via: hub}, {name: B, via: hub}]\n")
	_, err := (&Files{At: "hub/A"}).at(net)
	require.ErrorContains(t, err, "no frames; there are A, B")
}
