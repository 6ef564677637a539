package scenario

import (
	"errors"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/phy"
)

const replay = `
duration: 1s
stations:
  - {name: A, traffic: {kind: pcap, file: cap/a.pcap, to: B}}
  - {name: B, traffic: {kind: pcap, file: cap/a.pcap, speed: 2.5, to: broadcast}}
`

// at is a frame that was captured so long after the first.
func at(t time.Duration, octets int) Captured { return Captured{At: t, Octets: octets} }

func capture(frames ...Captured) Options {
	return Options{ReadCapture: func(string, bool) (Capture, error) { return Capture{Frames: slices.Values(frames)}, nil }}
}

func TestCapture(t *testing.T) {
	var asked []string
	o := capture(at(0, 60), at(3*time.Microsecond, 1514), at(time.Microsecond, 42), at(7, 100))
	read := o.ReadCapture
	o.ReadCapture = func(path string, octets bool) (Capture, error) {
		asked = append(asked, path)
		require.False(t, octets)
		return read(path, octets)
	}
	s, err := Parse("dir/test.yaml", []byte(replay), o)
	require.NoError(t, err)
	require.NoError(t, validate([]byte(replay)))
	require.Equal(t, []string{filepath.Join("dir", "cap", "a.pcap")}, asked) // once
	require.Equal(t, []traffic.Source{{
		Kind:   traffic.KindFrames,
		Starts: []phy.Time{0, 7000, 1_000_000, 3_000_000}, // in order
		Octets: []int32{64, 104, 64, 1518},                // with FCS and pad
		Size:   traffic.Octets(1518),
		To:     traffic.To{Whom: traffic.ToStation, Station: 1},
	}}, s.Config.Stations[0].Traffic)
	require.Equal(t, []phy.Time{0, 2800, 400_000, 1_200_000}, s.Config.Stations[1].Traffic[0].Starts)
	require.NoError(t, s.Config.Stations[0].Traffic[0].Check())
}

// A frame before the first of the file is where time starts.
func TestCaptureEarlier(t *testing.T) {
	s := goodWith(t, replay, capture(at(0, 60), at(-5, 60)))
	require.Equal(t, []phy.Time{0, 5000}, s.Config.Stations[0].Traffic[0].Starts)
}

func TestBadCapture(t *testing.T) {
	const both = "\ntest.yaml:5:43: stations[1].traffic.file: "
	for _, c := range []struct {
		o    Options
		want string
	}{
		{capture(), "test.yaml:4:43: stations[0].traffic.file: cap/a.pcap has no frames" + both + "cap/a.pcap has no frames"},
		{Options{ReadCapture: func(p string, _ bool) (Capture, error) { return Capture{}, errors.New(p + ": truncated") }},
			"test.yaml:4:43: stations[0].traffic.file: cap/a.pcap: truncated"},
		{capture(at(9, 60), at(0, 1515)),
			"test.yaml:4:43: stations[0].traffic.file: frame 2 of cap/a.pcap has 1519 octets with its FCS, above the maximum frame of 1518 (mac: {max_frame: ...} changes that)" +
				both + "frame 2 of cap/a.pcap has 1519 octets with its FCS, above the maximum frame of 1518 (mac: {max_frame: ...} changes that)"},
		{capture(at(0, 60), at(31*24*time.Hour, 60)),
			"test.yaml:4:43: stations[0].traffic.file: frame 2 of cap/a.pcap is later than 30 days, the longest time that can be simulated"},
	} {
		_, err := Parse("test.yaml", []byte(replay), c.o)
		require.EqualError(t, err, c.want)
	}
	l := standard
	l.frames = 3
	_, err := parse("test.yaml", []byte(replay), capture(at(0, 60), at(1, 60)), l)
	require.EqualError(t, err, "test.yaml:5:43: stations[1].traffic.file: there are more than 3 frames to replay, the most that a scenario can have")
}
