package resource

import (
	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/internal/stations"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// clients are the clients that one item of the list of stations stands for.
type clients struct {
	stations.Members
	backoff *document.Node // where their policy is written; nil: they have the scenario's
	Policy  backoff.Policy // nil: the medium's own
	Grain   phy.Time       // the time that its delays are multiples of
}

// clientFields returns the keys that the clients of all media have; of returns the part of a T
// that they are read into.
func clientFields[T any](of func(*T) *clients) []field[T] {
	return []field[T]{
		{Key: "count", Read: func(r *Reader, t *T, n *document.Node) { of(t).ReadCount(r.Reader, n) }},
		{Key: "name", Read: func(r *Reader, t *T, n *document.Node) { of(t).ReadName(r.Reader, n) }},
		{Key: "backoff", Read: func(_ *Reader, t *T, n *document.Node) { of(t).backoff = n }},
	}
}

// readClient reads an item of the list against a medium's table of keys.
func readClient[T any](r *Reader, item *document.Node, first int, table *table[T], into *T, c *clients) {
	c.Members = stations.NewMembers(item, first)
	if !table.Read(r, item, into) {
		c.Nameless = true
	}
}

// Clients reads the list of stations of a medium other than a cable.
func (r *Reader) Clients(m Medium, n *document.Node) {
	var all []*clients
	for _, item := range n.Items {
		c := m.Client(r, item, r.Total)
		if !r.Join(&c.Members) {
			return
		}
		all = append(all, c)
	}
	r.Number()
	for _, c := range all {
		r.clientPolicy(m, c)
	}
}

// clientPolicy builds the policy of clients: their own, or the scenario's.
func (r *Reader) clientPolicy(m Medium, c *clients) {
	chosen := r.Chosen
	if c.backoff != nil {
		chosen = r.Policies.Choice(c.backoff)
	}
	if chosen != nil {
		c.Policy, c.Grain = r.Policies.InUnits(chosen, m.Unit())
	}
}

// group returns the clients in the form that a medium takes.
func (c *clients) group() medium.Group {
	g := medium.Group{Name: c.Pattern.Whole(), Policy: c.Policy, Unit: c.Grain, Names: make([]string, c.Count)}
	for i := range g.Names {
		g.Names[i] = c.StationName(i)
	}
	return g
}
