package trace

import (
	"bytes"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// joined runs a cable that a station joins after 5 ms, and captures it.
func joined(t *testing.T, o Options) *CaptureFile {
	t.Helper()
	sends := func(octets int) []traffic.Source {
		return []traffic.Source{traffic.Poisson(2*phy.Millisecond, traffic.Octets(octets), traffic.To{})}
	}
	config := bus.Config{Seed: 3, Stations: []bus.Station{{Name: "A", Traffic: sends(900)}, {Name: "B"}}}
	rules := mac.For(phy.Ethernet10)
	config.Timeline = []medium.Change{{At: 5 * phy.Millisecond, Kind: medium.Add, Station: "late",
		New: domain.Station{Station: bus.Station{Name: "late", Params: &rules, Traffic: sends(64)}}}}
	net, err := domain.New(domain.Cable(config, 0))
	require.NoError(t, err)
	var file, more bytes.Buffer
	if o.Interface != nil {
		o.Interface = func(block []byte) { more.Write(block); file.Write(block) }
	}
	c, err := NewCapture(NewOutput(&file, "run.pcapng"), net, &rules, o)
	require.NoError(t, err)
	net.Observe(c)
	require.NoError(t, net.Run(20*phy.Millisecond))
	require.NoError(t, c.Close())
	assert.Equal(t, o.Interface != nil, more.Len() > 0)
	got, err := readCapture(&file, true)
	require.NoError(t, err)
	return &got
}

// A station that joins has an interface in a capture, from the block on that its packets follow.
func TestCaptureOfAStationThatJoins(t *testing.T) {
	whole := joined(t, Options{At: AllStations})
	require.Equal(t, []string{"A", "B", "late"}, whole.Interfaces)
	first := slices.IndexFunc(slices.Collect(whole.Packets()), func(p Captured) bool { return p.Interface == "late" })
	require.Positive(t, first)
	assert.GreaterOrEqual(t, phy.Time(whole.Packet(first).Stamp)*phy.Nanosecond, 5*phy.Millisecond)

	// A reader that takes the block by itself has the same file.
	assert.Equal(t, whole, joined(t, Options{At: AllStations, Interface: func([]byte) {}}))

	// At one station the others have no interfaces, and it hears the new one.
	heard := joined(t, Options{At: 1})
	assert.Equal(t, []string{"B"}, heard.Interfaces)
	assert.True(t, slices.ContainsFunc(slices.Collect(heard.Packets()), func(p Captured) bool { return p.Octets == 60 }))
}

// A recording has an interface for a station that joins.
func TestRecorderOfAStationThatJoins(t *testing.T) {
	var b bytes.Buffer
	r := record(t, &b, names{"A", "B"}, []int{1})
	frame := phy.AppendFCS(make([]byte, 60))
	require.NoError(t, r.Arrival(1, 0, frame))
	r.Join(names{"A", "B", "late"}, 2)
	require.NoError(t, r.Arrival(2, phy.Microsecond, frame))
	require.NoError(t, r.Close())
	got, err := readCapture(&b, false)
	require.NoError(t, err)
	require.Equal(t, []string{"B", "late"}, got.Interfaces)
	assert.Equal(t, "late", got.Packet(1).Interface)
}
