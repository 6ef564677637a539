package host

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A process may call itself anything; when it began is told all the same, and apart
// from when another did.
func TestStartOf(t *testing.T) {
	sleep, err := exec.LookPath("sleep")
	require.NoError(t, err)
	odd := filepath.Join(t.TempDir(), ") Z 1 (")
	require.NoError(t, os.Symlink(sleep, odd))
	c := exec.Command(odd, "60")
	require.NoError(t, c.Start())
	defer func() { _ = c.Wait() }()
	defer func() { _ = c.Process.Kill() }()
	self, ok := startOf(os.Getpid())
	require.True(t, ok)
	child, ok := startOf(c.Process.Pid)
	require.True(t, ok)
	assert.Greater(t, child, self)
	first, ok := startOf(1)
	require.True(t, ok)
	assert.Less(t, first, self)
	_, ok = startOf(1 << 30)
	assert.False(t, ok)
	assert.NotEmpty(t, boot())
}
