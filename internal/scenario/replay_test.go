package scenario

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// on is a frame of a capture with an interface.
func on(port string, stamp time.Duration, data []byte) Captured {
	return Captured{At: stamp - time.Millisecond, Stamp: stamp, Octets: len(data), Interface: port, Data: data}
}

var b = phy.Address{0x52, 0x54, 0, 0, 0, 1}

// threeFrames are on the interfaces A and B; C is silent.
func threeFrames(asked *[]bool) Options {
	return Options{ReadCapture: func(_ string, octets bool) (Capture, error) {
		*asked = append(*asked, octets)
		return Capture{Interfaces: []string{"A", "B", "C"}, Frames: slices.Values([]Captured{
			on("A", time.Millisecond, frameTo(b, 60)),
			on("B", time.Millisecond, frameTo(phy.Broadcast, 1518, 0x81, 0x00)),
			on("A", 3*time.Millisecond, frameTo(phy.StationAddress(1), 42)),
		})}, nil
	}}
}

// Each station sends what was captured on its own interface, to whom it was for.
func TestReplay(t *testing.T) {
	var asked []bool
	s := goodWith(t, `
mac: {max_frame: 1522}
duration: 1s
stations:
  - {name: A, ether: "52:54:00:00:00:01", traffic: {kind: pcap, file: x, interface: B, to: captured, origin: zero}}
  - {name: B, traffic: {kind: pcap, file: x, interface: A, to: captured, origin: zero, speed: 2}}
  - {name: C, traffic: [{kind: pcap, file: x, interface: C, to: captured}, {kind: pcap, file: x, interface: A, to: A}]}
`, threeFrames(&asked))
	require.Equal(t, []bool{true, false}, asked, "once with the octets, once for traffic that wants none")
	require.Equal(t, []traffic.Source{{
		Kind: traffic.KindFrames, Starts: []phy.Time{phy.Millisecond}, Octets: []int32{1522}, Ref: 1,
		Addresses: []phy.Address{phy.Broadcast}, Size: traffic.Octets(1518),
	}}, s.Config.Stations[0].Traffic)
	require.Equal(t, []traffic.Source{{
		Kind: traffic.KindFrames, Starts: []phy.Time{phy.Millisecond / 2, 3 * phy.Millisecond / 2}, Octets: []int32{64, 64}, Ref: 2,
		Addresses: []phy.Address{b, phy.StationAddress(1)}, Size: traffic.Octets(1518),
	}}, s.Config.Stations[1].Traffic)
	require.Equal(t, []traffic.Source{{
		Kind: traffic.KindFrames, Starts: []phy.Time{0, 2 * phy.Millisecond}, Octets: []int32{64, 64},
		To: traffic.To{Whom: traffic.ToStation}, Size: traffic.Octets(1518),
	}}, s.Config.Stations[2].Traffic, "what has no frame is no traffic")

	octets := func(ref uint64, size int32) []byte {
		return s.Contents.AppendFrame([]byte("x"), medium.Frame{Ref: ref, Size: size})[1:]
	}
	require.Equal(t, phy.AppendFCS(frameTo(phy.Broadcast, 1518, 0x81, 0x00)), octets(1, 1522))
	require.Equal(t, phy.AppendFCS(frameTo(phy.StationAddress(1), 60)), octets(3, 64), "padded")
	require.True(t, phy.CheckFCS(octets(4, 64)), "of no frame")
	require.Len(t, octets(0, 64), 64)
	require.Len(t, octets(1, 2), 2)
}

// Time is counted from the first packet of the file, on whatever interface, so that the
// stations keep in step.
func TestReplayInStep(t *testing.T) {
	var asked []bool
	s := goodWith(t, `
duration: 1s
stations: [{traffic: {kind: pcap, file: x, interface: A, to: broadcast, origin: first}}, {}]
`, Options{ReadCapture: func(string, bool) (Capture, error) {
		return Capture{Interfaces: []string{"A", "B"}, Frames: slices.Values([]Captured{on("B", 5, frameTo(b, 60)), on("A", 7, frameTo(b, 60))})}, nil
	}})
	require.Equal(t, []phy.Time{2000}, s.Config.Stations[0].Traffic[0].Starts)
	require.Empty(t, asked)
	require.Nil(t, s.Contents)
}

// What would come at the end of the run or later is not kept.
func TestReplayEnds(t *testing.T) {
	var asked []bool
	const text = "mac: {max_frame: 1522}\nstations: [{traffic: {kind: pcap, file: x, interface: A, to: captured, origin: zero}}, {}]\n"
	s := goodWith(t, text+"duration: 3ms", threeFrames(&asked))
	require.Len(t, s.Config.Stations[0].Traffic[0].Starts, 1)
	s = goodWith(t, text+"duration: 3000001ns", threeFrames(&asked))
	require.Len(t, s.Config.Stations[0].Traffic[0].Starts, 2)
	s = goodWith(t, text+"duration: 3ms\nuntil: {frames_sent: 1}", threeFrames(&asked))
	require.Len(t, s.Config.Stations[0].Traffic[0].Addresses, 1)
	s = goodWith(t, text+"duration: 3ms\nuntil: {idle: true}", threeFrames(&asked))
	require.Len(t, s.Config.Stations[0].Traffic[0].Addresses, 2, "till then it is not idle")
	s = goodWith(t, text+"until: {frames_sent: 2}", threeFrames(&asked))
	require.Len(t, s.Config.Stations[0].Traffic[0].Addresses, 2)
}

func TestBadReplay(t *testing.T) {
	var asked []bool
	none := Options{ReadCapture: func(string, bool) (Capture, error) { return Capture{}, nil }}
	cut := Options{ReadCapture: func(string, bool) (Capture, error) {
		return Capture{Frames: slices.Values([]Captured{{Octets: 60, Data: make([]byte, 5)}})}, nil
	}}
	before := Options{ReadCapture: func(string, bool) (Capture, error) {
		return Capture{Frames: slices.Values([]Captured{{Octets: 60, Stamp: -1}})}, nil
	}}
	for text, c := range map[string]struct {
		o    Options
		want string
	}{
		"interface: D":                {threeFrames(&asked), `2:64: stations[0].traffic.interface: x has no interface "D": interfaces: A, B, C`},
		"interface: [D]":              {threeFrames(&asked), `2:64: stations[0].traffic.interface: must be a single value, not a list`},
		"interface: ~":                {threeFrames(&asked), `2:64: stations[0].traffic.interface: has no value: write one, or leave the key out`},
		"interface: A, origin: 1970":  {threeFrames(&asked), `2:75: stations[0].traffic.origin: "1970" is not an origin of time: allowed: first, zero`},
		"interface: B, to: broadcast": {threeFrames(&asked), `2:50: stations[0].traffic.file: frame 2 of x has 1522 octets with its FCS, above the maximum frame of 1518 (mac: {max_frame: ...} changes that)`},
		"interface: eth0":             {none, `2:64: stations[0].traffic.interface: the interfaces of x have no names: leave interface out`},
		"to: captured":                {cut, `2:50: stations[0].traffic.file: frame 1 of x is cut to 5 octets: it has no destination address`},
		"to: captured, origin: zero":  {before, `2:50: stations[0].traffic.file: frame 1 of x has a time stamp outside the first 30 days of 1970, where captures of csmacd lie: write origin: first to count from the first packet`},
		"interface: A, to: capture":   {threeFrames(&asked), `2:71: stations[0].traffic.to: there is no station "capture": did you mean "captured"?`},
	} {
		_, err := Parse("test.yaml", []byte("duration: 1s\nstations: [{name: A, traffic: {kind: pcap, file: x, "+text+"}}, {}]"), c.o)
		require.EqualError(t, err, "test.yaml:"+c.want, text)
	}
}
