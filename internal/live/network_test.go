package live

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
	"github.com/csmacd/csmacd/tap"
)

// The shares of time that a display shows of a network are those of its busiest domain in the last second.
func TestRatesOfANetwork(t *testing.T) {
	at := func(seconds, hub, link float64) *Snapshot {
		return &Snapshot{
			Now: phy.Time(seconds) * phy.Second, Figures: tap.Figures{WallSeconds: seconds},
			Result: &medium.Result{SimulatedPs: int64(seconds) * int64(phy.Second), Domains: []medium.Domain{
				{Name: "hub", Medium: medium.Medium{ShareSuccess: hub, ShareCollision: hub / 2}},
				{Name: "A-sw", Medium: medium.Medium{ShareSuccess: link}},
			}},
		}
	}
	var w window
	w.add(at(1, 0.4, 0.1))
	w.add(at(2, 0.2, 0.25)) // in the second from 1 to 2 the hub was idle
	r := w.rates()
	assert.Equal(t, "busiest domain A-sw", r.where())
	assert.InDelta(t, 0.4, r.success, 1e-9)
	assert.Zero(t, r.collision)
	assert.Equal(t, "medium", (&rates{}).where())
}

// Prometheus sees each collision domain and each port of a network, with what a port of its kind has.
func TestMetricsOfANetwork(t *testing.T) {
	s := &Snapshot{Name: "lan", Now: phy.Second, Result: &medium.Result{
		Medium:  medium.Medium{Kind: medium.Networked, Collisions: 3},
		Domains: []medium.Domain{{Name: "hub", Medium: medium.Medium{Kind: medium.Segmented, Collisions: 3, ShareSuccess: 0.25}}},
		Devices: []medium.Device{
			{Name: "hub", Kind: "repeater", Ports: []medium.DevicePort{{To: "pc", Repeated: &medium.PortCounters{Collisions: 2, AlignmentErrors: 1}, Enabled: true}}},
			{Name: "sw", Kind: "bridge", Ports: []medium.DevicePort{{To: "hub", MAC: &mac.Counters{FramesTransmittedOK: 5}, Dropped: 4, QueueMax: 7}}},
		},
	}}
	var e exposition
	writeMetrics(&e, s)
	text := e.String()
	for _, line := range []string{
		`csmacd_medium_collisions_total{medium="lan"} 3`,
		`csmacd_domain_collisions_total{medium="lan",domain="hub"} 3`,
		`csmacd_domain_share_success{medium="lan",domain="hub"} 0.25`,
		`csmacd_port_Collisions_total{medium="lan",device="hub",port="pc"} 2`,
		`csmacd_port_AlignmentErrors_total{medium="lan",device="hub",port="pc"} 1`,
		`csmacd_port_AlignmentErrors_total{medium="lan",device="sw",port="hub"} 0`,
		`csmacd_port_FramesTransmittedOK_total{medium="lan",device="sw",port="hub"} 5`,
		`csmacd_port_frames_dropped_total{medium="lan",device="sw",port="hub"} 4`,
		`csmacd_port_enabled{medium="lan",device="hub",port="pc"} 1`,
	} {
		assert.Contains(t, text, line+"\n")
	}
	for _, absent := range []string{"csmacd_medium_share_success", "csmacd_medium_throughput", `csmacd_port_enabled{medium="lan",device="sw"`, `csmacd_port_frames_dropped_total{medium="lan",device="hub"`} {
		assert.NotContains(t, text, absent)
	}
	assert.Equal(t, 1, strings.Count(text, "# TYPE csmacd_port_AlignmentErrors_total "))
}
