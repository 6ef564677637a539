package resource

import (
	"strings"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/store"
	"github.com/csmacd/csmacd/phy"
)

// Store is a medium of kind store.
type Store struct {
	store.Config
	Groups []*writers
}

// writers are a group of identical clients of a store.
type writers struct {
	clients
	store.Group
}

func newStore() Medium { return &Store{Config: store.Config{Leg: store.Article}} }

// mostWorks is the most changes that one client can make.
const mostWorks = 1_000_000_000

var storeTable = table[Store]{
	What: "a medium of kind store",
	Fields: []field[Store]{
		{Key: "kind"},
		{Key: "leg", Read: readLeg},
		{Key: "rows", Read: func(r *Reader, s *Store, n *document.Node) {
			if word, ok := r.OneOf(n, "who shares a row", "one", "group"); ok && word == "group" {
				s.Rows = store.GroupRow
			}
		}},
	},
	Misplaced: map[string]string{
		"delay": "the time that a message takes is called leg: write leg: 10ms, or leg: {normal: [10ms, 2ms], abs: true}",
		"works": "works belongs in an item of stations",
		"think": "think belongs in an item of stations",
	},
}

// writersTable has the keys of clients in the list of stations.
var writersTable = table[writers]{
	What: "clients of a store",
	Fields: append(clientFields(func(w *writers) *clients { return &w.clients }),
		field[writers]{Key: "works", Read: func(r *Reader, w *writers, n *document.Node) { w.Works, _ = r.Whole(n, 1, mostWorks) }},
		field[writers]{Key: "think", Read: func(r *Reader, w *writers, n *document.Node) { w.Think, _ = r.Duration(n) }},
	),
	Misplaced: map[string]string{
		"at":      "clients of a store have no place: leave at out",
		"traffic": "clients of a store have no traffic: write works: 10, the number of changes, or think: 1s",
		"leg":     "leg is a key of the medium: write it beside kind",
		"rows":    "rows is a key of the medium: write it beside kind",
	},
}

// legSpec is a leg that is a distribution, while it is read.
type legSpec struct {
	leg   store.Leg
	least phy.Time
}

var legTable = table[legSpec]{
	What: "a leg",
	Fields: []field[legSpec]{
		{Key: "normal", Read: func(r *Reader, l *legSpec, n *document.Node) {
			if mean, sd, ok := r.twoTimes(n, "a mean and a standard deviation, such as [10ms, 2ms]"); ok {
				l.leg = store.Normal(mean, sd)
			}
		}},
		{Key: "uniform", Read: func(r *Reader, l *legSpec, n *document.Node) {
			a, b, ok := r.twoTimes(n, "the least and the most, such as [5ms, 15ms]")
			if ok && b < a {
				r.Fail(n, "%s is less than %s: write the least first", n.Items[1].Text, n.Items[0].Text)
			} else if ok {
				l.leg = store.Uniform(a, b)
			}
		}},
		{Key: "exponential", Read: func(r *Reader, l *legSpec, n *document.Node) {
			if mean, ok := r.Duration(n); ok {
				l.leg = store.Exponential(mean)
			}
		}},
		{Key: "abs", Read: func(r *Reader, l *legSpec, n *document.Node) { document.SetTo(&l.leg.Abs)(r.Flag(n)) }},
		{Key: "min", Read: func(r *Reader, l *legSpec, n *document.Node) { document.SetTo(&l.least)(r.Duration(n)) }},
	},
}

// readLeg reads a time, or a distribution of times.
func readLeg(r *Reader, s *Store, n *document.Node) {
	if n.Kind == document.Scalar {
		if t, ok := r.Positive(n); ok {
			s.Leg = store.Constant(t)
		}
		return
	}
	before := len(r.Problems.List)
	var l legSpec
	if !legTable.Read(r, n, &l) {
		return
	}
	shapes := []string{"normal", "uniform", "exponential"}
	var given []*document.Node
	for _, key := range shapes {
		if v := n.Get(key); v != nil {
			given = append(given, v)
		}
	}
	abs := n.Get("abs")
	switch {
	case len(given) == 0:
		r.Fail(n, "is not a distribution: write one of %s, such as {normal: [10ms, 2ms], abs: true}", strings.Join(shapes, ", "))
	case len(given) > 1:
		r.Fail(given[1], "%s already says this: a leg has one distribution", given[0].Key)
	case abs != nil && n.Get("normal") == nil:
		r.Fail(abs, "abs needs a normal leg: no other leg has negative draws")
	case len(r.Problems.List) > before:
	case !l.takesTime():
		r.Fail(n, "takes no time: the times must not all be 0")
	default:
		l.leg.Min = l.least
		s.Leg = l.leg
	}
}

// takesTime reports whether a leg can be more than 0.
func (l *legSpec) takesTime() bool {
	l.leg.Min = l.least
	return l.leg.Check() == nil
}

// twoTimes reads a list of two times.
func (r *Reader) twoTimes(n *document.Node, what string) (a, b phy.Time, ok bool) {
	if n.Kind != document.List || len(n.Items) != 2 {
		r.Fail(n, "must be a list of two times: %s", what)
		return 0, 0, false
	}
	a, first := r.Duration(n.Items[0])
	b, second := r.Duration(n.Items[1])
	return a, b, first && second
}

func (s *Store) Read(r *Reader, n *document.Node) { storeTable.Read(r, n, s) }

func (s *Store) Finish(*Reader, phy.Time, phy.Time) {}

func (s *Store) Unit() phy.Time { return phy.Millisecond }

func (s *Store) Client(r *Reader, item *document.Node, first int) *clients {
	w := &writers{}
	readClient(r, item, first, &writersTable, w, &w.clients)
	w.Endless = item.Kind == document.Mapping && item.Get("think") != nil && item.Get("works") == nil
	s.Groups = append(s.Groups, w)
	return &w.clients
}

func (s *Store) Endless() string {
	for _, w := range s.Groups {
		if w.Endless {
			return "the clients of " + w.Node.Path() + " make one change after the other for ever (works limits their number)"
		}
	}
	return ""
}

func (s *Store) Network(c Common) (medium.Network, error) {
	o := s.Config
	o.Seed, o.BitTime, o.Warmup, o.Until, o.Draws = c.Seed, c.BitTime, c.Warmup, c.Until, c.Draws
	for _, w := range s.Groups {
		g := w.Group
		if g.Group = w.group(); g.Policy == nil {
			g.Policy = backoff.FullJitter(backoff.AWS)
		}
		o.Groups = append(o.Groups, g)
	}
	return network(store.New(o))
}
