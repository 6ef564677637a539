package experiment

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// Records are read in batches while rows are written: the rows of a run are those of its record, however many runs
// the tables have before it.
func TestRowsOfManyRunsAreThoseOfTheirRecords(t *testing.T) {
	rows := func(replications int) [][]byte {
		var told notes
		dir := t.TempDir()
		swept(t, planOf(t, fmt.Sprintf("  axes: {stations[0].count: [2, 3]}\n  replications: %d\n", replications)), options(dir, &told))
		text, err := os.ReadFile(filepath.Join(dir, "runs.csv"))
		require.NoError(t, err)
		return bytes.Split(bytes.TrimSpace(text), []byte("\n"))[1:]
	}
	few, many := rows(40), rows(250)
	require.Len(t, few, 2*40)
	require.Len(t, many, 2*250)
	require.Equal(t, few[:40], many[:40])
	require.Equal(t, few[40:], many[250:290])
}
