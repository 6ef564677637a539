package soft

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var all = []string{"chargen", "discard", "echo", "http"}

func soon(t testing.TB) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	return ctx
}

// Two stations talk over a wire, in either version of IP, and over one that loses every
// tenth frame.
func TestStationsTalk(t *testing.T) {
	for _, lossy := range []int{0, 10} {
		for _, at := range []string{"10.0.0.2", "fd00::2"} {
			t.Run(fmt.Sprintf("%s, one in %d lost", at, lossy), func(t *testing.T) {
				t.Parallel()
				a := station(t, 0, nil, "10.0.0.1/24", "fd00::1/64")
				b := station(t, 1, all, "10.0.0.2/24", "fd00::2/64")
				wire(t, lossy, a, b)
				to := netip.MustParseAddr(at)
				pings(t, a, to)
				echoes(t, a, to)
				answersDatagrams(t, a, to)
				downloads(t, a, to)
				discards(t, a, to)
				generates(t, a, to)
			})
		}
	}
}

func pings(t *testing.T, a *Station, to netip.Addr) {
	for range 60 { // one of them may be lost
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		rtt, err := a.Ping(ctx, to)
		cancel()
		if err == nil {
			assert.Positive(t, rtt)
			return
		}
	}
	assert.Fail(t, "no ping is answered")
}

func dial(t *testing.T, a *Station, network string, to netip.Addr, port uint16) net.Conn {
	t.Helper()
	c, err := a.Dial(soon(t), network, netip.AddrPortFrom(to, port).String())
	require.NoError(t, err)
	t.Cleanup(func() { c.Close() })
	require.NoError(t, c.SetDeadline(time.Now().Add(time.Minute)))
	return c
}

func echoes(t *testing.T, a *Station, to netip.Addr) {
	c := dial(t, a, "tcp", to, 7)
	sent := bytes.Repeat([]byte("a collision "), 3000)
	go c.Write(sent)
	got := make([]byte, len(sent))
	_, err := io.ReadFull(c, got)
	require.NoError(t, err)
	assert.True(t, bytes.Equal(sent, got))
}

func answersDatagrams(t *testing.T, a *Station, to netip.Addr) {
	c := dial(t, a, "udp", to, 7)
	got := make([]byte, 100)
	for range 60 {
		_, err := c.Write([]byte("hello"))
		require.NoError(t, err)
		require.NoError(t, c.SetReadDeadline(time.Now().Add(time.Second)))
		if n, err := c.Read(got); err == nil {
			assert.Equal(t, "hello", string(got[:n]))
			return
		}
	}
	assert.Fail(t, "no datagram is answered")
}

func client(a *Station) *http.Client {
	return &http.Client{Transport: &http.Transport{DialContext: a.Dial, DisableKeepAlives: true}, Timeout: time.Minute}
}

func get(t *testing.T, a *Station, to netip.Addr, path string) (int, []byte) {
	t.Helper()
	r, err := client(a).Get("http://" + netip.AddrPortFrom(to, 80).String() + path)
	require.NoError(t, err)
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	require.NoError(t, err)
	return r.StatusCode, body
}

func downloads(t *testing.T, a *Station, to netip.Addr) {
	_, page := get(t, a, to, "/")
	assert.Contains(t, string(page), "I am B")
	assert.Contains(t, string(page), "requests  1,")
	code, body := get(t, a, to, "/bytes/50000")
	assert.Equal(t, 200, code)
	require.Len(t, body, 50000)
	assert.Equal(t, byte(49999%256), body[49999])
	for _, path := range []string{"/bytes/-1", "/bytes/lots", "/bytes/99999999999999999999"} {
		code, body = get(t, a, to, path)
		assert.Equal(t, 400, code)
		assert.Contains(t, string(body), "write 0 to")
	}
	code, _ = get(t, a, to, "/elsewhere")
	assert.Equal(t, 404, code)
}

func discards(t *testing.T, a *Station, to netip.Addr) {
	c := dial(t, a, "tcp", to, 9)
	_, err := c.Write(make([]byte, 30000))
	assert.NoError(t, err)
}

func generates(t *testing.T, a *Station, to netip.Addr) {
	c := dial(t, a, "tcp", to, 19)
	got := make([]byte, 74*100)
	_, err := io.ReadFull(c, got)
	require.NoError(t, err)
	assert.Equal(t, " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefg\r\n", string(got[:74]))
	for i := range 100 {
		require.Equal(t, string(line(i)), string(got[74*i:74*i+74]))
	}
}

// A station is a host for Go programs: they listen, too, and to a broadcast.
func TestProgramsListen(t *testing.T) {
	a, b := station(t, 0, nil, "10.0.0.1/24"), station(t, 1, nil, "10.0.0.2/24")
	wire(t, 0, a, b)
	l, err := b.Listen("tcp", ":8080")
	require.NoError(t, err)
	defer l.Close()
	go func() {
		c, err := l.Accept()
		if err == nil {
			io.WriteString(c, "welcome "+c.RemoteAddr().String()[:8])
			c.Close()
		}
	}()
	c := dial(t, a, "tcp4", netip.MustParseAddr("10.0.0.2"), 8080)
	got, err := io.ReadAll(c)
	require.NoError(t, err)
	assert.Equal(t, "welcome 10.0.0.1", string(got))

	p, err := b.ListenPacket("udp4", ":68")
	require.NoError(t, err)
	q, err := a.ListenPacket("udp", "10.0.0.1:0")
	require.NoError(t, err)
	for _, to := range []string{"10.0.0.2", "10.0.0.255", "255.255.255.255"} {
		_, err = q.WriteTo([]byte(to), &net.UDPAddr{IP: net.ParseIP(to), Port: 68})
		require.NoError(t, err, to)
		require.NoError(t, p.SetReadDeadline(time.Now().Add(time.Minute)))
		buf := make([]byte, 20)
		n, from, err := p.ReadFrom(buf)
		require.NoError(t, err, to)
		assert.Equal(t, to, string(buf[:n]))
		assert.Equal(t, q.LocalAddr().String(), from.String())
	}
	for _, to := range []net.Addr{nil, (*net.UDPAddr)(nil), &net.UDPAddr{}, &net.TCPAddr{}, &net.UDPAddr{IP: net.IP{1, 2, 3}}} {
		_, err := q.WriteTo([]byte("x"), to)
		assert.Error(t, err, "%v", to)
	}
}

// Who is not there, or does not listen, is an error in good time.
func TestNobodyThere(t *testing.T) {
	a, b := station(t, 0, nil, "10.0.0.1/24"), station(t, 1, nil, "10.0.0.2/24")
	wire(t, 0, a, b)
	_, err := a.Dial(soon(t), "tcp", "10.0.0.2:80")
	assert.ErrorContains(t, err, "refused")
	_, err = a.Dial(soon(t), "tcp", "192.168.1.1:80")
	assert.ErrorContains(t, err, "unreachable")
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	_, err = a.Dial(ctx, "tcp", "10.0.0.3:80")
	assert.ErrorIs(t, err, context.DeadlineExceeded)
	_, err = a.Ping(ctx, netip.MustParseAddr("10.0.0.3"))
	assert.ErrorIs(t, err, context.DeadlineExceeded)

	for address, says := range map[string]string{"localhost:80": "names are not resolved", "10.0.0.2": "such as", "10.0.0.2:0": "no host", "[::]:80": "no host"} {
		_, err = a.Dial(soon(t), "tcp", address)
		assert.ErrorContains(t, err, says)
	}
	_, err = a.Dial(soon(t), "unix", "10.0.0.2:80")
	assert.ErrorContains(t, err, "write tcp,")
	_, err = a.Dial(soon(t), "tcp6", "10.0.0.2:80")
	assert.ErrorContains(t, err, "family")
	_, err = a.Listen("udp", ":80")
	assert.ErrorContains(t, err, "write tcp,")
	_, err = a.ListenPacket("tcp", ":80")
	assert.ErrorContains(t, err, "write udp,")
	_, err = a.Listen("tcp", "10.0.0.9:80")
	assert.Error(t, err)
}
