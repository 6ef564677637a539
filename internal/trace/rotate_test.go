package trace

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// rotatedCapture runs a busy cable, and returns the files of its capture.
func rotatedCapture(t require.TestingT, dir string, r *Rotation) (names []string) {
	net, err := bus.New(bus.Config{Seed: 3, Stations: []bus.Station{
		{Name: "A", Traffic: []traffic.Source{traffic.Saturated(traffic.Octets(900), traffic.To{})}},
		{Name: "B", At: phy.Delay(300, 0.77), Traffic: []traffic.Source{traffic.Saturated(traffic.Octets(64), traffic.To{})}},
	}})
	require.NoError(t, err)
	open := func() (*Output, error) {
		names = append(names, filepath.Join(dir, RotatedName("run.pcapng", len(names)+1)))
		return Create(names[len(names)-1])
	}
	if r != nil {
		r.Open = open
	}
	out, err := open()
	require.NoError(t, err)
	rules := mac.For(phy.Ethernet10)
	c, err := NewCapture(out, net, &rules, Options{At: AllStations, Rotation: r})
	require.NoError(t, err)
	net.Observe(c)
	require.NoError(t, net.Run(20*phy.Millisecond))
	require.NoError(t, c.Close())
	return names
}

// The files of a capture have its packets, in order, and each is as large or as long as it was to be.
func TestRotation(t *testing.T) {
	dir := t.TempDir()
	whole, err := ReadCapture(rotatedCapture(t, dir, nil)[0], true)
	require.NoError(t, err)
	require.Greater(t, whole.Len(), 10)
	for _, r := range []*Rotation{
		{Octets: 1}, {Octets: 1000}, {Octets: 7777}, {Octets: 1 << 40}, {Every: phy.Millisecond}, {Every: 7 * phy.Millisecond}, {Every: phy.Second},
	} {
		names := rotatedCapture(t, dir, r)
		n, window := 0, phy.Time(-1)
		for i, name := range names {
			part, err := ReadCapture(name, true)
			require.NoError(t, err, name)
			require.Equal(t, whole.Interfaces, part.Interfaces)
			info, err := os.Stat(name)
			require.NoError(t, err)
			for k := range part.Len() {
				want, got := whole.Packet(n), part.Packet(k)
				require.Equal(t, want.Stamp, got.Stamp)
				require.Equal(t, want.Interface, got.Interface)
				n++
				if r.Every > 0 {
					at := phy.Time(got.Stamp) * phy.Nanosecond / r.Every
					assert.True(t, k == 0 && at > window || at == window, "%s has the packets of one interval", name)
					window = at
				}
			}
			if r.Octets > 0 && i < len(names)-1 {
				assert.GreaterOrEqual(t, info.Size(), r.Octets, name)
			}
			require.NoError(t, os.Remove(name))
		}
		require.Equal(t, whole.Len(), n)
	}
}

// The number is before the ending.
func TestRotatedName(t *testing.T) {
	for name, want := range map[string]string{
		"run.pcapng": "run_00003.pcapng", "a.b/run.pcapng.gz": "a.b/run_00003.pcapng.gz", "run": "run_00003", "./run.": "./run_00003.",
	} {
		assert.Equal(t, want, RotatedName(name, 3))
	}
}
