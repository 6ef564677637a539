package relay

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/internal/leak"
)

func TestMain(m *testing.M) { os.Exit(leak.Run(m)) }

const patience = time.Minute

// eventually waits for what others do.
func eventually(t require.TestingT, what string, so func() bool) {
	for deadline := time.Now().Add(patience); !so(); {
		require.True(t, time.Now().Before(deadline), what)
		time.Sleep(time.Millisecond)
	}
}

// scratch is a directory whose path is short enough for a socket in it.
func scratch(t *testing.T) string {
	dir, err := os.MkdirTemp("", "live")
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

func started(t *testing.T) *Relay {
	b := New()
	t.Cleanup(func() { b.Close() })
	return b
}

func dial(t *testing.T, path string) *net.UnixConn {
	t.Helper()
	c, err := net.Dial("unix", path)
	require.NoError(t, err)
	t.Cleanup(func() { c.Close() })
	require.NoError(t, c.SetDeadline(time.Now().Add(patience)))
	return c.(*net.UnixConn)
}

// twoClients returns a relay whose head is done, and its two clients.
func twoClients(t *testing.T) (b *Relay, first, second *net.UnixConn) {
	t.Helper()
	path := filepath.Join(scratch(t), "s")
	b = started(t)
	b.HeadDone()
	require.NoError(t, b.Serve(path))
	first, second = dial(t, path), dial(t, path)
	eventually(t, "both are there", func() bool { return b.Clients() == 2 })
	return b, first, second
}

// block is a numbered block: its length, its number, and filling.
func block(n, length int) []byte {
	b := bytes.Repeat([]byte{byte(n)}, max(length, 8))
	binary.LittleEndian.PutUint32(b, uint32(len(b)))
	binary.LittleEndian.PutUint32(b[4:], uint32(n))
	return b
}

// numbers reads blocks, and fails where one is cut.
func numbers(t require.TestingT, stream []byte) (list []int) {
	for len(stream) > 0 {
		require.GreaterOrEqual(t, len(stream), 8, "a block is cut")
		length, n := binary.LittleEndian.Uint32(stream), int(binary.LittleEndian.Uint32(stream[4:]))
		require.GreaterOrEqual(t, len(stream), int(length), "a block is cut")
		require.Equal(t, block(n, int(length)), stream[:length])
		list, stream = append(list, n), stream[length:]
	}
	return list
}

func TestAClientGetsTheHeadAndWhatFollows(t *testing.T) {
	path := filepath.Join(scratch(t), "s")
	b := started(t)
	require.NoError(t, b.Serve(path))
	info, err := os.Stat(path)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), info.Mode().Perm())

	early := dial(t, path)
	eventually(t, "the early client is there", func() bool { return b.Clients() == 1 })
	b.Write([]byte("head "))
	b.Write([]byte("of it "))
	b.HeadDone()
	b.HeadDone()
	b.Write([]byte("one "))
	late := dial(t, path)
	eventually(t, "the late client is there", func() bool { return b.Clients() == 2 })
	b.Extend([]byte("more of it "))
	last := dial(t, path)
	eventually(t, "the last client is there", func() bool { return b.Clients() == 3 })
	b.Write([]byte("two "))
	require.NoError(t, b.Close())

	got, err := io.ReadAll(early)
	require.NoError(t, err)
	assert.Equal(t, "head of it one more of it two ", string(got))
	got, err = io.ReadAll(late)
	require.NoError(t, err)
	assert.Equal(t, "head of it more of it two ", string(got))
	got, err = io.ReadAll(last)
	require.NoError(t, err)
	assert.Equal(t, "head of it more of it two ", string(got))

	_, err = os.Lstat(path)
	assert.ErrorIs(t, err, os.ErrNotExist)
	n, err := b.Write([]byte("after the end"))
	assert.Equal(t, 13, n)
	assert.NoError(t, err)
	assert.NoError(t, b.Close(), "a second time")
	assert.Error(t, b.Serve(path))
}

// One that does not read is cut short: the writer never waits, the others miss nothing, and it
// gets what was kept for it once it reads again.
func TestASlowClientHoldsNobodyUp(t *testing.T) {
	b, slow, quick := twoClients(t)
	read := make(chan []byte, 1)
	go func() {
		all, _ := io.ReadAll(quick)
		read <- all
	}()
	sent := 0
	var most time.Duration
	for deadline := time.Now().Add(patience); b.LetGo() == 0; sent++ {
		require.True(t, time.Now().Before(deadline), "it is never let go")
		since := time.Now()
		b.Write(block(sent, 60_000))
		most = max(most, time.Since(since))
		if sent%8 == 0 {
			time.Sleep(time.Millisecond) // the quick one gets to read
		}
	}
	assert.Greater(t, sent*60_000, clientBuffer)
	assert.Less(t, most, patience/2)
	assert.Equal(t, 1, b.Clients(), "the slow one does not count")
	b.Write(block(sent, 100))
	got, err := io.ReadAll(slow)
	require.NoError(t, err)
	assert.Greater(t, len(got), clientBuffer-60_000, "what was kept for it")
	assert.Less(t, len(got), sent*60_000)
	for i, n := range numbers(t, got) {
		require.Equal(t, i, n)
	}
	require.NoError(t, b.Close())
	assert.Len(t, numbers(t, <-read), sent+1)
	assert.EqualValues(t, 1, b.LetGo())
}

// A client that has gone is forgotten at once, though nothing is written to it; one
// that will only say no more is not.
func TestVanishingClients(t *testing.T) {
	b, mute, gone := twoClients(t)
	_, err := gone.Write([]byte("whatever a client says"))
	require.NoError(t, err)
	require.NoError(t, mute.CloseWrite())
	require.NoError(t, gone.Close())
	eventually(t, "it is forgotten", func() bool { return b.Clients() == 1 })
	b.Write([]byte("still here"))
	got := make([]byte, 10)
	_, err = io.ReadFull(mute, got)
	require.NoError(t, err)
	assert.Equal(t, "still here", string(got))
	assert.Zero(t, b.LetGo(), "it did not fall behind")
}

func TestManyClientsComeAndGo(t *testing.T) {
	path := filepath.Join(scratch(t), "s")
	b := started(t)
	b.Write(block(1<<20, 40))
	b.HeadDone()
	require.NoError(t, b.Serve(path))
	stop := make(chan struct{})
	var clients, writer sync.WaitGroup
	writer.Add(1)
	go func() {
		defer writer.Done()
		for n := 0; ; n++ {
			select {
			case <-stop:
				return
			default:
				b.Write(block(n, 8+n%50))
				time.Sleep(10 * time.Microsecond)
			}
		}
	}()
	for i := range 20 {
		clients.Add(1)
		go func() {
			defer clients.Done()
			for range 10 {
				for b.Clients() > 40 { // those that have gone are forgotten in a moment
					time.Sleep(time.Millisecond)
				}
				c, err := net.Dial("unix", path)
				if !assert.NoError(t, err) {
					return
				}
				_ = c.SetDeadline(time.Now().Add(patience))
				got := make([]byte, 1000+10*i)
				n, err := io.ReadFull(c, got)
				if !assert.NoError(t, err) {
					return
				}
				assert.NoError(t, inOrder(got[:n]))
				c.Close()
			}
		}()
	}
	clients.Wait()
	close(stop)
	writer.Wait()
	eventually(t, "all have gone", func() bool { b.Write(block(0, 8)); return b.Clients() == 0 })
}

// inOrder says whether a stream, perhaps cut at its end, is the head and then blocks of
// successive numbers.
func inOrder(stream []byte) error {
	for k, last := 0, 0; len(stream) >= 8; k++ {
		length, n := int(binary.LittleEndian.Uint32(stream)), int(binary.LittleEndian.Uint32(stream[4:]))
		switch {
		case k == 0 && n != 1<<20:
			return fmt.Errorf("begins with block %d", n)
		case k > 1 && n != last+1:
			return fmt.Errorf("block %d after %d", n, last)
		case length > len(stream):
			return nil
		}
		last, stream = n, stream[length:]
	}
	return nil
}

func TestNoMoreThanSoManyClients(t *testing.T) {
	b := started(t)
	b.HeadDone()
	var ends []*io.PipeReader
	for range mostClients + 1 {
		r, w := io.Pipe()
		b.Add(w)
		ends = append(ends, r)
	}
	assert.Equal(t, mostClients, b.Clients())
	_, err := ends[mostClients].Read(make([]byte, 1))
	assert.ErrorIs(t, err, io.EOF)
	for _, r := range ends {
		r.Close()
	}
	eventually(t, "they are forgotten", func() bool { b.Write([]byte("x")); return b.Clients() == 0 })
}

// stuck is a client that is never done with a write until it is closed.
type stuck struct {
	once   sync.Once
	closed chan struct{}
}

func (s *stuck) Write([]byte) (int, error) { <-s.closed; return 0, errors.New("closed") }
func (s *stuck) Close() error              { s.once.Do(func() { close(s.closed) }); return nil }

// stubborn is one that not even closing frees, as standard output is.
type stubborn struct{ *stuck }

func (stubborn) Close() error { return nil }

func TestCloseWaitsForNoStuckClient(t *testing.T) {
	free := &stuck{closed: make(chan struct{})}
	defer free.Close()
	for _, c := range []io.WriteCloser{&stuck{closed: make(chan struct{})}, stubborn{free}} {
		b := New()
		b.HeadDone()
		b.Add(c)
		b.Write([]byte("x"))
		since := time.Now()
		require.NoError(t, b.Close())
		assert.Less(t, time.Since(since), patience/2)
	}
}

func TestServeSaysWhatIsWrong(t *testing.T) {
	dir := scratch(t)
	path := filepath.Join(dir, "s")
	b := started(t)
	require.NoError(t, b.Serve(path))
	assert.ErrorContains(t, b.Serve(path), "another run listens")
	assert.ErrorContains(t, started(t).Serve(path), "another run listens")
	assert.ErrorContains(t, b.Serve(filepath.Join(dir, "t")), "one already")
	assert.ErrorContains(t, started(t).Serve(filepath.Join(dir, strings.Repeat("x", 100))), "longer than")
	assert.ErrorContains(t, started(t).Serve(filepath.Join(dir, "no", "s")), "no such file")
	file := filepath.Join(dir, "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	assert.ErrorContains(t, started(t).Serve(file), "not a socket")

	// What a killed run left is replaced.
	left := filepath.Join(dir, "left")
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: left, Net: "unix"})
	require.NoError(t, err)
	l.SetUnlinkOnClose(false)
	require.NoError(t, l.Close())
	again := started(t)
	require.NoError(t, again.Serve(left))
	dial(t, left)
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, entries, 3, "nothing is left of making them")
}

// Whatever is written and whenever clients come, each gets the head and then a run of
// whole blocks up to the end.
func TestClientsGetRunsOfBlocks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := New()
		type sink struct {
			read chan []byte
			from int
		}
		var sinks []sink
		written, done := 0, false
		heads := rapid.IntRange(0, 3).Draw(t, "head")
		for _, step := range rapid.SliceOfN(rapid.SampledFrom([]string{"write", "write", "write", "client"}), 0, 40).Draw(t, "steps") {
			if written == heads && !done {
				b.HeadDone()
				done = true
			}
			if step == "write" {
				b.Write(block(written, rapid.IntRange(8, 3000).Draw(t, "size")))
				written++
				continue
			}
			r, w := io.Pipe()
			s := sink{make(chan []byte, 1), max(written, heads)}
			go func() {
				all, _ := io.ReadAll(r)
				s.read <- all
			}()
			b.Add(w)
			sinks = append(sinks, s)
		}
		require.NoError(t, b.Close())
		for _, s := range sinks {
			got := numbers(t, <-s.read)
			if !done {
				require.Empty(t, got)
				continue
			}
			var want []int
			for n := range heads {
				want = append(want, n)
			}
			for n := s.from; n < written; n++ {
				want = append(want, n)
			}
			require.Equal(t, want, got)
		}
	})
}

func BenchmarkWriteToNobody(b *testing.B) {
	c := New()
	c.HeadDone()
	p := block(1, 200)
	for b.Loop() {
		c.Write(p)
	}
}
