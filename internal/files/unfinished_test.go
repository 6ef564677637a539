package files_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/files"
)

// What is written and not whole is removed; what is whole stays.
func TestRemoveUnfinished(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, files.Write(filepath.Join(dir, "whole"), []byte("whole")))
	part, err := files.Create(filepath.Join(dir, "part"))
	require.NoError(t, err)
	_, err = part.Write([]byte("pa"))
	require.NoError(t, err)
	files.RemoveUnfinished()
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, left, 1)
	assert.Equal(t, "whole", left[0].Name())
	assert.Error(t, part.Done(nil))
}
