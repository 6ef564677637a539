package trace_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/trace"
)

// Parts of a longer run lie in a folder among other files: only they are named, in order.
func TestPartsAfter(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{
		"run_00001.pcapng.gz", "run_00002.pcapng.gz", "run_00010.pcapng.gz", "run_00011.pcapng.gz", "run_100000.pcapng.gz",
		"run_00012.pcapng", "run_12.pcapng.gz", "run_notes.pcapng.gz", "run_-0013.pcapng.gz", "rerun_00014.pcapng.gz", "run.pcapng.gz",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), nil, 0o600))
	}
	at := func(names ...string) (paths []string) {
		for _, name := range names {
			paths = append(paths, filepath.Join(folder, name))
		}
		return paths
	}
	assert.Equal(t, at("run_00010.pcapng.gz", "run_00011.pcapng.gz", "run_100000.pcapng.gz"), trace.PartsAfter(filepath.Join(folder, "run.pcapng.gz"), 2))
	assert.Empty(t, trace.PartsAfter(filepath.Join(folder, "run.pcapng.gz"), 100000))
	assert.Empty(t, trace.PartsAfter(filepath.Join(folder, "nothere", "run.pcapng.gz"), 1))
	t.Chdir(folder)
	assert.Equal(t, []string{"run_00012.pcapng"}, trace.PartsAfter("run.pcapng", 1))
}
