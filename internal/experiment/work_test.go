package experiment

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/experiment/campaign"
)

// After a record that cannot be written no further run begins, on any worker.
func TestARecordThatCannotBeWritten(t *testing.T) {
	plan := planOf(t, "  axes: {\"stations[0].count\": [2, 3]}\n  replications: 100\n")
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, campaign.RecordsName), nil, 0o644), "no folder")
	c, err := campaign.New(dir, plan, campaign.Header{Engine: "test"})
	require.NoError(t, err)
	for jobs := range 4 {
		w := newWork(c, Options{Jobs: jobs + 1, Progress: func(int, int) {}}, &Outcome{})
		require.NoError(t, w.plan())
		require.Len(t, w.queue, 200)
		require.ErrorContains(t, w.run(t.Context()), "not a directory")
		assert.GreaterOrEqual(t, len(w.queue), 200-jobs-1)
		assert.Zero(t, w.away)
		assert.Equal(t, Outcome{Runs: 200}, *w.out)
	}
}
