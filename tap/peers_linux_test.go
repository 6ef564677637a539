package tap

import (
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// Peers come and go, one at a time.
func TestOnePeerAtATime(t *testing.T) {
	socket := at(t, "s")
	s, err := ListenStream(socket)
	woken := started(t, s, err)
	p := make([]byte, 100)
	for round := range int64(3) {
		c := dial(t, socket)
		eventually(t, "the peer is let in", func() bool { return woken.Load() == round+1 })
		c.Write(framed([]byte("frame")))
		n, err := next(t, s, p)
		require.NoError(t, err)
		assert.Equal(t, "frame", string(p[:n]))

		second := dial(t, socket)
		_, err = second.Read(p)
		assert.Error(t, err, "a second peer is refused")
		require.NoError(t, s.Write([]byte("back")), "and the first stays")
		assert.Equal(t, "back", string(received(t, c)))

		c.Write([]byte{0, 0}) // half a length
		c.Close()
		eventually(t, "it has left", func() bool {
			_, err := s.Read(p)
			return err == ErrNothing && s.FD() == -1
		})
		assert.Equal(t, ErrAbsent, s.Write([]byte("frame")))
	}
}

// One that comes when the last has left, and nobody noticed yet, is let in; what the
// last had sent comes first.
func TestTheNextPeerMayComeEarly(t *testing.T) {
	socket := at(t, "s")
	s, err := ListenStream(socket)
	woken := started(t, s, err)
	first := dial(t, socket)
	eventually(t, "the first is let in", func() bool { return woken.Load() == 1 })
	assert.NotEqual(t, -1, s.FD())
	first.Write(framed([]byte("last words")))
	first.Close()
	second := dial(t, socket)
	second.Write(framed([]byte("hello")))
	eventually(t, "the second is let in", func() bool { return woken.Load() == 2 })
	p := make([]byte, 100)
	for _, want := range []string{"last words", "hello"} {
		n, err := next(t, s, p)
		require.NoError(t, err)
		assert.Equal(t, want, string(p[:n]))
	}
}

// A peer that sends half a length and hangs, one that stops reading in mid-frame and
// one that sends garbage hold up nobody.
func TestPeersThatHang(t *testing.T) {
	socket := freePort(t, "tcp")
	s, err := ListenStream(socket)
	woken := started(t, s, err)
	c := dial(t, socket)
	eventually(t, "the peer is let in", func() bool { return woken.Load() == 1 })
	c.Write([]byte{0, 0})
	eventually(t, "it came", func() bool { return s.FD() >= 0 && poll(s.FD(), 0) })
	p := make([]byte, 100)
	_, err = s.Read(p)
	assert.Equal(t, ErrNothing, err)

	taken := 0
	for s.Write(make([]byte, 1500)) == nil {
		taken++
		require.Less(t, taken, 100000)
	}
	assert.NotZero(t, taken)
	assert.Equal(t, ErrNotTaken, s.Write(make([]byte, 60)))
	for range taken {
		assert.Len(t, received(t, c), 1500)
	}
	eventually(t, "it takes frames again", func() bool { return s.Write([]byte("again")) == nil })
	assert.Equal(t, "again", string(received(t, c)))

	c.Write([]byte{0, 5}) // what began as half a length: five octets
	c.Write([]byte("GET / HTTP/1.1\r\n"))
	c.Write([]byte("GET / HTTP/1.1\r\n"))
	eventually(t, "a frame, then a length that is none", func() bool {
		s.Read(p)
		return !s.Connected()
	})
	c = dial(t, socket)
	c.Write(framed([]byte("next")))
	eventually(t, "the next is let in", func() bool { return woken.Load() == 2 })
	n, err := next(t, s, p)
	require.NoError(t, err)
	assert.Equal(t, "next", string(p[:n]))

	for s.Write(make([]byte, 1500)) == nil {
	} // and Close does not wait for it
}

// A stream that connects does so when its peer comes, and again when it is back.
func TestConnectingGoesOn(t *testing.T) {
	socket := at(t, "s")
	before := files(t)
	s, err := DialStream(socket)
	require.NoError(t, err)
	s.again = 5 * time.Millisecond
	woken := started(t, s, nil)
	p := make([]byte, 100)
	for round := range int64(3) {
		_, err = s.Read(p)
		assert.Equal(t, ErrNothing, err)
		assert.Equal(t, ErrAbsent, s.Write([]byte("x")))
		l, err := net.Listen("unix", socket.path)
		require.NoError(t, err)
		c, err := l.Accept()
		require.NoError(t, err)
		l.Close()
		eventually(t, "it says so", func() bool { return woken.Load() == round+1 })
		require.NoError(t, s.Write([]byte("hello")))
		assert.Equal(t, "hello", string(received(t, c)))
		c.Write(framed([]byte("you")))
		n, err := next(t, s, p)
		require.NoError(t, err)
		assert.Equal(t, "you", string(p[:n]))
		c.Close()
		eventually(t, "it has left", func() bool { s.Read(p); return !s.Connected() })
	}
	require.NoError(t, s.Close())
	assert.ErrorIs(t, s.Write(nil), os.ErrClosed)
	_, err = s.Read(p)
	assert.ErrorIs(t, err, os.ErrClosed)
	assert.Equal(t, woken.Load(), int64(4), "Close wakes")
	assert.LessOrEqual(t, files(t), before+1, "the runtime's poller may have come")
}

// Files of sockets: a dead program's is replaced, a living one's and what is no socket
// stay, ours goes with us, and another's in its place does not.
func TestSocketFiles(t *testing.T) {
	opens := map[string]func(Socket) (Link, error){
		"stream":   func(s Socket) (Link, error) { return ListenStream(s) },
		"datagram": func(s Socket) (Link, error) { return OpenDatagram(s, Socket{}) },
	}
	for kind, open := range opens {
		t.Run(kind, func(t *testing.T) {
			socket := at(t, "s")
			for _, dead := range []int{unix.SOCK_STREAM, unix.SOCK_DGRAM} {
				fd, err := unix.Socket(unix.AF_UNIX, dead|unix.SOCK_CLOEXEC, 0)
				require.NoError(t, err)
				require.NoError(t, unix.Bind(fd, &unix.SockaddrUnix{Name: socket.path}))
				_, err = open(socket)
				assert.ErrorContains(t, err, "another program has the socket open")
				require.NoError(t, unix.Close(fd))
				l, err := open(socket)
				require.NoError(t, err)
				for _, again := range opens {
					_, err = again(socket)
					assert.ErrorContains(t, err, "another program has the socket open")
				}
				require.NoError(t, l.Close())
				assert.NoFileExists(t, socket.path)
			}

			require.NoError(t, os.WriteFile(socket.path, []byte("precious"), 0o600))
			_, err := open(socket)
			assert.ErrorContains(t, err, "not a socket, and is left as it is")
			assert.FileExists(t, socket.path)
			require.NoError(t, os.Remove(socket.path))
			require.NoError(t, os.Symlink("nowhere", socket.path))
			_, err = open(socket)
			assert.ErrorContains(t, err, "not a socket, and is left as it is")
			require.NoError(t, os.Remove(socket.path))

			l, err := open(socket)
			require.NoError(t, err)
			require.NoError(t, os.Rename(socket.path, socket.path+"2"))
			require.NoError(t, os.WriteFile(socket.path, nil, 0o600))
			require.NoError(t, l.Close())
			assert.FileExists(t, socket.path)

			_, err = open(Socket{network: "unix", path: filepath.Join(socket.path+"3", "s")})
			assert.ErrorContains(t, err, "directory")
			_, err = open(Socket{})
			assert.ErrorContains(t, err, " as unix:")
		})
	}
	used := freePort(t, "tcp")
	s, err := ListenStream(used)
	require.NoError(t, err)
	defer s.Close()
	_, err = ListenStream(used)
	assert.ErrorContains(t, err, "another program has the port")
	_, err = ListenStream(freePort(t, "udp"))
	assert.ErrorContains(t, err, " as unix:")
	_, err = DialStream(Socket{network: "unix", path: "/dev/null"})
	assert.ErrorContains(t, err, "not a socket")
}

// Several that find the same dead file at once: one gets it.
func TestOneReplacesADeadFile(t *testing.T) {
	socket := at(t, "s")
	for range 50 {
		l, err := net.Listen("unix", socket.path)
		require.NoError(t, err)
		l.(*net.UnixListener).SetUnlinkOnClose(false)
		require.NoError(t, l.Close())
		got := make(chan *Stream)
		for range 8 {
			go func() {
				s, _ := ListenStream(socket)
				got <- s
			}()
		}
		var one *Stream
		for range 8 {
			if s := <-got; s != nil {
				assert.Nil(t, one, "two have it")
				one = s
			}
		}
		require.NotNil(t, one)
		dial(t, socket)
		require.NoError(t, one.Close())
	}
}

// Whoever replaces a dead file does so while nobody else in that directory does.
func TestDeadFilesAreReplacedInTurn(t *testing.T) {
	socket := at(t, "s")
	l, err := net.Listen("unix", socket.path)
	require.NoError(t, err)
	l.(*net.UnixListener).SetUnlinkOnClose(false)
	require.NoError(t, l.Close())
	dead, err := os.Lstat(socket.path)
	require.NoError(t, err)

	unlock := lockDirectory(filepath.Dir(socket.path))
	began := time.Now()
	done := make(chan error)
	go func() {
		s, err := ListenStream(socket)
		if err == nil {
			s.Close()
		}
		done <- err
	}()
	time.Sleep(50 * time.Millisecond)
	is, err := os.Lstat(socket.path)
	if assert.NoError(t, err) && time.Since(began) < 900*time.Millisecond {
		assert.True(t, os.SameFile(dead, is), "it was replaced in between")
	}
	unlock()
	assert.NoError(t, <-done)
}
