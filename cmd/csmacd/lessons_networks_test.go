package main

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// portOf returns a port of a device by the name of what is plugged in.
func portOf(t *testing.T, r *medium.Result, device, to string) *medium.DevicePort {
	t.Helper()
	for i := range r.Devices {
		for k := range r.Devices[i].Ports {
			if r.Devices[i].Name == device && r.Devices[i].Ports[k].To == to {
				return &r.Devices[i].Ports[k]
			}
		}
	}
	require.Failf(t, "no port", "%s/%s", device, to)
	return nil
}

// gaps finds the shortest time between two receptions of B.
type gaps struct {
	end, least phy.Time
	seen       int
}

func (g *gaps) Interest() medium.Interest {
	return medium.Interest{Kinds: medium.Of(medium.RxStart, medium.RxEnd), Stations: []int{1}}
}

func (g *gaps) Observe(e *medium.Event) {
	switch {
	case e.Kind == medium.RxEnd:
		g.end = e.At
		g.seen++
	case g.seen > 0:
		g.least = min(g.least, e.At-g.end)
	}
}

// What the lessons about networks say is so.
func TestLessonsOfNetworks(t *testing.T) {
	t.Run("on a switch pairs hardly collide, and wait for no other pair", func(t *testing.T) {
		hub, sw := lesson(t, "four-pairs"), lesson(t, "four-pairs", "devices[0].kind=bridge")
		assert.Less(t, 10*sw.Medium.Collisions, hub.Medium.Collisions)
		assert.Less(t, 10*sw.Delay.P99, hub.Delay.P99)
		assert.Less(t, sw.Devices[0].Flooded, uint64(10))
		assert.Positive(t, hub.Devices[0].TransmitCollisions)
	})
	t.Run("a switch floods what is for hosts that never send", func(t *testing.T) {
		var silent []string
		for _, i := range "4567" {
			silent = append(silent, "stations["+string(i)+"].traffic=[]")
		}
		r := lesson(t, "four-pairs", append(silent, "devices[0].kind=bridge")...)
		assert.Zero(t, r.Devices[0].Forwarded)
		assert.Equal(t, r.Devices[0].Flooded, uint64(r.Medium.FramesDelivered))
	})
	t.Run("a duplex mismatch is seen from both ends of the link, and nowhere else", func(t *testing.T) {
		r := lesson(t, "duplex-mismatch")
		server, pc := r.Stations[0].Counters, r.Stations[1].Counters
		bad, good := portOf(t, r, "sw", "pc").MAC, portOf(t, r, "sw", "server").MAC
		assert.Positive(t, pc.LateCollisions)
		assert.Zero(t, bad.LateCollisions+bad.SingleCollisionFrames)
		for _, n := range []uint64{bad.Fragments, bad.FrameCheckSequenceErrors, bad.AlignmentErrors} {
			assert.Positive(t, n)
		}
		assert.Zero(t, good.Fragments+good.FrameCheckSequenceErrors+good.AlignmentErrors)
		assert.Zero(t, server.Fragments+server.FrameCheckSequenceErrors+server.AlignmentErrors+server.LateCollisions)
		assert.Positive(t, r.Medium.FramesLost, "from the switch to pc")
		assert.Zero(t, r.Medium.FramesDropped)

		discards := lesson(t, "duplex-mismatch", "stations[1].mac.late_collision=discard")
		assert.Positive(t, discards.Medium.FramesDropped)
		mended := lesson(t, "duplex-mismatch", "stations[1].link.duplex=full")
		assert.Zero(t, mended.Medium.FramesLost+mended.Medium.Collisions)
	})
	t.Run("six hubs leave 45.5 bit times between frames", func(t *testing.T) {
		s, err := scenario.Load(filepath.Join(lessons, "chain-of-hubs.yaml"), scenario.Options{})
		require.NoError(t, err)
		net, err := s.Network()
		require.NoError(t, err)
		w := &gaps{least: phy.Forever}
		net.Observe(w)
		require.NoError(t, net.Run(s.Duration))
		assert.Greater(t, w.seen, 1000)
		assert.Equal(t, "45.5", phy.Decimal(w.least, net.BitTime()))
	})
	t.Run("a bridge between two cables sends on only what crosses it", func(t *testing.T) {
		r := lesson(t, "two-cables")
		b := r.Devices[0]
		assert.Positive(t, b.Filtered)
		assert.Positive(t, b.Forwarded)
		stay := lesson(t, "two-cables", "stations[0].traffic.to=domain")
		assert.Zero(t, stay.Devices[0].Forwarded)
		assert.Less(t, stay.Delay.P50, r.Delay.P50)
	})
}
