package owner

import (
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A directory is the user's own, and stays as it is if there is one.
func TestDirectory(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "private")
	_, err := CheckDirectory(dir)
	require.ErrorIs(t, err, fs.ErrNotExist)
	require.NoError(t, MakeDirectory(dir))
	info, err := CheckDirectory(dir)
	require.NoError(t, err)
	if runtime.GOOS != "windows" {
		assert.Equal(t, fs.FileMode(0o700), info.Mode().Perm())
	}
	require.NoError(t, os.Chmod(dir, 0o750))
	require.NoError(t, MakeDirectory(dir))
	info, err = CheckDirectory(dir)
	require.NoError(t, err)
	if runtime.GOOS != "windows" {
		assert.Equal(t, fs.FileMode(0o750), info.Mode().Perm())
	}
	link := filepath.Join(t.TempDir(), "link")
	require.NoError(t, os.Symlink(dir, link))
	_, err = CheckDirectory(link)
	assert.EqualError(t, err, "it is not a directory")
	if os.Geteuid() == 0 {
		require.NoError(t, os.Chown(dir, 65534, -1))
		_, err = CheckDirectory(dir)
		assert.EqualError(t, err, "it belongs to user 65534, not to 0")
	}
}

// The process at the other end of a connection is this one.
func TestPeer(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the kernel is not Linux")
	}
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: filepath.Join(t.TempDir(), "s")})
	require.NoError(t, err)
	defer l.Close()
	c, err := net.DialUnix("unix", nil, l.Addr().(*net.UnixAddr))
	require.NoError(t, err)
	defer c.Close()
	pid, user, err := Peer(c)
	require.NoError(t, err)
	assert.Equal(t, os.Getpid(), pid)
	assert.Equal(t, os.Geteuid(), user)
}
