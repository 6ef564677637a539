package live

import (
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A socket becomes a user's own; another file in its place does not.
func TestGiveSocket(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give files away")
	}
	const user = 65534
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	l, err := net.Listen("unix", path("socket"))
	require.NoError(t, err)
	defer l.Close()
	owner := func(name string) int {
		info, err := os.Lstat(path(name))
		require.NoError(t, err)
		return int(info.Sys().(*syscall.Stat_t).Uid)
	}
	require.NoError(t, os.WriteFile(path("secret"), nil, 0o600))
	require.NoError(t, os.Symlink(path("secret"), path("symlink")))
	require.NoError(t, os.Link(path("secret"), path("link")))
	for _, name := range []string{"secret", "symlink", "link"} {
		assert.ErrorContains(t, giveSocket(path(name), user, -1), "is not the socket that was made", name)
		assert.Zero(t, owner(name), name)
	}
	require.ErrorIs(t, giveSocket(path("nothing"), user, -1), os.ErrNotExist)
	require.NoError(t, giveSocket(path("socket"), user, -1))
	assert.Equal(t, user, owner("socket"))
	assert.ErrorContains(t, giveSocket(path("socket"), user, -1), "is not the socket that was made", "it is another user's now")
}
