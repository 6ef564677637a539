package scenario

import (
	"net/netip"
	"slices"
)

// attach is what a group's stations are attached to, while it is read.
type attach struct {
	group *group
	node  *node
	kind  AttachKind

	// What is numbered, as names are, for a group.
	tap, netns, socket, peer named

	addresses   []address
	gateway     netip.Addr
	gatewayAt   *node
	ipv6        bool
	connect     bool
	promiscuous bool
	serve       []string
}

// named is a name for each of a group's stations; at says where it is written, nil
// where it is not.
type named struct {
	pattern
	at *node
}

// attachTables are the keys of each way to a host, by [AttachKind]. The first names it.
var attachTables = [...]table[attach]{
	TAP: {what: "attach with tap", fields: []field[attach]{
		{"tap", func(r *reader, a *attach, n *node) { a.tap = r.numberedName(a, n, "a TAP interface", checkTAP) }},
		{"netns", func(r *reader, a *attach, n *node) { a.netns = r.numberedName(a, n, "a network namespace", checkNetns) }},
		{"ipv6", func(r *reader, a *attach, n *node) { a.ipv6, _ = r.flag(n) }},
		{"address", readAddresses},
		{"gateway", readGateway},
		{"ether", readAttachEther},
		{"promiscuous", readPromiscuous},
	}},
	Stream: {what: "attach with stream", fields: []field[attach]{
		{"stream", func(r *reader, a *attach, n *node) { a.socket = r.numberedSocket(a, n, "tcp") }},
		{"connect", func(r *reader, a *attach, n *node) { a.connect, _ = r.flag(n) }},
		{"ether", readAttachEther},
		{"promiscuous", readPromiscuous},
	}, misplaced: hostsOwn},
	Datagram: {what: "attach with dgram", fields: []field[attach]{
		{"dgram", func(r *reader, a *attach, n *node) { a.socket = r.numberedSocket(a, n, "udp") }},
		{"peer", func(r *reader, a *attach, n *node) { a.peer = r.numberedSocket(a, n, "udp") }},
		{"ether", readAttachEther},
		{"promiscuous", readPromiscuous},
	}, misplaced: hostsOwn},
	Soft: {what: "attach with soft", fields: []field[attach]{
		{"soft", func(r *reader, a *attach, n *node) {
			if softTable.read(r, n, a) && n.get("address") == nil {
				r.fail(n, "address is missing: write {soft: {address: 10.0.0.9/24}}")
			}
		}},
		{"ether", readAttachEther},
		{"promiscuous", readPromiscuous},
	}, misplaced: map[string]string{
		"address": "address belongs in soft: write {soft: {address: 10.0.0.9/24}}",
		"gateway": "gateway belongs in soft, beside its address",
		"serve":   "serve belongs in soft, beside its address",
	}},
}

// softTable is the keys of a host within csmacd.
var softTable = table[attach]{
	what: "soft",
	fields: []field[attach]{
		{"address", readAddresses},
		{"gateway", readGateway},
		{"serve", readServe},
	},
	misplaced: map[string]string{
		"ether":       "ether belongs beside soft",
		"promiscuous": "promiscuous belongs beside soft",
	},
}

// hostsOwn is what a host behind a socket has by itself.
var hostsOwn = map[string]string{
	"address": "the host behind a socket has addresses of its own: leave address out",
	"gateway": "the host behind a socket has routes of its own: leave gateway out",
	"netns":   "a socket is in no namespace of a station's: leave netns out",
}

// attachExample is what an attach may look like.
const attachExample = "write {tap: tap0}, {stream: \"unix:/run/x.sock\"}, {dgram: ...} or {soft: {address: 10.0.0.9/24}}"

// readAttach reads what a station is attached to: a mapping, or tap for an interface
// of the station's own name.
func readAttach(r *reader, g *group, n *node) {
	a := &attach{group: g, node: n}
	if g.node.get("traffic") != nil {
		r.fail(g.node.get("traffic"), "an attached station sends what its host gives it: give the traffic to a station of its own")
	}
	if n.kind == scalarNode && n.text == "tap" {
		g.attach = a
		r.checkOwnName(a)
		return
	}
	if n.kind != mappingNode {
		r.fail(n, "that is nothing to attach a station to: %s", attachExample)
		return
	}
	var ok bool
	if a.kind, ok = r.attachKind(n); !ok {
		return
	}
	g.attach = a
	// Who is behind a socket is not known, and may be many.
	a.promiscuous = a.kind == Stream || a.kind == Datagram
	attachTables[a.kind].read(r, n, a)
	if a.kind == TAP && n.get("tap") == nil {
		r.checkOwnName(a)
	}
	r.checkHost(a)
}

// attachKind says which way to a host a mapping is about.
func (r *reader) attachKind(n *node) (kind AttachKind, ok bool) {
	var first *entry
	for _, e := range n.entries {
		k := slices.IndexFunc(attachTables[:], func(t table[attach]) bool { return t.fields[0].key == e.key })
		switch {
		case k < 0:
		case first != nil:
			r.failKey(n, e, "%s says what the station is attached to already: give one of the two", first.key)
			return 0, false
		default:
			first, kind = e, AttachKind(k)
		}
	}
	if first == nil && n.get("netns") == nil && n.get("address") == nil {
		r.fail(n, "it is not said what the station is attached to: %s", attachExample)
		return 0, false
	}
	return kind, true
}

func readPromiscuous(r *reader, a *attach, n *node) { setTo(&a.promiscuous)(r.flag(n)) }

// readServe reads a service, or a list of them.
func readServe(r *reader, a *attach, n *node) {
	list := []*node{n}
	if n.kind == listNode {
		list = n.items
	}
	for _, item := range list {
		s, ok := r.oneOf(item, "a service", Services...)
		switch {
		case !ok:
		case slices.Contains(a.serve, s):
			r.fail(item, "%s is in the list twice", s)
		default:
			a.serve = append(a.serve, s)
		}
	}
}

// numberedName reads a name that a group numbers.
func (r *reader) numberedName(a *attach, n *node, what string, check func(string) error) named {
	s, ok := r.word(n)
	if !ok {
		return named{}
	}
	p, ok := r.numbering(a.group, n, s)
	if !ok {
		return named{}
	}
	// The last name is the longest.
	if err := check(p.name(a.group.count - 1)); err != nil {
		r.fail(n, "%q cannot name %s: %v", p.name(a.group.count-1), what, err)
		return named{}
	}
	return named{p, n}
}

// numbering reads a text with a group's number in it.
func (r *reader) numbering(g *group, n *node, s string) (p pattern, ok bool) {
	p, err := parsePattern(s)
	switch {
	case err != nil:
		r.fail(n, "%v", err)
	case p.numbered && g.node.get("count") == nil:
		r.fail(n, "%q numbers a group: give count, the number of its stations", s)
	default:
		return p, true
	}
	return p, false
}

// checkOwnName says whether a station's name is one that a TAP can have.
func (r *reader) checkOwnName(a *attach) {
	g := a.group
	if g.nameless {
		return
	}
	name := g.stationName(g.count - 1)
	if err := checkTAP(name); err != nil {
		r.fail(a.node, "a TAP interface of the station's own name, %q, cannot be: %v: write {tap: NAME}", name, err)
	}
}
