package clause4

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// Every difference between the engine and the reference that was ever found is kept as a scenario
// whose comment describes the error. There is no difference any more: in one piece, in a few
// pieces, and with the figures read after each event.
func TestDifferences(t *testing.T) {
	files, err := filepath.Glob("../../testdata/differences/*.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".yaml"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			require.True(t, strings.HasPrefix(string(text), "# "), "a comment says what was wrong")
			s, err := scenario.Parse(file, text, scenario.Options{})
			require.NoError(t, err)
			c := load(t, s)
			r := agree(t, c)
			seen := &recorder{}
			network, want, err := c.runEngine(seen, bus.Until{})
			require.NoError(t, err)
			require.Equal(t, r.String(), engineLines(network, seen.events), "in the same order, whatever the gaps")
			var cuts []phy.Time
			for k := 0; k < len(r.Events); k += 1 + len(r.Events)/1000 { // all, if they are not too many
				cuts = append(cuts, r.Events[k].At, r.Events[k].At+1)
			}
			pieces, err := c.runInPieces(cuts)
			require.NoError(t, err)
			require.NoError(t, sameResult("at once", want, "in pieces", pieces))

			// As in csmacd run, the frames are traffic and not injected.
			net, err := bus.New(s.Config)
			require.NoError(t, err)
			require.NoError(t, net.Run(s.Duration))
			require.Equal(t, want.Digest, net.Result().Digest)
		})
	}
}

// One difference that no scenario can express: a frame for its own sender, which the engine once
// counted as received by it. No station receives it, and it is lost.
func TestFrameForItsOwnSender(t *testing.T) {
	c := &trial{net: Config{Until: bt(2000), Stations: []Station{
		{Name: "A", Params: rules(nil), Frames: []Frame{{0, 64, 0}}},
		{Name: "B", Params: rules(nil), Place: bt(10)},
	}}}
	c.policies = append(c.policies, force(10, nil), force(10, nil))
	r := agree(t, c)
	require.Equal(t, mac.Counters{FramesTransmittedOK: 1, OctetsTransmittedOK: 46}, r.Counters[0])
	require.Zero(t, r.Counters[1])
	require.True(t, r.of(1, medium.RxEnd)[0].OK)
	_, got, err := c.runEngine(nil, bus.Until{})
	require.NoError(t, err)
	require.EqualValues(t, 1, got.Medium.FramesLost)
}
