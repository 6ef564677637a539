package files_test

import (
	"io/fs"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/files"
)

func TestMissing(t *testing.T) {
	err := files.Missing("%s: there are no tables here", "dir")
	require.EqualError(t, err, "dir: there are no tables here")
	require.ErrorIs(t, err, fs.ErrNotExist)
}
