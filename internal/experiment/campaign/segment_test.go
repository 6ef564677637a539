package campaign

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A record whose write fails is not counted as written, also where it is time to sync the file.
func TestARecordIsNotThereUnlessWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "000001.jsonl")
	require.NoError(t, os.WriteFile(path, []byte("a record\n"), 0o644))
	f, err := os.Open(path) // not for writing
	require.NoError(t, err)
	s := segment{file: f, size: 9}
	for range 2 {
		_, err = s.append([]byte("another\n"))
		assert.ErrorContains(t, err, path)
	}
	assert.Error(t, s.close())
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, "a record\n", string(text))
}
