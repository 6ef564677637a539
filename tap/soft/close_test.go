package soft

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/netip"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// ours is what all goroutines are at, of the stack and of this package's stations.
func ours() (n int) {
	buf := make([]byte, 1<<20)
	for g := range bytes.SplitSeq(buf[:runtime.Stack(buf, true)], []byte("\n\n")) {
		if bytes.Contains(g, []byte("gvisor.dev/gvisor")) || bytes.Contains(g, []byte("soft.(*Station)")) || bytes.Contains(g, []byte("net/http.(*")) {
			n++
		}
	}
	return n
}

// Close ends all that waits at a station, and leaves no goroutine.
func TestCloseEndsEverything(t *testing.T) {
	before := ours()
	a, b := station(t, 0, all, "10.0.0.1/24"), station(t, 1, all, "10.0.0.2/24")
	wire(t, 0, a, b)
	to := netip.MustParseAddr("10.0.0.2")

	var ends sync.WaitGroup
	waits := func(what string, f func() error) {
		started := make(chan struct{})
		ends.Go(func() {
			close(started)
			assert.Error(t, f(), what)
		})
		<-started
	}
	reading, full := dial(t, a, "tcp", to, 7), dial(t, a, "tcp", to, 19)
	datagrams, listening := dial(t, a, "udp", to, 9), dial(t, b, "tcp", netip.MustParseAddr("10.0.0.1"), 7)
	l, err := a.Listen("tcp", ":99")
	require.NoError(t, err)
	p, err := a.ListenPacket("udp", ":99")
	require.NoError(t, err)
	_, err = full.Read(make([]byte, 100))
	require.NoError(t, err) // and no more: the other end's window fills

	for _, c := range []net.Conn{reading, datagrams} {
		require.NoError(t, c.SetDeadline(time.Time{}))
		waits("read", func() error { _, err := c.Read(make([]byte, 100)); return err })
	}
	waits("accept", func() error { _, err := l.Accept(); return err })
	waits("datagram", func() error { _, _, err := p.ReadFrom(make([]byte, 100)); return err })
	waits("dial", func() error { _, err := a.Dial(context.Background(), "tcp", "10.0.0.7:80"); return err })
	waits("ping", func() error { _, err := a.Ping(context.Background(), netip.MustParseAddr("10.0.0.7")); return err })
	waits("write", func() error {
		for {
			if _, err := listening.Write(make([]byte, 1<<16)); err != nil { // nobody reads the echo
				return err
			}
		}
	})

	for _, s := range []*Station{a, b} {
		require.NoError(t, s.Close())
		require.NoError(t, s.Close(), "again")
	}
	ended := make(chan struct{})
	go func() { ends.Wait(); close(ended) }()
	select {
	case <-ended:
	case <-time.After(time.Minute):
		buf := make([]byte, 1<<20)
		t.Fatalf("something waits on:\n%s", buf[:runtime.Stack(buf, true)])
	}

	assert.ErrorIs(t, a.Write(make([]byte, 60)), io.EOF)
	_, err = a.Read(nil)
	assert.ErrorIs(t, err, io.EOF)
	_, err = a.Dial(soon(t), "tcp", "10.0.0.2:80")
	assert.ErrorIs(t, err, net.ErrClosed)
	_, err = a.Dial(soon(t), "udp", "10.0.0.2:80")
	assert.ErrorIs(t, err, net.ErrClosed)
	_, err = a.Listen("tcp", ":80")
	assert.ErrorIs(t, err, net.ErrClosed)
	_, err = a.ListenPacket("udp", ":80")
	assert.ErrorIs(t, err, net.ErrClosed)
	_, err = a.Ping(soon(t), to)
	assert.Error(t, err)
	assert.ErrorIs(t, a.Start(func() {}), net.ErrClosed)
	within(t, time.Minute, "all goroutines end", func() bool { return ours() <= before })
}

// Stations come and go while frames come in and programs dial.
func TestCloseAmidTraffic(t *testing.T) {
	before := ours()
	for range 20 {
		a, b := station(t, 0, all, "10.0.0.1/24"), station(t, 1, all, "10.0.0.2/24")
		wire(t, 0, a, b)
		var ended sync.WaitGroup
		for _, port := range []string{"7", "9", "19", "80", "81"} {
			ended.Go(func() {
				for {
					c, err := a.Dial(soon(t), "tcp", "10.0.0.2:"+port)
					if err == nil {
						io.WriteString(c, "GET / HTTP/1.0\r\n\r\n")
						c.Read(make([]byte, 1000))
						c.Close()
					}
					if a.ctx.Err() != nil {
						return
					}
				}
			})
		}
		time.Sleep(5 * time.Millisecond) // to be at any point of it
		require.NoError(t, b.Close())
		require.NoError(t, a.Close())
		ended.Wait()
	}
	within(t, time.Minute, "all goroutines end", func() bool { return ours() <= before })
}
