package scenario

import (
	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/internal/stations"
	"net/netip"
	"slices"
)

// attach is what a group's stations are attached to, while it is read.
type attach struct {
	group *group
	node  *document.Node
	kind  AttachKind

	// What is numbered, as names are, for a group.
	tap, netns, socket, peer named

	addresses   []address
	gateway     netip.Addr
	gatewayAt   *document.Node
	ipv6        bool
	connect     bool
	promiscuous bool
	serve       []string
}

// named is a name for each of a group's stations; at says where it is written, nil
// where it is not.
type named struct {
	stations.Pattern
	at *document.Node
}

// attachTables are the keys of each way to a host, by [AttachKind]. The first names it.
var attachTables = [...]table[attach]{
	TAP: {What: "attach with tap", Fields: []field[attach]{
		{Key: "tap", Read: func(r *reader, a *attach, n *document.Node) {
			a.tap = r.numberedName(a, n, "a TAP interface", checkTAP)
		}},
		{Key: "netns", Read: func(r *reader, a *attach, n *document.Node) {
			a.netns = r.numberedName(a, n, "a network namespace", checkNetns)
		}},
		{Key: "ipv6", Read: func(r *reader, a *attach, n *document.Node) { a.ipv6, _ = r.Flag(n) }},
		{Key: "address", Read: readAddresses},
		{Key: "gateway", Read: readGateway},
		{Key: "ether", Read: readAttachEther},
		{Key: "promiscuous", Read: readPromiscuous},
	}},
	Stream: {What: "attach with stream", Fields: []field[attach]{
		{Key: "stream", Read: func(r *reader, a *attach, n *document.Node) { a.socket = r.numberedSocket(a, n, "tcp") }},
		{Key: "connect", Read: func(r *reader, a *attach, n *document.Node) { a.connect, _ = r.Flag(n) }},
		{Key: "ether", Read: readAttachEther},
		{Key: "promiscuous", Read: readPromiscuous},
	}, Misplaced: hostsOwn},
	Datagram: {What: "attach with dgram", Fields: []field[attach]{
		{Key: "dgram", Read: func(r *reader, a *attach, n *document.Node) { a.socket = r.numberedSocket(a, n, "udp") }},
		{Key: "peer", Read: func(r *reader, a *attach, n *document.Node) { a.peer = r.numberedSocket(a, n, "udp") }},
		{Key: "ether", Read: readAttachEther},
		{Key: "promiscuous", Read: readPromiscuous},
	}, Misplaced: hostsOwn},
	Soft: {What: "attach with soft", Fields: []field[attach]{
		{Key: "soft", Read: func(r *reader, a *attach, n *document.Node) {
			if softTable.Read(r, n, a) && n.Get("address") == nil {
				r.Fail(n, "address is missing: write {soft: {address: 10.0.0.9/24}}")
			}
		}},
		{Key: "ether", Read: readAttachEther},
		{Key: "promiscuous", Read: readPromiscuous},
	}, Misplaced: map[string]string{
		"address": "address belongs in soft: write {soft: {address: 10.0.0.9/24}}",
		"gateway": "gateway belongs in soft, beside its address",
		"serve":   "serve belongs in soft, beside its address",
	}},
}

// softTable is the keys of a host within csmacd.
var softTable = table[attach]{
	What: "soft",
	Fields: []field[attach]{
		{Key: "address", Read: readAddresses},
		{Key: "gateway", Read: readGateway},
		{Key: "serve", Read: readServe},
	},
	Misplaced: map[string]string{
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
func readAttach(r *reader, g *group, n *document.Node) {
	a := &attach{group: g, node: n}
	if g.Node.Get("traffic") != nil {
		r.Fail(g.Node.Get("traffic"), "an attached station sends what its host gives it: give the traffic to a station of its own")
	}
	if n.Kind == document.Scalar && n.Text == "tap" {
		g.attach = a
		r.checkOwnName(a)
		return
	}
	if n.Kind != document.Mapping {
		r.Fail(n, "that is nothing to attach a station to: %s", attachExample)
		return
	}
	var ok bool
	if a.kind, ok = r.attachKind(n); !ok {
		return
	}
	g.attach = a
	// Who is behind a socket is not known, and may be many.
	a.promiscuous = a.kind == Stream || a.kind == Datagram
	attachTables[a.kind].Read(r, n, a)
	if a.kind == TAP && n.Get("tap") == nil {
		r.checkOwnName(a)
	}
	r.checkHost(a)
}

// attachKind says which way to a host a mapping is about.
func (r *reader) attachKind(n *document.Node) (kind AttachKind, ok bool) {
	var first *document.Entry
	for _, e := range n.Entries {
		k := slices.IndexFunc(attachTables[:], func(t table[attach]) bool { return t.Fields[0].Key == e.Key })
		switch {
		case k < 0:
		case first != nil:
			r.FailKey(n, e, "%s says what the station is attached to already: give one of the two", first.Key)
			return 0, false
		default:
			first, kind = e, AttachKind(k)
		}
	}
	if first == nil && n.Get("netns") == nil && n.Get("address") == nil {
		r.Fail(n, "it is not said what the station is attached to: %s", attachExample)
		return 0, false
	}
	return kind, true
}

func readPromiscuous(r *reader, a *attach, n *document.Node) {
	document.SetTo(&a.promiscuous)(r.Flag(n))
}

// readServe reads a service, or a list of them.
func readServe(r *reader, a *attach, n *document.Node) {
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

// numberedName reads a name that a group numbers.
func (r *reader) numberedName(a *attach, n *document.Node, what string, check func(string) error) named {
	s, ok := r.Word(n)
	if !ok {
		return named{}
	}
	p, ok := r.numbering(a.group, n, s)
	if !ok {
		return named{}
	}
	// The last name is the longest.
	if err := check(p.Name(a.group.Count - 1)); err != nil {
		r.Fail(n, "%q cannot name %s: %v", p.Name(a.group.Count-1), what, err)
		return named{}
	}
	return named{p, n}
}

// numbering reads a text with a group's number in it.
func (r *reader) numbering(g *group, n *document.Node, s string) (p stations.Pattern, ok bool) {
	p, err := stations.ParsePattern(s)
	switch {
	case err != nil:
		r.Fail(n, "%v", err)
	case p.Numbered && g.Node.Get("count") == nil:
		r.Fail(n, "%q numbers a group: give count, the number of its stations", s)
	default:
		return p, true
	}
	return p, false
}

// checkOwnName says whether a station's name is one that a TAP can have.
func (r *reader) checkOwnName(a *attach) {
	g := a.group
	if g.Nameless {
		return
	}
	name := g.StationName(g.Count - 1)
	if err := checkTAP(name); err != nil {
		r.Fail(a.node, "a TAP interface of the station's own name, %q, cannot be: %v: write {tap: NAME}", name, err)
	}
}
