package virtual_test

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/virtual"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/lan"
	"github.com/csmacd/csmacd/phy"
)

// networks have hosts on several cables.
var networks = map[string]string{
	"hub": `
phy: 10base-t
devices: [{name: hub, kind: repeater}]
stations:
  - {name: web, via: hub, link: {length: 50m}, attach: {soft: {address: 10.0.0.1/24}}}
  - {name: pc, via: hub, link: {length: 80m}, attach: {soft: {address: 10.0.0.2/24}}, traffic: {kind: tcp, to: web, bytes: 50kB}}
  - {name: load, via: hub, link: {length: 10m}, traffic: {kind: poisson, load: 0.2, to: sink}}
  - {name: sink, via: hub, link: {length: 20m}}
`,
	"switch": `
phy: 100base-tx
devices: [{name: sw, kind: bridge, queue: 10}]
stations:
  - {name: web, via: sw, link: {length: 50m, duplex: full}, attach: {soft: {address: 10.0.0.1/24}}}
  - {name: "pc%d", count: 3, via: sw, link: {length: 80m}, attach: {soft: {address: 10.0.0.2/24}}, traffic: {kind: tcp, to: web, bytes: 50kB}}
  - {name: load, via: sw, link: {length: 10m}, traffic: {kind: poisson, load: 0.1}}
`,
	"duplex mismatch": `
phy: 10base-t
devices: [{name: sw, kind: bridge}]
stations:
  - {name: web, via: sw, link: {length: 50m, duplex: full}, attach: {soft: {address: 10.0.0.1/24}}}
  - {name: pc, via: sw, link: {length: 80m, duplex: [full, half]}, attach: {soft: {address: 10.0.0.2/24}}, traffic: {kind: tcp, to: web, bytes: 50kB}}
`,
	"an old cable behind two switches with PAUSE": `
phy: 10base-t
segments: {yellow: {kind: bus, length: 500m, phy: 10base5}}
devices:
  - {name: hub, kind: repeater}
  - {name: sw0, kind: bridge, latency: 5us}
  - {name: sw1, kind: bridge, queue: 20, pause: {above: 10, below: 5, quanta: 500}}
links:
  - {between: [hub, yellow], at: 250m}
  - {between: [hub, sw0]}
  - {between: [sw0, sw1], phy: 100base-tx, duplex: full}
stations:
  - {name: web, via: yellow, at: 10m, attach: {soft: {address: 10.0.0.1/24}}}
  - {name: other, via: yellow, at: 400m, traffic: {kind: poisson, load: 0.2}}
  - {name: pc0, via: sw0, link: {duplex: full}, pause: obey, attach: {soft: {address: 10.0.0.2/24}}, traffic: {kind: tcp, to: web, bytes: 50kB}}
  - {name: pc1, via: sw1, link: {duplex: full}, pause: obey, attach: {soft: {address: "fd00::2/64"}}, traffic: {kind: tcp, to: pc2, bytes: 50kB}}
  - {name: pc2, via: hub, attach: {soft: {address: "fd00::3/64"}}}
timeline:
  - {at: 0s, segment: yellow, bit_errors: 1e-5}
  - {at: 50ms, for: 10ms, port: hub/sw0, enabled: off}
`,
	"multidrop": `
phy: 10base-t1s
segments: {bus: {kind: bus, latency: typical}}
devices: [{name: gateway, kind: bridge, ports: [{to: bus, plca: {node_id: 0, node_count: 3}}]}]
links:
  - {between: [gateway, bus], at: 0m}
  - {between: [gateway, web], phy: 100base-tx, duplex: full}
stations:
  - {name: web, attach: {soft: {address: 10.0.0.1/24}}}
  - {name: "ecu%d", count: 2, via: bus, from: 3m, spacing: 3m, plca: {node_id: 1}, attach: {soft: {address: 10.0.0.2/24}}, traffic: {kind: tcp, to: web, bytes: 20kB}}
`,
}

// A network with hosts has one result, however it is run: by several workers on several processors, observed, and
// in pieces.
func TestNetworksHaveOneResult(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for name, text := range networks {
		t.Run(name, func(t *testing.T) {
			text := "until: {flows_done: true}" + text
			want := play(t, text)
			for _, f := range want.Flows {
				assert.Empty(t, f.Failed)
				assert.Equal(t, f.Bytes, f.Delivered)
			}
			for k := range 8 {
				runtime.GOMAXPROCS(1 + k)
				require.Equal(t, want, pieces(t, text, k+1, k%2 == 1, phy.Time(k*k)*1_377_777*phy.Nanosecond), "%d", k)
			}
		})
	}
}

// pieces runs a scenario with some workers in pieces, or at once if their length is 0.
func pieces(t *testing.T, text string, workers int, observed bool, length phy.Time) *medium.Result {
	s, err := scenario.Parse("test.yaml", []byte(text), scenario.Options{})
	require.NoError(t, err)
	net, err := s.Network()
	require.NoError(t, err)
	net.(*lan.Network).SetWorkers(workers)
	all, err := virtual.With(s, net)
	require.NoError(t, err)
	defer all.Release()
	if observed {
		net.Observe(everything{})
	}
	for to := phy.Forever; !all.Done(); {
		if length > 0 {
			to = all.Now() + length
		}
		require.NoError(t, all.Run(to))
	}
	return all.Result()
}

type everything struct{}

func (everything) Interest() medium.Interest { return medium.Interest{Kinds: medium.AllKinds} }
func (everything) Observe(*medium.Event)     {}
