package host

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// abandoned is the record of a run that was killed with a socket at a path.
func abandoned(t *testing.T, path string) (l *net.UnixListener) {
	t.Setenv(RunDirEnv, filepath.Join(t.TempDir(), "runs"))
	r, err := Begin("test")
	require.NoError(t, err)
	require.NoError(t, r.MakeSocket(path, func() error {
		l, err = net.ListenUnix("unix", &net.UnixAddr{Name: path})
		return err
	}))
	l.SetUnlinkOnClose(false)
	r.record.Start++ // another process had this number
	require.NoError(t, r.dir.write(&r.record))
	return l
}

// Down removes the file of a socket that a killed run made.
func TestDownRemovesSockets(t *testing.T) {
	path := filepath.Join(t.TempDir(), "vm.sock")
	l := abandoned(t, path)
	require.NoError(t, l.Close())
	removed, err := Down()
	require.NoError(t, err)
	assert.Contains(t, strings.Join(removed, "\n"), "socket "+path)
	assert.NoFileExists(t, path)
}

// What somebody has open, or has put there since, stays.
func TestDownLeavesOthersSockets(t *testing.T) {
	path := filepath.Join(t.TempDir(), "vm.sock")
	l := abandoned(t, path)
	require.NoError(t, l.Close())
	require.NoError(t, os.Remove(path))
	other, err := net.Listen("unix", path)
	require.NoError(t, err)
	defer other.Close()
	_, err = Down()
	require.NoError(t, err)
	assert.FileExists(t, path)

	path = filepath.Join(t.TempDir(), "open.sock")
	l = abandoned(t, path)
	defer l.Close()
	_, err = Down()
	require.NoError(t, err)
	assert.FileExists(t, path)
}

// A pipe in the run directory does not block Runs, which names it in its error.
func TestPipeInTheRunDirectory(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "runs")
	t.Setenv(RunDirEnv, dir)
	r, err := Begin("test")
	require.NoError(t, err)
	require.NoError(t, unix.Mkfifo(filepath.Join(dir, "7.json"), 0o600))
	done := make(chan error, 1)
	go func() {
		runs, err := Runs()
		assert.Len(t, runs, 1)
		done <- err
	}()
	select {
	case err := <-done:
		assert.ErrorContains(t, err, "7.json is not a record of a run, remove it: it is not a file")
	case <-time.After(20 * time.Second):
		require.Fail(t, "it waits for the pipe")
	}
	require.NoError(t, os.Remove(filepath.Join(dir, "7.json")))
	require.NoError(t, r.Close())
}
