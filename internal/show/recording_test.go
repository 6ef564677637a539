package show

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/trace"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

const liveCable = "stations:\n  - {name: A, attach: {stream: \"unix:a.sock\"}}\n  - {name: B, at: 10m}\n"

// At whatever moment a live run is killed, its recording replays all that is in its capture.
func TestARecordingIsAsLongAsItsCapture(t *testing.T) {
	t.Chdir(t.TempDir())
	s, err := scenario.Parse("s.yaml", []byte(liveCable), scenario.Options{Live: true})
	require.NoError(t, err)
	net, err := bus.New(s.Config)
	require.NoError(t, err)
	r := newRecording("rec.yaml", s)
	require.NoError(t, r.begin(net))
	frame := phy.AppendFCS(make([]byte, phy.Ethernet10.MaxFrame-phy.FCSSize))
	written := 0
	for i := range phy.Time(2000) { // 3 MB, more than is gathered
		// It arrives after the instant up to which the network has been run.
		now := i * phy.Millisecond
		r.arrived(0, now+300*phy.Microsecond, frame)
		require.NoError(t, r.failure)
		if i%500 == 0 {
			r.saved = time.Time{} // a second has passed
		}
		if i%7 == 0 {
			r.turn(now)
		}
		if i%50 != 0 {
			continue
		}
		capture, err := trace.ReadCapture("rec.pcapng", false)
		require.NoError(t, err)
		if n := capture.Len(); n > 0 {
			last := phy.Time(capture.Packet(n-1).Stamp) * phy.Nanosecond
			require.Greater(t, durationOf(t, "rec.yaml"), last, "after %d frames", i)
			written = n
		}
	}
	assert.Greater(t, written, 1000, "what arrives is written while the run goes on")
	end := 3 * phy.Second
	require.NoError(t, r.close(end))
	assert.Equal(t, end, durationOf(t, "rec.yaml"))
}

// durationOf is the duration that a scenario has.
func durationOf(t *testing.T, file string) phy.Time {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	found := regexp.MustCompile(`(?m)^duration: (.*)$`).FindStringSubmatch(string(text))
	require.NotNil(t, found, string(text))
	d, err := phy.ParseTime(found[1], 0)
	require.NoError(t, err)
	return d
}

// A recording that cannot begin leaves the files of the last one.
func TestARecordingThatCannotBegin(t *testing.T) {
	t.Chdir(t.TempDir())
	s, err := scenario.Parse("s.yaml", []byte(liveCable), scenario.Options{Live: true})
	require.NoError(t, err)
	net, err := bus.New(s.Config)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile("rec.yaml", []byte("the last one"), 0o644))
	require.NoError(t, os.Mkdir("rec.pcapng", 0o755)) // in the way
	err = newRecording("rec.yaml", s).begin(net)
	require.ErrorContains(t, err, "--record: rec.pcapng: is a directory")
	text, err := os.ReadFile("rec.yaml")
	require.NoError(t, err)
	assert.Equal(t, "the last one", string(text))

	require.NoError(t, os.Remove("rec.yaml"))
	require.Error(t, newRecording("rec.yaml", s).begin(net))
	_, err = os.Stat("rec.yaml")
	assert.ErrorIs(t, err, os.ErrNotExist)
	assert.True(t, strings.HasSuffix(CaptureOf("a.b/rec.v2.yml"), "rec.v2.pcapng"))
}
