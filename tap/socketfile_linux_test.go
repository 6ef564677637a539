package tap

import (
	"net"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The file of a socket that nobody has open is removed; all else stays, and is not said to be removed.
func TestRemoveDeadSocket(t *testing.T) {
	t.Chdir(t.TempDir())
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: "s"})
	require.NoError(t, err)
	l.SetUnlinkOnClose(false)
	removed, err := RemoveDeadSocket("s")
	assert.NoError(t, err)
	assert.False(t, removed, "it is open")
	require.NoError(t, l.Close())
	removed, err = RemoveDeadSocket("s")
	assert.NoError(t, err)
	assert.True(t, removed)
	assert.NoFileExists(t, "s")
	removed, err = RemoveDeadSocket("s")
	assert.NoError(t, err)
	assert.False(t, removed, "there is none")

	require.NoError(t, os.WriteFile("f", []byte("precious"), 0o600))
	removed, err = RemoveDeadSocket(filepath.Join(".", "f"))
	assert.ErrorContains(t, err, "is not a socket")
	assert.False(t, removed)
	assert.FileExists(t, "f")
}
