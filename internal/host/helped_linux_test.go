package host

import (
	"net"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/csmacd/csmacd/tap"
)

// conversation is a server, and the end of its process.
func conversation(t *testing.T) (*Helped, chan error) {
	needRoot(t)
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	require.NoError(t, err)
	var ends [2]wire
	for i, fd := range pair {
		file := os.NewFile(uintptr(fd), "pair")
		c, err := net.FileConn(file)
		file.Close()
		require.NoError(t, err)
		ends[i] = wire{c.(*net.UnixConn)}
	}
	s := server{wire: ends[1], pid: os.Getpid()}
	over := make(chan error, 1)
	go func() {
		err := s.serve()
		if s.run != nil {
			_ = s.run.Close()
		}
		s.Close()
		over <- err
	}()
	t.Cleanup(func() { ends[0].Close() })
	return &Helped{wire: ends[0], spaces: map[string]Space{}}, over
}

// A helper makes a host, and the process that asked has its device: frames pass. When that process has
// gone, without a word, everything is removed.
func TestAHelperMakesHosts(t *testing.T) {
	t.Setenv(RunDirEnv, t.TempDir())
	before := world(t)
	h, over := conversation(t)
	var err error
	h.began, _, err = h.ask(&request{Do: begins, Name: "test"})
	require.NoError(t, err)
	assert.NotEmpty(t, h.ID())
	d, err := h.Up(Spec{Station: "a", TAP: "eth0", Netns: unique + "helped"})
	require.NoError(t, err)
	assert.False(t, h.NameGone("a"))
	assert.NoError(t, d.Write(make([]byte, 60)), "its interface is up")
	assert.Zero(t, d.Dropped())
	is, err := d.Follow(func(tap.Interface) {})
	require.NoError(t, err)
	assert.Equal(t, "eth0", is.Name)
	_, err = h.Up(Spec{Station: "a", TAP: "eth0", Netns: unique + "helped"})
	assert.ErrorContains(t, err, "the station already has a host")
	require.NoError(t, d.Close())
	h.wire.Close()
	select {
	case err := <-over:
		assert.NoError(t, err)
	case <-time.After(5 * time.Second):
		t.Fatal("the helper goes on")
	}
	assert.Equal(t, before, world(t))
}

// A helper does what is on its list, and nothing else.
func TestWhatAHelperRefuses(t *testing.T) {
	t.Setenv(RunDirEnv, t.TempDir())
	h, over := conversation(t)
	refused := func(r request) string {
		_, _, err := h.ask(&r)
		require.Error(t, err)
		return err.Error()
	}
	assert.Equal(t, "there is no run", refused(request{Do: ups, Spec: &Spec{Station: "a"}}))
	_, _, err := h.ask(&request{Do: begins, Name: "test"})
	require.NoError(t, err)
	for _, r := range []request{{Do: "exec", Name: "/bin/sh"}, {Do: begins}, {Do: ups}, {}} {
		assert.Equal(t, "the helper does not do that", refused(r))
	}
	assert.Contains(t, refused(request{Do: ups, Spec: &Spec{Station: "a", TAP: "x", Netns: "../../etc"}}), "cannot name a network namespace")
	assert.Contains(t, refused(request{Do: packets, Name: "lo"}), "has no Ethernet frames")
	child := exec.Command("sleep", "5")
	require.NoError(t, child.Start())
	assert.Contains(t, refused(request{Do: urgent, Thread: child.Process.Pid}), "is not one of process")
	_ = child.Process.Kill()
	_ = child.Wait()
	// A message that is too long ends the conversation.
	_, err = h.wire.Write([]byte{0xff, 0xff, 0xff, 0xff})
	require.NoError(t, err)
	assert.ErrorContains(t, <-over, "too long")
}
