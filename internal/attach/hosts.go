package attach

import (
	"cmp"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/internal/stations"
)

// Hosts returns the hosts of groups of stations, up to most, and reports what two of them
// cannot share.
func Hosts(own *stations.Reader, groups []*Group, most int) (list []Host) {
	r := &reader{own}
	total := 0
	for _, a := range groups {
		if total += a.members.Count; total > most {
			r.Fail(a.Node, "there are more than %d attached stations, the most that a scenario can have", most)
			return nil
		}
	}
	taken := map[string]*document.Node{} // its position in the file, by what is used
	for _, a := range groups {
		for i := range a.members.Count {
			out, ok := r.attachStation(a, i, taken)
			if !ok {
				break // one of two groups is enough
			}
			list = append(list, out)
		}
	}
	return list
}

// attachStation describes the host of a group's i-th station. It reports whether all is well.
func (r *reader) attachStation(a *Group, i int, taken map[string]*document.Node) (out Host, ok bool) {
	g := a.members
	out = Host{Station: g.First + i, Kind: a.kind, Gateway: a.gateway, IPv6: a.ipv6,
		Connect: a.connect, Serve: a.serve, Promiscuous: a.promiscuous}
	take := func(n *document.Node, kind, what string) bool {
		key := kind + " " + what
		if other, ok := taken[key]; ok && other == n {
			r.Fail(n, "%d stations cannot share %s %s: put %%d into it, for the number of each", g.Count, kind, what)
			return false
		} else if ok {
			r.Fail(n, "%s %s is already used at %s (%s)", kind, what, other.Path(), other.Where())
			return false
		}
		taken[key] = n
		return true
	}
	// inNetns returns what an interface is called in the network namespace of the group.
	inNetns := func(what string) string {
		if a.netns.at == nil {
			return what
		}
		out.Netns = a.netns.Name(i)
		return what + " in " + out.Netns
	}
	if a.kind == TAP && !g.Nameless {
		out.TAP = g.StationName(i)
		if a.tap.at != nil {
			out.TAP = a.tap.Name(i)
		}
		if !take(cmp.Or(a.tap.at, a.Node), "the TAP interface", inNetns(out.TAP)) {
			return out, false
		}
	}
	if a.iface.at != nil {
		out.Iface = a.iface.Name(i)
		if !take(a.iface.at, "the interface", inNetns(out.Iface)) {
			return out, false
		}
	}
	if a.socket.at != nil {
		if out.Socket, ok = r.socket(a.kind, a.socket, i); !ok || !take(a.socket.at, "the socket", out.Socket.String()) {
			return out, false
		}
		if a.peer.at != nil {
			if out.Peer, ok = r.socket(a.kind, a.peer, i); !ok || !r.checkPeer(out.Socket, out.Peer, a.peer.at) {
				return out, false
			}
		}
	}
	for _, first := range a.addresses {
		p, in := first.plus(i)
		switch {
		case !in:
			r.Fail(first.at, "from this address on there are not enough for %d stations in the network %s", g.Count, first.Masked())
			return out, false
		case p.Addr() == a.gateway:
			r.Fail(a.gatewayAt, "%s is the station's own address", a.gateway)
			return out, false
		case !take(first.at, "the address", p.Addr().String()):
			return out, false
		}
		out.Addresses = append(out.Addresses, p)
	}
	return out, true
}
