package tap

import (
	"bytes"
	"encoding/binary"
	"io"
	"net"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
	"pgregory.net/rapid"
)

var _ interface {
	Link
	Waiter
} = (*Stream)(nil)

// at is the socket of a file in a directory of the test's own. (t.TempDir's path may be
// too long for a socket.)
func at(t testing.TB, file string) Socket {
	t.Helper()
	dir, err := os.MkdirTemp("", "tap")
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	s, err := ParseSocket("unix:" + filepath.Join(dir, file))
	require.NoError(t, err)
	return s
}

// started starts a link and has it closed, and gives how often it woke us.
func started(t testing.TB, l Link, err error) *atomic.Int64 {
	t.Helper()
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, l.Close()) })
	woken := new(atomic.Int64)
	require.NoError(t, l.Start(func() { woken.Add(1) }))
	return woken
}

func eventually(t testing.TB, what string, so func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !so(); time.Sleep(time.Millisecond) {
		require.True(t, time.Now().Before(deadline), what)
	}
}

func dial(t testing.TB, to Socket) net.Conn {
	t.Helper()
	c, err := net.Dial(to.network, to.address())
	require.NoError(t, err)
	t.Cleanup(func() { c.Close() })
	require.NoError(t, c.SetDeadline(time.Now().Add(10*time.Second)))
	return c
}

func received(t testing.TB, c io.Reader) []byte {
	t.Helper()
	var length [4]byte
	_, err := io.ReadFull(c, length[:])
	require.NoError(t, err)
	frame := make([]byte, binary.BigEndian.Uint32(length[:]))
	_, err = io.ReadFull(c, frame)
	require.NoError(t, err)
	return frame
}

func TestAStreamPassesFrames(t *testing.T) {
	for _, network := range []string{"unix", "tcp"} {
		t.Run(network, func(t *testing.T) {
			socket := at(t, "s")
			if network == "tcp" {
				socket = freePort(t, "tcp")
			}
			s, err := ListenStream(socket)
			woken := started(t, s, err)
			p := make([]byte, 100)
			_, err = s.Read(p)
			assert.Equal(t, ErrNothing, err, "nobody is there")
			assert.Equal(t, ErrAbsent, s.Write([]byte("frame")))
			assert.Equal(t, -1, s.FD())
			assert.False(t, s.Connected())

			c := dial(t, socket)
			eventually(t, "it wakes us when a peer comes", func() bool { return woken.Load() == 1 })
			assert.True(t, s.Connected())
			long := bytes.Repeat([]byte("long"), 500)
			go c.Write(framed([]byte("one"), long, []byte("three"), make([]byte, 1<<20)))
			for _, want := range [][]byte{[]byte("one"), long, []byte("three")} {
				n, err := next(t, s, p)
				require.NoError(t, err)
				assert.Equal(t, len(want), n, "the whole length, whatever p holds")
				assert.Equal(t, want[:min(n, len(p))], p[:min(n, len(p))])
			}
			n, err := next(t, s, p)
			require.NoError(t, err)
			assert.Equal(t, 1<<20, n)

			require.NoError(t, s.Write([]byte("back")))
			require.NoError(t, s.Write(long))
			assert.Equal(t, "back", string(received(t, c)))
			assert.Equal(t, long, received(t, c))
			assert.Equal(t, ErrNotTaken, s.Write(nil), "no length says 0")
			c.Close()
			eventually(t, "it is gone, though nobody has read that", func() bool { return s.Write(long) == ErrAbsent })
			assert.ErrorIs(t, ErrAbsent, ErrNotTaken, "for those to whom that is enough")
		})
	}
}

func freePort(t testing.TB, network string) Socket {
	t.Helper()
	var address string
	if network == "tcp" {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		require.NoError(t, err)
		defer l.Close()
		address = l.Addr().String()
	} else {
		l, err := net.ListenPacket("udp", "127.0.0.1:0")
		require.NoError(t, err)
		defer l.Close()
		address = l.LocalAddr().String()
	}
	s, err := ParseSocket(network + ":" + address)
	require.NoError(t, err)
	return s
}

// FD is readable for as long as Read has something, though one system call got more
// frames than one.
func TestFDTellsOfFramesReadTogether(t *testing.T) {
	s, c := pair(t)
	_, err := unix.Write(c, framed([]byte("one"), []byte("two"), []byte("three")))
	require.NoError(t, err)
	for range 3 {
		readable(t, s)
		_, err := s.Read(make([]byte, 10))
		require.NoError(t, err)
	}
	assert.False(t, poll(s.FD(), 0))
	unix.Write(c, []byte{0, 0, 0, 0})
	readable(t, s)
	_, err = s.Read(make([]byte, 10))
	assert.Equal(t, ErrNothing, err)
	assert.Equal(t, -1, s.FD(), "a length of 0 ends it")
}

// pair is a stream that has a peer already, and that peer's socket.
func pair(t testing.TB) (*Stream, int) {
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC|unix.SOCK_NONBLOCK, 0)
	require.NoError(t, err)
	s, err := newStream(Socket{network: "unix", path: "pair"})
	require.NoError(t, err)
	s.next = &peer{fd: fds[0]}
	t.Cleanup(func() { s.Close(); unix.Close(fds[1]) })
	return s, fds[1]
}

// However the octets of a stream are split, the frames are the same.
func TestSplitsDoNotMatter(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		s, c := pair(t)
		defer s.Close()
		sizes := rapid.SliceOfN(rapid.OneOf(rapid.IntRange(1, 30), rapid.IntRange(1, 2000), rapid.IntRange(60000, 90000)), 1, 12).Draw(r, "sizes")
		var frames [][]byte
		for i, size := range sizes {
			frames = append(frames, bytes.Repeat([]byte{byte(i + 1)}, size))
		}
		stream := framed(frames...)
		p := make([]byte, 100000)
		for len(stream) > 0 {
			piece := rapid.OneOf(rapid.IntRange(1, 10), rapid.IntRange(1, 100000)).Draw(r, "piece")
			n, err := unix.Write(c, stream[:min(piece, len(stream))])
			if err == nil {
				stream = stream[n:]
			}
			for {
				n, err := s.Read(p)
				if err != nil {
					assert.Equal(r, ErrNothing, err)
					break
				}
				require.NotEmpty(r, frames)
				require.Equal(r, frames[0], p[:n])
				frames = frames[1:]
			}
		}
		assert.Empty(r, frames)
	})
}

// What a peer gets are whole frames, those that were taken and no others, however
// slowly it reads.
func TestFramesAreTakenWholeOrNot(t *testing.T) {
	parts := 0
	defer func() { assert.NotZero(t, parts, "some frame went in parts: else the test tells nothing") }()
	rapid.Check(t, func(r *rapid.T) {
		s, c := pair(t)
		require.True(r, s.meet())
		require.NoError(r, unix.SetsockoptInt(s.peer.fd, unix.SOL_SOCKET, unix.SO_SNDBUF, 4096))
		var taken, got []byte
		buf := make([]byte, 50000)
		read := func(n int) {
			if n, err := unix.Read(c, buf[:n]); err == nil {
				got = append(got, buf[:n]...)
			}
		}
		for i := range rapid.IntRange(1, 40).Draw(r, "frames") {
			frame := bytes.Repeat([]byte{byte(i)}, rapid.IntRange(1, 9000).Draw(r, "size"))
			switch err := s.Write(frame); err {
			case nil:
				taken = append(taken, framed(frame)...)
				s.mu.Lock()
				if s.peer.finishing {
					parts++
				}
				s.mu.Unlock()
			default:
				require.Equal(r, ErrNotTaken, err)
			}
			if n := rapid.IntRange(0, 5000).Draw(r, "read"); n > 0 {
				read(n)
			}
		}
		for deadline := time.Now().Add(time.Minute); len(got) < len(taken) && time.Now().Before(deadline); {
			poll(c, 100*time.Millisecond)
			read(len(buf))
		}
		assert.True(r, bytes.Equal(taken, got), "%d octets taken, %d came", len(taken), len(got))
		assert.NoError(r, s.Close())
	})
}

// A frame costs no allocation, in either direction.
func TestStreamDoesNotAllocate(t *testing.T) {
	s, c := pair(t)
	frame, buf := make([]byte, 1514), make([]byte, 2000)
	wire := framed(frame)
	require.NoError(t, s.Write(frame))
	assert.Zero(t, testing.AllocsPerRun(50, func() {
		if err := s.Write(frame); err != nil {
			t.Error(err)
		}
		unix.Read(c, buf)
	}))
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		unix.Write(c, wire)
		if _, err := s.Read(buf); err != nil {
			t.Error(err)
		}
		s.FD()
	}))
}

// A peer whose stream is not frames is let go, and the note says why; one that leaves is only said to be gone.
func TestALengthThatNoFrameHas(t *testing.T) {
	for sent, why := range map[string]string{
		"\x00\x00\x00\x00": " (it sent a frame length of 0 octets; lengths are from 1 to 1048576)",
		"\xff\xff\xff\xff": " (it sent a frame length of 4294967295 octets; lengths are from 1 to 1048576)",
		"":                 "",
	} {
		s, c := pair(t)
		p, note := newPresence(s), ""
		tell := func(text string) { note = text }
		p.look(0, "A", tell)
		assert.Contains(t, note, "A: connected")
		_, err := unix.Write(c, []byte(sent))
		require.NoError(t, err)
		require.NoError(t, unix.Shutdown(c, unix.SHUT_WR))
		_, err = s.Read(make([]byte, 100))
		assert.Equal(t, ErrNothing, err)
		p.look(2*time.Second, "A", tell)
		assert.Equal(t, "A: gone"+why+", waits at "+s.String(), note)
	}
}
