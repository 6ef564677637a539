package detach

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// systemd is told when the run is ready and when it ends, and programs that the run starts cannot
// say so in its place.
func TestSystemdIsTold(t *testing.T) {
	at := &net.UnixAddr{Name: filepath.Join(t.TempDir(), "notify"), Net: "unixgram"}
	manager, err := net.ListenUnixgram("unixgram", at)
	require.NoError(t, err)
	defer manager.Close()
	hear := func() string {
		b := make([]byte, 1000)
		n, err := manager.Read(b)
		require.NoError(t, err)
		return string(b[:n])
	}
	t.Setenv(notifyEnv, at.Name)
	r, err := Ready("run 7 is ready", "two hosts\nREADY=0")
	require.NoError(t, err)
	assert.Equal(t, fmt.Sprintf("READY=1\nMAINPID=%d\nSTATUS=two hosts READY=0", os.Getpid()), hear(), "a name cannot say anything else")
	assert.Empty(t, os.Getenv(notifyEnv))
	r.Stopping()
	assert.Equal(t, "STOPPING=1", hear())
}

// A program that nobody waits for says nothing, and one whose systemd does not listen says so.
func TestNobodyWaits(t *testing.T) {
	t.Setenv(notifyEnv, "")
	r, err := Ready("run 7 is ready", "two hosts")
	require.NoError(t, err)
	r.Stopping()
	t.Setenv(notifyEnv, "/nowhere/notify")
	_, err = Ready("run 7 is ready", "two hosts")
	assert.ErrorContains(t, err, "telling systemd (NOTIFY_SOCKET=/nowhere/notify): ")
}
