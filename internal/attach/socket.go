package attach

import (
	"strings"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/tap"
)

// numberedSocket reads a socket whose address a group numbers; its network is unix, or
// the other one that is given.
func (r *reader) numberedSocket(a *Group, n *document.Node, other string) named {
	p, ok := r.numbering(a.members, n)
	if !ok {
		return named{}
	}
	// The last is the longest, and of the highest port.
	socket, err := r.socketAt(p.Name(a.members.Count - 1))
	switch {
	case err != nil:
		r.Fail(n, "%v", err)
	case socket.Network() != "unix" && socket.Network() != other:
		r.Fail(n, "%s takes no %s socket: write unix:/path or %s:127.0.0.1:5000", n.Key, socket.Network(), other)
	default:
		return named{p, n}
	}
	return named{}
}

// socketAt reads a socket; a path that is relative starts at the scenario's folder.
func (r *reader) socketAt(s string) (tap.Socket, error) {
	if path, ok := strings.CutPrefix(s, "unix:"); ok && path != "" && path[0] != '@' {
		s = "unix:" + r.Besides(path)
	}
	return tap.ParseSocket(s)
}

// socket returns the socket of a group's i-th station.
func (r *reader) socket(n named, i int) (tap.Socket, bool) {
	s, err := r.socketAt(n.Name(i))
	if err != nil {
		r.Fail(n.at, "%v", err)
	}
	return s, err == nil
}

// checkPeer reports whether the two ends of a datagram socket go together.
func (r *reader) checkPeer(own, peer tap.Socket, at *document.Node) bool {
	switch {
	case own == peer:
		r.Fail(at, "%s is the station's own socket: name the one of the host", peer)
	case own.Network() != peer.Network():
		r.Fail(at, "a %s socket cannot send to one of %s", own.Network(), peer.Network())
	default:
		return true
	}
	return false
}
