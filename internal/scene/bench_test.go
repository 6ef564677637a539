package scene

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// busy is a scene of 24 saturated hosts with short frames, over some seconds.
func busy(t require.TestingT, long phy.Time) *Scene {
	var c bus.Config
	sources := []traffic.Source{{Kind: traffic.KindSaturated, Size: traffic.Octets(64), To: traffic.To{Whom: traffic.ToNext}}}
	for i := range 24 {
		c.Stations = append(c.Stations, bus.Station{Name: string(rune('a' + i)), At: bt(float64(i)), Traffic: sources})
	}
	net, err := bus.New(c)
	require.NoError(t, err)
	s := New(net, &c, 0)
	net.Observe(s)
	require.NoError(t, net.Run(long))
	s.Advance(long)
	return s
}

// A window of a long run costs what is in the window: the picture pans. Of all of it, a
// look at each transmission.
func BenchmarkPan(b *testing.B) {
	s := busy(b, 20*phy.Second) // more than a million events
	b.ReportMetric(float64(s.Len()), "transmissions")
	for _, w := range []struct {
		name string
		long phy.Time
	}{{"2000bt", bt(2000)}, {"20ms", 20 * phy.Millisecond}, {"20s", 20 * phy.Second}} {
		b.Run(w.name, func(b *testing.B) {
			at := phy.Time(0)
			for b.Loop() {
				at = (at + 700*phy.Millisecond) % (20*phy.Second - w.long + 1)
				s.View(Window{From: at, To: at + w.long, Most: 400, Rows: 800})
			}
		})
	}
}

// What was over long ago is forgotten, and what is near is as it was.
func TestForgotten(t *testing.T) {
	s, kept := busy(t, 2*phy.Second), busy(t, 2*phy.Second)
	at := 1900 * phy.Millisecond
	s.Forget(at)
	require.Less(t, s.Len(), kept.Len()/4)
	w := Window{From: at, To: at + bt(3000), Most: 1000}
	require.Equal(t, kept.View(w), s.View(w))
	s.Forget(100 * phy.Second) // to come: what goes on stays
	require.Equal(t, kept.View(w), s.View(w))
}
