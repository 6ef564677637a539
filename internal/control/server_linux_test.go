package control

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// scratch is a directory whose path is short enough for a socket in it.
func scratch(t *testing.T) string {
	dir, err := os.MkdirTemp("", "ctl")
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// serve starts a server that answers status with the number of commands it has done.
func serve(t *testing.T) (*Server, string) {
	var done atomic.Int64
	path := filepath.Join(scratch(t), "ctl", "1")
	s, err := Serve(path, func(c *Client, r *Request) (any, error) {
		if r.Do != "status" {
			return nil, errors.New("not now")
		}
		return map[string]int64{"done": done.Add(1)}, nil
	})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	return s, path
}

func dial(t *testing.T, path string) *Conn {
	c, err := Dial(path)
	require.NoError(t, err)
	t.Cleanup(func() { c.Close() })
	return c
}

// A client asks, is answered in order, and is told in words what was not done.
func TestAskAndAnswer(t *testing.T) {
	_, path := serve(t)
	c := dial(t, path)
	var a struct{ Done int }
	for want := range 3 {
		require.NoError(t, c.Do(&Request{Do: "status"}, &a))
		assert.Equal(t, want+1, a.Done)
	}
	assert.EqualError(t, c.Do(&Request{Do: "stop"}, nil), "not now")
	_, err := c.Write([]byte("{\"id\":5,\"do\":\"status\"}\n\n{\"id\":6,\"do\":\"fly\"}\n"))
	require.NoError(t, err)
	line, err := c.Line()
	require.NoError(t, err)
	assert.JSONEq(t, `{"id":5,"ok":true,"done":4}`, string(line))
	line, err = c.Line()
	require.NoError(t, err)
	assert.Contains(t, string(line), `{"id":6,"ok":false,"error":"do: there is no command \"fly\"`)
}

// Only the user can reach the socket, whatever the umask, and whatever the directory was before.
func TestModes(t *testing.T) {
	for _, umask := range []int{0, 0o077, 0o777} {
		old := unix.Umask(umask)
		dir := filepath.Join(os.TempDir(), fmt.Sprintf("ctl-%d-%o", os.Getpid(), umask))
		s, err := Serve(filepath.Join(dir, "1"), nil)
		unix.Umask(old)
		require.NoError(t, err)
		modes(t, dir)
		require.NoError(t, s.Close())
		_, err = os.Lstat(filepath.Join(dir, "1"))
		assert.ErrorIs(t, err, fs.ErrNotExist)

		require.NoError(t, os.Chmod(dir, 0o777)) // somebody opened it
		s, err = Serve(filepath.Join(dir, "1"), nil)
		require.NoError(t, err)
		modes(t, dir)
		require.NoError(t, s.Close())
		require.NoError(t, os.Remove(dir))
	}
	dir := scratch(t)
	require.NoError(t, os.Symlink(dir, filepath.Join(dir, "link")))
	_, err := Serve(filepath.Join(dir, "link", "1"), nil)
	assert.ErrorContains(t, err, "link: it is not a directory")
}

func modes(t *testing.T, dir string) {
	t.Helper()
	info, err := os.Lstat(dir)
	require.NoError(t, err)
	assert.Equal(t, fs.FileMode(0o700), info.Mode().Perm())
	info, err = os.Lstat(filepath.Join(dir, "1"))
	require.NoError(t, err)
	assert.Equal(t, fs.FileMode(0o600), info.Mode().Perm())
	assert.Equal(t, fs.ModeSocket, info.Mode().Type())
}

// Even if somebody opens the way to the socket, another user is told no.
func TestAnotherUser(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("being another user needs root: sudo go test ./internal/control")
	}
	_, path := serve(t)
	for dir := filepath.Dir(path); dir != os.TempDir(); dir = filepath.Dir(dir) {
		require.NoError(t, os.Chmod(dir, 0o755))
	}
	require.NoError(t, os.Chmod(path, 0o666))
	program := filepath.Join(filepath.Dir(path), "program")
	text, err := os.ReadFile("/proc/self/exe")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(program, text, 0o755))
	ask := exec.Command(program)
	ask.Env = append(os.Environ(), asOther+"="+path)
	ask.Dir = "/"
	ask.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 4321, Gid: 4321}}
	says, err := ask.CombinedOutput()
	require.NoError(t, err, string(says))
	assert.Equal(t, "the run belongs to user 0, and takes the commands of that user only\n", string(says))
	assert.NoError(t, dial(t, path).Do(&Request{Do: "status"}, nil), "its own user goes on")
}

// Half a command and then silence has an answer in the end. Meanwhile others are served.
func TestHalfACommand(t *testing.T) {
	path := filepath.Join(scratch(t), "ctl", "1")
	l, err := listen(path)
	require.NoError(t, err)
	s := &Server{listener: l, patience: 100 * time.Millisecond, clients: map[*Client]struct{}{}, handle: func(*Client, *Request) (any, error) { return nil, nil }}
	s.running.Add(1)
	go func() { defer s.running.Done(); s.accept() }()
	t.Cleanup(func() { require.NoError(t, s.Close()) })

	half := dial(t, path)
	_, err = half.Write([]byte(`{"do":"sta`))
	require.NoError(t, err)
	silent := dial(t, path)
	require.NoError(t, dial(t, path).Do(&Request{Do: "status"}, nil))
	line, err := half.Line()
	require.NoError(t, err)
	assert.Contains(t, string(line), "the request was not complete")
	_, err = half.Line()
	assert.Error(t, err, "the connection is closed")
	assert.NoError(t, silent.Do(&Request{Do: "status"}, nil), "a client that has sent nothing may be silent")

	long := dial(t, path)
	go func() { _, _ = long.Write([]byte(strings.Repeat("x", 2*mostLine))) }()
	line, err = long.Line()
	require.NoError(t, err)
	assert.Contains(t, string(line), "the request is longer than 65536 octets")

	// The input may end without a newline.
	last := dial(t, path)
	_, err = last.Write([]byte(`{"do":"status"}`))
	require.NoError(t, err)
	require.NoError(t, last.CloseWrite())
	line, err = last.Line()
	require.NoError(t, err)
	assert.Equal(t, `{"ok":true}`, string(line))
}

// Of 2,000 commands at once each is answered; those above the rate are refused, in words.
func TestFlood(t *testing.T) {
	_, path := serve(t)
	c := dial(t, path)
	go func() {
		_, _ = c.Write([]byte(strings.Repeat("{\"do\":\"status\"}\n", 2000)))
	}()
	taken, refused := 0, 0
	for range 2000 {
		line, err := c.Line()
		require.NoError(t, err)
		var a Failure
		require.NoError(t, json.Unmarshal(line, &a))
		if a.OK {
			taken++
			continue
		}
		refused++
		assert.Equal(t, "too many commands: at most 200 per second are taken, and this one was not done", a.Error)
	}
	assert.GreaterOrEqual(t, taken, perSecond)
	assert.Greater(t, refused, 500)
}

// There is room for some clients. The next one is told so, and comes in when one has left.
func TestManyClients(t *testing.T) {
	_, path := serve(t)
	var first *Conn
	for i := range mostClients {
		c := dial(t, path)
		require.NoError(t, c.Do(&Request{Do: "status"}, nil))
		if i == 0 {
			first = c
		}
	}
	assert.EqualError(t, dial(t, path).Do(&Request{Do: "status"}, nil), errTooMany.Error())
	require.NoError(t, first.Close())
	require.Eventually(t, func() bool {
		c, err := Dial(path)
		if err != nil {
			return false
		}
		defer c.Close()
		return c.Do(&Request{Do: "status"}, nil) == nil
	}, time.Minute, time.Millisecond)
}

// A server that closes answers what it has begun, and waits for nobody. Its socket is gone.
func TestClose(t *testing.T) {
	s, path := serve(t)
	c := dial(t, path)
	require.NoError(t, c.Do(&Request{Do: "status"}, nil))
	require.NoError(t, s.Close())
	assert.ErrorIs(t, c.Do(&Request{Do: "status"}, nil), ErrOver)
	_, err := Dial(path)
	assert.ErrorIs(t, err, fs.ErrNotExist)
	require.NoError(t, s.Close(), "once more does nothing")
}
