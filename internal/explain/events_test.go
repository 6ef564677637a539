package explain_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/run"
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/trace"
	"github.com/csmacd/csmacd/medium"
)

// eventFields returns the fields of events of every kind, as a run writes them.
func eventFields(t *testing.T) (fields []string) {
	t.Helper()
	seen, kinds := map[string]bool{}, map[string]bool{}
	for _, name := range []string{"two-stations-collide", "late-collision", "lost-unseen", "sixteen-collisions", "server", "store-100", "submit-50"} {
		text, err := os.ReadFile("../../testdata/scenarios/" + name + ".yaml")
		require.NoError(t, err)
		s, err := scenario.Parse(name, text, scenario.Options{})
		require.NoError(t, err)
		run.Finite(s)
		net, err := s.Network()
		require.NoError(t, err)
		file := filepath.Join(t.TempDir(), "events.jsonl")
		out, err := trace.Create(file)
		require.NoError(t, err)
		events := trace.NewEvents(out, net, s.Line.BitTime)
		net.Observe(events)
		require.NoError(t, net.Run(min(run.End(s.Duration), 40e12)))
		require.NoError(t, events.Close())
		lines, err := os.ReadFile(file)
		require.NoError(t, err)
		for line := range bytes.Lines(lines) {
			var event map[string]any
			require.NoError(t, json.Unmarshal(line, &event))
			kinds[event["event"].(string)] = true
			for field := range event {
				seen[field] = true
			}
		}
	}
	for k := range medium.Kind(64) {
		if medium.AllKinds.Has(k) && k < medium.RepeatStart { // those of networks are held by the tests of their rooms
			assert.True(t, kinds[k.String()], "no run here has the event %s", k)
		}
	}
	for field := range seen {
		fields = append(fields, field)
	}
	assert.Greater(t, len(fields), 14)
	return fields
}
