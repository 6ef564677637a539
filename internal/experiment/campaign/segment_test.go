package campaign

import (
	"os"
	"path/filepath"
	"testing"
	"time"

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

// A file of records is synced after some seconds and not at each record. Whether a pipe was synced shows: it cannot be.
func TestRecordsAreSyncedNowAndThen(t *testing.T) {
	_, pipe, err := os.Pipe()
	require.NoError(t, err)
	s := segment{file: pipe, synced: time.Now()}
	e, err := s.append([]byte("a record\n"))
	require.NoError(t, err)
	assert.Equal(t, entry{length: 9}, e)
	e, err = s.append([]byte("another\n"))
	require.NoError(t, err)
	assert.Equal(t, entry{length: 8, offset: 9}, e)
	s.synced = time.Now().Add(-syncing - time.Second)
	_, err = s.append([]byte("a third\n"))
	assert.Error(t, err, "what cannot be synced is not there")
	_, err = s.append([]byte("a fourth\n"))
	assert.Error(t, err)
	assert.Error(t, s.close())
}
