package tap

import (
	"bytes"
	"net"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var _ interface {
	Link
	Dropper
	Waiter
} = (*Datagram)(nil)

// packetConn is the other end, made by package net.
func packetConn(t *testing.T, local Socket) net.PacketConn {
	t.Helper()
	network := local.network
	if network == "unix" {
		network = "unixgram"
	}
	c, err := net.ListenPacket(network, local.address())
	require.NoError(t, err)
	t.Cleanup(func() { c.Close() })
	require.NoError(t, c.SetDeadline(time.Now().Add(10*time.Second)))
	return c
}

func netAddr(s Socket) net.Addr {
	if s.network == "unix" {
		return &net.UnixAddr{Name: s.path, Net: "unixgram"}
	}
	return net.UDPAddrFromAddrPort(s.addr)
}

// sockets returns two sockets of a kind.
func sockets(t *testing.T, network string) (a, b Socket) {
	if network == "unix" {
		return at(t, "a"), at(t, "b")
	}
	return freePort(t, network), freePort(t, network)
}

func TestADatagramIsAFrame(t *testing.T) {
	for _, network := range []string{"unix", "udp"} {
		for _, known := range []bool{true, false} {
			t.Run(network, func(t *testing.T) {
				here, there := sockets(t, network)
				peer := there
				if !known {
					peer = Socket{}
				}
				d, err := OpenDatagram(here, peer)
				started(t, d, err)
				p := make([]byte, 100)
				_, err = d.Read(p)
				assert.Equal(t, ErrNothing, err)
				if err := d.Write([]byte("nobody is there")); network == "unix" || !known {
					assert.Equal(t, ErrAbsent, err)
				}
				assert.False(t, d.Connected())
				_, err = d.Read(p)
				assert.Equal(t, ErrNothing, err, "that a port is closed is no error")

				for range 2 { // the peer comes, goes and comes back
					c := packetConn(t, there)
					long := bytes.Repeat([]byte("long"), 500)
					for _, frame := range [][]byte{[]byte("hello"), long, {}, []byte("last")} {
						_, err = c.WriteTo(frame, netAddr(here))
						require.NoError(t, err)
						n, err := next(t, d, p)
						require.NoError(t, err)
						assert.Equal(t, len(frame), n, "the whole length")
						assert.Equal(t, frame[:min(n, len(p))], p[:min(n, len(p))])
					}
					assert.True(t, d.Connected())
					eventually(t, "it is taken", func() bool { return d.Write(long) == nil })
					buf := make([]byte, 5000)
					n, _, err := c.ReadFrom(buf)
					require.NoError(t, err)
					assert.Equal(t, long, buf[:n])
					assert.Equal(t, ErrNotTaken, d.Write(make([]byte, 1<<20)))
					c.Close()
					if network == "unix" {
						os.Remove(there.path)
					}
				}
			})
		}
	}
}

// A peer that takes frames and sends none counts as there. It does not count as there before it
// comes, or after a frame for it has come back. Only frames that it got are counted as taken.
func TestAPeerThatSendsNothing(t *testing.T) {
	for _, network := range []string{"unix", "udp"} {
		t.Run(network, func(t *testing.T) {
			here, there := sockets(t, network)
			d, err := OpenDatagram(here, there)
			started(t, d, err)
			p := make([]byte, 100)
			got, taken := 0, 0
			write := func() {
				err := d.Write([]byte("frame"))
				if err != nil {
					assert.Equal(t, ErrAbsent, err)
				} else {
					taken++
				}
			}
			for range 3 {
				for i := range 10 {
					write()
					if i%2 == 0 { // who waits for the socket finds out first
						_, err := d.Read(p)
						assert.Equal(t, ErrNothing, err)
					}
				}
				assert.False(t, d.Connected())
				c := packetConn(t, there)
				for range 10 {
					write()
					_, _, err := c.ReadFrom(p)
					require.NoError(t, err)
					got++
				}
				assert.True(t, d.Connected())
				c.Close()
				if network == "unix" {
					os.Remove(there.path)
				}
			}
			eventually(t, "it is known to be gone", func() bool { write(); return !d.Connected() })
			assert.InDelta(t, got, taken, 1, "the last UDP frame's fate is not known yet")
		})
	}
}

// Without a peer, frames go to the sender of the last frame; with a peer, a UDP socket hears nobody
// else.
func TestWhoIsAnswered(t *testing.T) {
	for _, network := range []string{"unix", "udp"} {
		here, one := sockets(t, network)
		two, other := sockets(t, network)
		d, err := OpenDatagram(here, Socket{})
		started(t, d, err)
		p := make([]byte, 100)
		for _, s := range []Socket{one, two} {
			c := packetConn(t, s)
			c.WriteTo([]byte("hello"), netAddr(here))
			_, err := next(t, d, p)
			require.NoError(t, err)
			require.NoError(t, d.Write([]byte(s.String())))
			n, _, err := c.ReadFrom(p)
			require.NoError(t, err)
			assert.Equal(t, s.String(), string(p[:n]))
		}
		if network == "unix" { // one without a name is heard, and cannot be answered
			c, err := net.Dial("unixgram", here.path)
			require.NoError(t, err)
			c.Write([]byte("anonymous"))
			c.Close()
			_, err = next(t, d, p)
			require.NoError(t, err)
			assert.NoError(t, d.Write([]byte("to the one before")))
			continue
		}
		d, err = OpenDatagram(other, one)
		started(t, d, err)
		c := packetConn(t, freePort(t, "udp"))
		c.WriteTo([]byte("hello"), netAddr(other))
		assert.False(t, poll(d.FD(), 20*time.Millisecond))
	}
}

// A write does not wait for a peer that does not read. Frames for which there was no room here are
// counted.
func TestDatagramsFindNoRoom(t *testing.T) {
	here, there := sockets(t, "unix")
	d, err := OpenDatagram(here, there)
	started(t, d, err)
	packetConn(t, there)
	taken := 0
	for d.Write(make([]byte, 1500)) == nil {
		taken++
		require.Less(t, taken, 100000)
	}
	assert.NotZero(t, taken)

	here, there = sockets(t, "udp")
	d, err = OpenDatagram(here, there)
	started(t, d, err)
	c := packetConn(t, there)
	const sent = 2000
	for range sent {
		c.WriteTo(make([]byte, 1500), netAddr(here))
	}
	read := uint64(0)
	for p := make([]byte, 2000); ; read++ {
		if _, err := d.Read(p); err != nil {
			require.Equal(t, ErrNothing, err)
			break
		}
	}
	assert.NotZero(t, d.Dropped())
	assert.Equal(t, uint64(sent), read+d.Dropped())
	require.NoError(t, d.Close())
	assert.Equal(t, uint64(sent), read+d.Dropped())
}

func TestDatagramsRefused(t *testing.T) {
	unixgram, tcp := at(t, "s"), freePort(t, "tcp")
	udp, six := freePort(t, "udp"), Socket{}
	six, err := ParseSocket("udp:[::1]:5000")
	require.NoError(t, err)
	for _, c := range []struct {
		local, peer Socket
		why         string
	}{
		{Socket{}, Socket{}, "socket as unix:"},
		{tcp, Socket{}, "socket as unix:"},
		{udp, unixgram, "of different kinds: use udp for both"},
		{udp, udp, "its own peer"},
		{udp, six, "IPv4 and IPv6"},
		{unixgram, Socket{network: "unix", path: "/dev/null"}, "not a socket"},
	} {
		_, err := OpenDatagram(c.local, c.peer)
		assert.ErrorContains(t, err, c.why)
	}
	d, err := OpenDatagram(udp, Socket{})
	require.NoError(t, err)
	_, err = OpenDatagram(udp, Socket{})
	assert.ErrorContains(t, err, "another program has the port")
	before := files(t)
	for range 5 {
		OpenDatagram(udp, Socket{})
		OpenDatagram(unixgram, Socket{network: "unix", path: "/dev/null"})
	}
	assert.Equal(t, before, files(t))
	assert.NoFileExists(t, unixgram.path)

	require.NoError(t, d.Close())
	require.NoError(t, d.Close())
	assert.Equal(t, -1, d.FD())
	_, err = d.Read(nil)
	assert.ErrorIs(t, err, os.ErrClosed)
	assert.ErrorIs(t, d.Write(nil), os.ErrClosed)
}

func TestDatagramDoesNotAllocate(t *testing.T) {
	for _, network := range []string{"unix", "udp"} {
		here, there := sockets(t, network)
		one, err := OpenDatagram(here, there)
		started(t, one, err)
		other, err := OpenDatagram(there, Socket{})
		started(t, other, err)
		frame, buf := make([]byte, 1514), make([]byte, 2000)
		assert.Zero(t, testing.AllocsPerRun(100, func() {
			for _, l := range [][2]Link{{one, other}, {other, one}} {
				if err := l[0].Write(frame); err != nil {
					t.Error(err)
				}
				if _, err := l[1].Read(buf); err != nil {
					t.Error(err)
				}
			}
		}))
	}
}
