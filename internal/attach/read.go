package attach

import (
	"net/netip"
	"slices"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/internal/stations"
)

// reader reads the hosts that stations are attached to.
type reader struct{ *stations.Reader }

// The tables of the keys of attach.
type (
	table[T any] = document.Table[*reader, T]
	field[T any] = document.Field[*reader, T]
)

// Group is the host of a group's stations, while it is read.
type Group struct {
	members *stations.Members
	Node    *document.Node
	kind    Kind
	Ether   *document.Node // where the station's own address is written; nil: not in attach

	// What has a number in it for each station of a group.
	tap, iface, netns, socket, peer named

	addresses   []address
	gateway     netip.Addr
	gatewayAt   *document.Node
	ipv6        bool
	connect     bool
	promiscuous bool
	serve       []string
}

// named is a name for each of a group's stations. at is its position in the file, or nil.
type named struct {
	stations.Pattern
	at *document.Node
}

// tables has the keys of each way to a host, by [Kind]. The first key names the way.
var tables = [...]table[Group]{
	TAP: {What: "attach with tap", Fields: []field[Group]{
		{Key: "tap", Read: func(r *reader, a *Group, n *document.Node) {
			a.tap = r.numbered(a, n, cannotName("a TAP interface", checkTAP))
		}},
		{Key: "netns", Read: func(r *reader, a *Group, n *document.Node) {
			a.netns = r.numbered(a, n, cannotName("a network namespace", checkNetns))
		}},
		{Key: "ipv6", Read: func(r *reader, a *Group, n *document.Node) { a.ipv6, _ = r.Flag(n) }},
		{Key: "address", Read: readAddresses},
		{Key: "gateway", Read: readGateway},
		{Key: "ether", Read: func(_ *reader, a *Group, n *document.Node) { a.Ether = n }},
		{Key: "promiscuous", Read: readPromiscuous},
	}},
	Stream: {What: "attach with stream", Fields: []field[Group]{
		{Key: "stream", Read: func(r *reader, a *Group, n *document.Node) { a.socket = r.numbered(a, n, r.socketOver(n.Key, "tcp")) }},
		{Key: "connect", Read: func(r *reader, a *Group, n *document.Node) { a.connect, _ = r.Flag(n) }},
		{Key: "ether", Read: func(_ *reader, a *Group, n *document.Node) { a.Ether = n }},
		{Key: "promiscuous", Read: readPromiscuous},
	}, Misplaced: hostsOwn},
	Datagram: {What: "attach with dgram", Fields: []field[Group]{
		{Key: "dgram", Read: func(r *reader, a *Group, n *document.Node) { a.socket = r.numbered(a, n, r.socketOver(n.Key, "udp")) }},
		{Key: "peer", Read: func(r *reader, a *Group, n *document.Node) { a.peer = r.numbered(a, n, r.socketOver(n.Key, "udp")) }},
		{Key: "ether", Read: func(_ *reader, a *Group, n *document.Node) { a.Ether = n }},
		{Key: "promiscuous", Read: readPromiscuous},
	}, Misplaced: hostsOwn},
	Soft: {What: "attach with soft", Fields: []field[Group]{
		{Key: "soft", Read: func(r *reader, a *Group, n *document.Node) {
			if softTable.Read(r, n, a) && n.Get("address") == nil {
				r.Fail(n, "address is missing: write {soft: {address: 10.0.0.9/24}}")
			}
		}},
		{Key: "ether", Read: func(_ *reader, a *Group, n *document.Node) { a.Ether = n }},
		{Key: "promiscuous", Read: readPromiscuous},
	}, Misplaced: map[string]string{
		"address": "address belongs in soft: write {soft: {address: 10.0.0.9/24}}",
		"gateway": "gateway belongs in soft, beside its address",
		"serve":   "serve belongs in soft, beside its address",
	}},
	Iface: {What: "attach with iface", Fields: []field[Group]{
		{Key: "iface", Read: func(r *reader, a *Group, n *document.Node) {
			a.iface = r.numbered(a, n, cannotName("an interface", checkTAP))
		}},
		{Key: "netns", Read: func(r *reader, a *Group, n *document.Node) {
			a.netns = r.numbered(a, n, cannotName("a network namespace", checkNetns))
		}},
		{Key: "ether", Read: func(_ *reader, a *Group, n *document.Node) { a.Ether = n }},
		{Key: "promiscuous", Read: readPromiscuous},
	}, Misplaced: map[string]string{
		"address": "the hosts behind an interface have addresses of their own: leave address out",
		"gateway": "the hosts behind an interface have routes of their own: leave gateway out",
	}},
	UDP: {What: "attach with udp", Fields: []field[Group]{
		{Key: "udp", Read: func(r *reader, a *Group, n *document.Node) {
			if tunnelTable.Read(r, n, a) && (n.Get("local") == nil || n.Get("remote") == nil) {
				r.Fail(n, "a tunnel has two ends: write %s", tunnelExample)
			}
		}},
		{Key: "ether", Read: func(_ *reader, a *Group, n *document.Node) { a.Ether = n }},
		{Key: "promiscuous", Read: readPromiscuous},
	}, Misplaced: hostsOwn},
}

const tunnelExample = "{udp: {local: \"127.0.0.1:10001\", remote: \"127.0.0.1:10000\"}}"

// tunnelTable has the keys of a UDP tunnel.
var tunnelTable = table[Group]{
	What: "udp",
	Fields: []field[Group]{
		{Key: "local", Read: func(r *reader, a *Group, n *document.Node) { a.socket = r.numbered(a, n, checkTunnel) }},
		{Key: "remote", Read: func(r *reader, a *Group, n *document.Node) { a.peer = r.numbered(a, n, checkTunnel) }},
	},
}

// softTable has the keys of a host inside csmacd.
var softTable = table[Group]{
	What: "soft",
	Fields: []field[Group]{
		{Key: "address", Read: readAddresses},
		{Key: "gateway", Read: readGateway},
		{Key: "serve", Read: readServe},
	},
	Misplaced: map[string]string{
		"ether":       "ether belongs beside soft",
		"promiscuous": "promiscuous belongs beside soft",
	},
}

// hostsOwn has the keys that do not apply to a host behind a socket.
var hostsOwn = map[string]string{
	"address": "the host behind a socket has addresses of its own: leave address out",
	"gateway": "the host behind a socket has routes of its own: leave gateway out",
	"netns":   "a socket has no network namespace: leave netns out",
}

// example shows what an attach can look like.
const example = "write {tap: tap0}, {iface: veth0}, {stream: \"unix:/run/x.sock\"}, {dgram: ...}, {udp: ...} or {soft: {address: 10.0.0.9/24}}"

// Read reads what a station is attached to: a mapping, or tap for an interface with the
// station's name.
func Read(own *stations.Reader, m *stations.Members, n *document.Node) *Group {
	r := &reader{own}
	a := &Group{members: m, Node: n}
	if t := m.Node.Get("traffic"); t != nil && (n.Kind != document.Mapping || n.Get("soft") == nil) {
		r.Fail(t, "an attached station sends what its host gives it: give the traffic to another station")
	}
	if n.Kind == document.Scalar && n.Text == "tap" {
		r.checkOwnName(a)
		return a
	}
	if n.Kind != document.Mapping {
		r.Fail(n, "a station cannot be attached to this: %s", example)
		return nil
	}
	var ok bool
	if a.kind, ok = r.attachKind(n); !ok {
		return nil
	}
	// The hosts behind a socket or an interface are not known, and may be many.
	a.promiscuous = a.kind != TAP && a.kind != Soft
	tables[a.kind].Read(r, n, a)
	if a.kind == TAP && n.Get("tap") == nil {
		r.checkOwnName(a)
	}
	r.checkHost(a)
	return a
}

// Kind returns the way to the hosts.
func (a *Group) Kind() Kind { return a.kind }

// attachKind finds which way to a host a mapping describes.
func (r *reader) attachKind(n *document.Node) (kind Kind, ok bool) {
	var first *document.Entry
	for _, e := range n.Entries {
		k := slices.IndexFunc(tables[:], func(t table[Group]) bool { return t.Fields[0].Key == e.Key })
		switch {
		case k < 0:
		case first != nil:
			r.FailKey(n, e, "%s already says what the station is attached to: give one of the two", first.Key)
			return 0, false
		default:
			first, kind = e, Kind(k)
		}
	}
	if first == nil && n.Get("netns") == nil && n.Get("address") == nil {
		r.Fail(n, "this does not say what the station is attached to: %s", example)
		return 0, false
	}
	return kind, true
}

func readPromiscuous(r *reader, a *Group, n *document.Node) {
	document.SetTo(&a.promiscuous)(r.Flag(n))
}

// readServe reads a service, or a list of them.
func readServe(r *reader, a *Group, n *document.Node) {
	list := []*document.Node{n}
	if n.Kind == document.List {
		list = n.Items
	}
	for _, item := range list {
		s, ok := r.OneOf(item, "a service", Services...)
		switch {
		case !ok:
		case slices.Contains(a.serve, s):
			r.Fail(item, "%s is in the list twice", s)
		default:
			a.serve = append(a.serve, s)
		}
	}
}

// numbered reads a name or a socket that has a number in it for each station of a group. check
// is given the last of the group, which is the longest and has the highest number.
func (r *reader) numbered(a *Group, n *document.Node, check func(last string) error) named {
	p, ok := r.numbering(a.members, n)
	if !ok {
		return named{}
	}
	if err := check(p.Name(a.members.Count - 1)); err != nil {
		r.Fail(n, "%v", err)
		return named{}
	}
	return named{p, n}
}

// numbering reads a text with a group's number in it.
func (r *reader) numbering(g *stations.Members, n *document.Node) (p stations.Pattern, ok bool) {
	s, ok := r.Word(n)
	if !ok {
		return p, false
	}
	p, err := stations.ParsePattern(s)
	switch {
	case err != nil:
		r.Fail(n, "%v", err)
	case p.Numbered && g.Node.Get("count") == nil:
		r.Fail(n, "%q has a number in it: give count, the number of stations in the group", s)
	default:
		return p, true
	}
	return p, false
}

// checkOwnName reports a station's name that a TAP cannot have.
func (r *reader) checkOwnName(a *Group) {
	g := a.members
	if g.Nameless {
		return
	}
	name := g.StationName(g.Count - 1)
	if err := checkTAP(name); err != nil {
		r.Fail(a.Node, "%q, the station's name, cannot name a TAP interface: %v: write {tap: NAME}", name, err)
	}
}
