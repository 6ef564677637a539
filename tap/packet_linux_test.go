package tap

import (
	"net"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// socket is a packet socket on an interface, for one EtherType.
type socket struct {
	fd int
	to unix.SockaddrLinklayer
}

func packetSocket(t testing.TB, iface *net.Interface, etherType uint16) *socket {
	t.Helper()
	protocol := etherType<<8 | etherType>>8 // in network order
	fd, err := unix.Socket(unix.AF_PACKET, unix.SOCK_RAW|unix.SOCK_CLOEXEC, int(protocol))
	require.NoError(t, err)
	t.Cleanup(func() { unix.Close(fd) })
	s := &socket{fd, unix.SockaddrLinklayer{Protocol: protocol, Ifindex: iface.Index}}
	require.NoError(t, unix.Bind(fd, &s.to))
	require.NoError(t, unix.SetsockoptTimeval(fd, unix.SOL_SOCKET, unix.SO_RCVTIMEO, &unix.Timeval{Sec: 5}))
	return s
}

func (s *socket) send(frame []byte) error { return unix.Sendto(s.fd, frame, 0, &s.to) }

// receive returns the next frame that came in, not one that went out.
func (s *socket) receive() ([]byte, error) {
	buf := make([]byte, 2000)
	for {
		n, from, err := unix.Recvfrom(s.fd, buf, 0)
		if err != nil {
			return nil, err
		}
		if l, ok := from.(*unix.SockaddrLinklayer); ok && l.Pkttype != unix.PACKET_OUTGOING {
			return buf[:n], nil
		}
	}
}
