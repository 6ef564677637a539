package attach

import (
	"fmt"
	"strings"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/tap"
)

// socketOver checks the address of a socket, which is the value of a key. The socket's network
// must be unix, or the other one that is given.
func (r *reader) socketOver(key, other string) func(address string) error {
	return func(address string) error {
		s, err := r.socketAt(address)
		if err == nil && s.Network() != "unix" && s.Network() != other {
			err = fmt.Errorf("%s takes no %s socket: write unix:/path or %s:127.0.0.1:5000", key, s.Network(), other)
		}
		return err
	}
}

// socketAt reads a socket; a path that is relative starts at the scenario's folder.
func (r *reader) socketAt(s string) (tap.Socket, error) {
	if path, ok := strings.CutPrefix(s, "unix:"); ok && path != "" && path[0] != '@' {
		s = "unix:" + r.Besides(path)
	}
	return tap.ParseSocket(s)
}

// socket returns the socket of a group's i-th station, or an end of its tunnel.
func (r *reader) socket(k Kind, n named, i int) (tap.Socket, bool) {
	parse := r.socketAt
	if k == UDP {
		parse = tap.ParseTunnel
	}
	s, err := parse(n.Name(i))
	if err != nil {
		r.Fail(n.at, "%v", err)
	}
	return s, err == nil
}

// checkTunnel says why an address cannot be one end of a tunnel.
func checkTunnel(address string) error {
	_, err := tap.ParseTunnel(address)
	return err
}

// checkPeer reports whether the two ends of a datagram socket fit together.
func (r *reader) checkPeer(own, peer tap.Socket, at *document.Node) bool {
	switch {
	case own == peer:
		r.Fail(at, "%s is the station's own socket: give the host's socket", peer)
	case own.Network() != peer.Network():
		r.Fail(at, "a %s socket cannot send to a %s socket", own.Network(), peer.Network())
	default:
		return true
	}
	return false
}
