package resource

import (
	"cmp"
	"math"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/submit"
	"github.com/csmacd/csmacd/phy"
)

// Submit is a medium of kind submit.
type Submit struct {
	submit.Config
	Groups []*submitters
}

// submitters are a group of identical clients of a queue.
type submitters struct {
	clients
	submit.Group
}

var submitTable = table[Submit]{
	What: "a medium of kind submit",
	Fields: []field[Submit]{
		{Key: "kind"},
		{Key: "descriptors", Read: func(r *Reader, s *Submit, n *document.Node) {
			document.SetTo(&s.Descriptors)(r.Integer(n, 1, math.MaxInt32))
		}},
		{Key: "per_job", Read: func(r *Reader, s *Submit, n *document.Node) {
			document.SetTo(&s.PerJob)(r.Integer(n, 1, math.MaxInt32))
		}},
		{Key: "sense_below", Read: func(r *Reader, s *Submit, n *document.Node) {
			document.SetTo(&s.SenseBelow)(r.Integer(n, 0, math.MaxInt32))
		}},
		{Key: "service", Read: func(r *Reader, s *Submit, n *document.Node) { document.SetTo(&s.Service)(r.Positive(n)) }},
		{Key: "startup", Read: func(r *Reader, s *Submit, n *document.Node) { document.SetTo(&s.Startup)(r.Duration(n)) }},
		{Key: "down", Read: func(r *Reader, s *Submit, n *document.Node) { document.SetTo(&s.Down)(r.Duration(n)) }},
	},
	Misplaced: map[string]string{
		"discipline": "discipline is a key of clients: write it in an item of stations",
		"count":      "count is a key of clients: write it in an item of stations",
	},
}

var submittersTable = table[submitters]{
	What: "clients of a queue",
	Fields: append(clientFields(func(s *submitters) *clients { return &s.clients }),
		field[submitters]{Key: "discipline", Read: readDiscipline},
	),
	Misplaced: map[string]string{
		"at":      "clients of a queue have no place: leave at out",
		"traffic": "clients of a queue always have another job: leave traffic out",
		"policy":  "write backoff: {policy: ...}, which replaces what the discipline does after a failure",
	},
}

func readDiscipline(r *Reader, s *submitters, n *document.Node) {
	var names []string
	for _, d := range submit.Disciplines {
		names = append(names, d.String())
	}
	word, ok := r.OneOf(n, "a discipline", names...)
	for _, d := range submit.Disciplines {
		if ok && d.String() == word {
			s.Discipline = d
		}
	}
}

// newSchedd returns the queue of the reference.
func newSchedd() Medium { return &Submit{Config: submit.Config{Rule: submit.Standard}} }

func (s *Submit) Read(r *Reader, n *document.Node) {
	before := len(r.Problems.List)
	submitTable.Read(r, n, s)
	if len(r.Problems.List) > before {
		return
	}
	r.Possible(before, n, s.Rule.Check)
	if s.PerJob > s.Descriptors {
		r.Fail(cmp.Or(n.Get("per_job"), n.Get("descriptors")), "an attempt holds %d descriptors and there are only %d: every attempt would crash the queue", s.PerJob, s.Descriptors)
	}
}

func (s *Submit) Client(r *Reader, item *document.Node, first int) *clients {
	c := &submitters{}
	readClient(r, item, first, &submittersTable, c, &c.clients)
	if c.Discipline.Senses() && s.SenseBelow > s.Descriptors {
		r.Fail(item.Get("discipline"), "these clients would never try: there are only %d descriptors, fewer than the medium's sense_below, %d", s.Descriptors, s.SenseBelow)
	}
	s.Groups = append(s.Groups, c)
	return &c.clients
}

func (s *Submit) Finish(*Reader, phy.Time, phy.Time) {}

func (s *Submit) Unit() phy.Time { return phy.Second }

func (s *Submit) Endless() string { return "clients of a queue always have another job" }

func (s *Submit) Network(c Common) (medium.Network, error) {
	o := s.Config
	o.Seed, o.BitTime, o.Warmup, o.Until, o.Draws = c.Seed, c.BitTime, c.Warmup, c.Until, c.Draws
	for _, of := range s.Groups {
		g := of.Group
		g.Group = of.group()
		o.Groups = append(o.Groups, g)
	}
	return network(submit.New(o))
}
