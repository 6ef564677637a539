package clause4

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium/domain"
)

// Differences of networks of segments are kept in the same way.
func TestDifferencesOfNetworks(t *testing.T) {
	files, err := filepath.Glob("../../testdata/differences/networks/*.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".yaml"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			require.True(t, strings.HasPrefix(string(text), "# "), "a comment says what was wrong")
			s, err := scenario.Parse(file, text, scenario.Options{})
			require.NoError(t, err)
			events, err := loadDomain(t, s).compare()
			require.NoError(t, err)
			require.Positive(t, events)
		})
	}
}

// loadDomain returns the network of a scenario file: one domain of segments, with frames at given instants.
func loadDomain(t *testing.T, s *scenario.Scenario) *domainTrial {
	c := s.LAN()
	require.Empty(t, c.Bridges)
	d := &domainTrial{net: domain.Config{Seed: c.Seed, Repeaters: c.Repeaters, Stations: c.Stations, Timeline: c.Timeline}, until: s.Duration}
	for _, k := range c.Segments {
		d.net.Segments = append(d.net.Segments, k.Segment)
	}
	for i := range d.net.Stations {
		st := &d.net.Stations[i]
		if st.Params == nil {
			st.Params = &c.Segments[st.End.Segment].Params
		}
		if st.Backoff == nil {
			st.Backoff = backoff.BEB(st.Params.BackoffLimit)
		}
		var frames []Frame
		for k := range st.Traffic {
			frames = append(frames, framesOf(t, &st.Traffic[k])...)
		}
		st.Traffic = nil // they are injected
		d.frames = append(d.frames, frames)
	}
	return d
}
