package experiment

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/engine"
	"github.com/csmacd/csmacd/internal/experiment/campaign"
)

// Runs of two builds are not mixed, though both call themselves by one version: their engines tell them apart, and what is said
// names both. The library knows its own.
func TestTwoBuilds(t *testing.T) {
	plan := planOf(t, "  axes: {stations[0].count: [2, 3]}\n  replications: 2")
	var told notes
	o := options(t.TempDir(), &told)
	other := strings.Repeat("ab", len(engine.Hash)/2)
	o.Engine = other
	swept(t, plan, o)

	mine := options(t.TempDir(), &told)
	mine.Engine = ""
	swept(t, plan, mine)
	var h campaign.Header
	text, err := os.ReadFile(filepath.Join(mine.Dir, campaign.HeaderName))
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &h))
	assert.Equal(t, engine.Hash, h.Engine)

	_, err = Merge([]string{mine.Dir, o.Dir}, "", told.add)
	assert.ErrorContains(t, err, o.Dir+": its runs are by engine abababababab, and those of "+mine.Dir+" by "+engine.Name(engine.Hash))

	// Nothing is written before all that is to be joined is known to fit.
	out := filepath.Join(t.TempDir(), "out")
	for path, want := range map[string]string{
		o.Dir:                              "they are not mixed",
		filepath.Join(t.TempDir(), "none"): "file does not exist",
		filepath.Join(mine.Dir, campaign.PlanName): "is neither a campaign nor a file of its records",
	} {
		_, err = Merge([]string{mine.Dir, path}, out, told.add)
		assert.ErrorContains(t, err, want)
		assert.NoDirExists(t, out)
	}

	told = nil
	o.Engine = ""
	assert.Equal(t, 4, swept(t, plan, o).Ran)
	said := strings.Join(told, "\n")
	assert.Contains(t, said, "its runs are by engine abababababab, and are not mixed with those of this build, by "+engine.Name(engine.Hash)+": all runs are done again")
	assert.Contains(t, said, "4 records are by engine abababababab: they are kept, and not used")
}
