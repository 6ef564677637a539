package scenario

import (
	"cmp"
	"github.com/csmacd/csmacd/internal/document"
)

// attachStations writes out the live stations, and says what two of them cannot have
// both.
func (r *reader) attachStations() {
	total := 0
	for _, g := range r.groups {
		if g.attach == nil {
			continue
		}
		if total += g.Count; total > r.limits.attached {
			r.Fail(g.attach.node, "that makes more than %d attached stations, the most that a scenario can have", r.limits.attached)
			return
		}
	}
	taken := map[string]*document.Node{} // by what is taken, where it is written
	for _, g := range r.groups {
		for i := range g.Count {
			if g.attach == nil || !r.attachStation(g.attach, i, taken) {
				break // one of two groups is enough
			}
		}
	}
}

// attachStation writes out a group's i-th station. It says whether all is well.
func (r *reader) attachStation(a *attach, i int, taken map[string]*document.Node) bool {
	g := a.group
	out := Attachment{Station: g.First + i, Kind: a.kind, Gateway: a.gateway, IPv6: a.ipv6,
		Connect: a.connect, Serve: a.serve, Promiscuous: a.promiscuous}
	take := func(n *document.Node, kind, what string) bool {
		key := kind + " " + what
		if other, ok := taken[key]; ok && other == n {
			r.Fail(n, "%d stations cannot share %s %s: put their number into it as %%d", g.Count, kind, what)
			return false
		} else if ok {
			r.Fail(n, "%s %s is taken: it stands at %s (%s)", kind, what, other.Path(), other.Where())
			return false
		}
		taken[key] = n
		return true
	}
	if a.kind == TAP && !g.Nameless {
		out.TAP = g.StationName(i)
		if a.tap.at != nil {
			out.TAP = a.tap.Name(i)
		}
		what := out.TAP
		if a.netns.at != nil {
			out.Netns = a.netns.Name(i)
			what += " in " + out.Netns
		}
		if !take(cmp.Or(a.tap.at, a.node), "the TAP interface", what) {
			return false
		}
	}
	if a.socket.at != nil {
		var ok bool
		if out.Socket, ok = r.socket(a.socket, i); !ok || !take(a.socket.at, "the socket", out.Socket.String()) {
			return false
		}
		if a.peer.at != nil {
			if out.Peer, ok = r.socket(a.peer, i); !ok || !r.checkPeer(out.Socket, out.Peer, a.peer.at) {
				return false
			}
		}
	}
	for _, first := range a.addresses {
		p, in := first.plus(i)
		switch {
		case !in:
			r.Fail(first.at, "counted up for %d stations, the address leaves the hosts of its network, %s", g.Count, first.Masked())
			return false
		case p.Addr() == a.gateway:
			r.Fail(a.gatewayAt, "%s is an address of the station's own", a.gateway)
			return false
		case !take(first.at, "the address", p.Addr().String()):
			return false
		}
		out.Addresses = append(out.Addresses, p)
	}
	r.scenario.Attached = append(r.scenario.Attached, out)
	return true
}

// warnAttached warns of hosts whose frames to each other never come to the cable: the
// kernel hands on by itself what one namespace sends to an address of its own.
func (r *reader) warnAttached() {
	first := map[string]int{} // station, by namespace
	for _, a := range r.scenario.Attached {
		if a.Kind != TAP || len(a.Addresses) == 0 {
			continue
		}
		other, shared := first[a.Netns]
		if !shared {
			first[a.Netns] = a.Station
			continue
		}
		g := r.groupOf(a.Station)
		where := "the same namespace"
		if a.Netns != "" {
			where += ", " + a.Netns
		}
		r.Warn(g.attach.node, "%s and %s are in %s, so that what they send each other never leaves it: give each a netns of its own",
			r.groupOf(other).nameOf(other), g.nameOf(a.Station), where)
		return
	}
}

// nameOf gives the name of a station of the group by its number.
func (g *group) nameOf(station int) string { return g.StationName(station - g.First) }

// attached says whether any station is, or is meant to be.
func (r *reader) attached() bool {
	for _, g := range r.groups {
		if g.Node.Get("attach") != nil {
			return true
		}
	}
	return false
}
