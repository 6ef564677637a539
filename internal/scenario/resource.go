package scenario

import (
	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// resource is a medium that is no cable: what clients contend for. Each kind has a file
// of its own, and a place in the list of resources.
type resource interface {
	// medium reads the key medium, whose kind is known.
	medium(r *reader, n *document.Node)
	// unit is what the plain numbers of a policy are multiples of.
	unit() phy.Time
	// client reads an item of the list of stations, and gives what all kinds have.
	client(r *reader, item *document.Node, first int) *clients
	// endless says what never comes to an end by itself, or nothing.
	endless() string
	// network builds it.
	network(c Common) (medium.Network, error)
}

// Common is what the configurations of all media that are no cable have.
type Common struct {
	Seed    uint64
	BitTime phy.Time
	Warmup  phy.Time
	Until   medium.Until
	Draws   backoff.Draws // in place of all streams; nil: the streams
}

// resources are the kinds of medium that are no cable.
var resources = []struct {
	name  string
	timed bool // what goes through takes up the medium's time, so that there is a throughput
	make  func() resource
}{
	{"aloha", true, func() resource { return newChannel(false) }},
	{"slotted-aloha", true, func() resource { return newChannel(true) }},
	{"store", false, newStore},
	{"server", false, newHammered},
	{"submit", true, newSchedd},
}

// Timed are the kinds of medium where what goes through takes up the medium's time, so
// that there is a throughput.
var Timed = append([]string{"bus", "star"}, kinds(true)...)

// untimed are the others.
func untimed() []string { return kinds(false) }

func kinds(timed bool) []string {
	var names []string
	for _, k := range resources {
		if k.timed == timed {
			names = append(names, k.name)
		}
	}
	return names
}

func newResource(name string) resource {
	for _, k := range resources {
		if k.name == name {
			return k.make()
		}
	}
	return nil
}

func resourceNames() []string {
	var names []string
	for _, k := range resources {
		names = append(names, k.name)
	}
	return names
}

// clients are what one item of the list of stations stands for on such a medium.
type clients struct {
	members
	backoff *document.Node // where their policy is written; nil: the scenario's
	policy  backoff.Policy // nil: the medium's own
	grain   phy.Time       // what its delays are multiples of
}

// clientFields are the keys that the clients of all media have; of gives them out of what
// a medium has besides.
func clientFields[T any](of func(*T) *clients) []field[T] {
	return []field[T]{
		{Key: "count", Read: func(r *reader, t *T, n *document.Node) { of(t).readCount(r, n) }},
		{Key: "name", Read: func(r *reader, t *T, n *document.Node) { of(t).readName(r, n) }},
		{Key: "backoff", Read: func(_ *reader, t *T, n *document.Node) { of(t).backoff = n }},
	}
}

// readClient reads an item of the list against a medium's table of keys.
func readClient[T any](r *reader, item *document.Node, first int, table *table[T], into *T, c *clients) {
	c.members = newMembers(item, first)
	if !table.Read(r, item, into) {
		c.nameless = true
	}
}

// readClients reads the list of stations of a medium that is no cable.
func (r *reader) readClients(n *document.Node) {
	var all []*clients
	for _, item := range n.Items {
		c := r.resource.client(r, item, r.total)
		if !r.join(&c.members) {
			return
		}
		all = append(all, c)
	}
	r.nameStations()
	for _, c := range all {
		r.clientPolicy(c)
	}
}

// clientPolicy builds the policy of clients: their own, or the scenario's.
func (r *reader) clientPolicy(c *clients) {
	chosen := r.policy
	if c.backoff != nil {
		chosen = r.policies().Choice(c.backoff)
	}
	if chosen != nil {
		c.policy, c.grain = r.policies().InUnits(chosen, r.resource.unit())
	}
}

// group writes clients out as a medium takes them.
func (c *clients) group() medium.Group {
	g := medium.Group{Name: c.name.whole(), Policy: c.policy, Unit: c.grain, Names: make([]string, c.count)}
	for i := range g.Names {
		g.Names[i] = c.stationName(i)
	}
	return g
}

// whole is the pattern as it was written, without its number.
func (p pattern) whole() string {
	if p.before+p.after == "" {
		return "clients"
	}
	return p.before + p.after
}

// topOfResource checks what a scenario of such a medium cannot have, and completes it.
func (r *reader) topOfResource(root *document.Node) {
	s := &r.scenario
	s.Kind, s.resource = root.Get("medium").Get("kind").Text, r.resource
	if n := root.Get("mac"); n != nil {
		r.Fail(n, "mac is the rules of stations on a cable; a medium of kind %s has none: leave it out", s.Kind)
	}
	if f, ok := r.resource.(interface{ finish(*reader) }); ok { // it has clients of its own
		f.finish(r)
	}
}
