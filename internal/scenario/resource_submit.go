package scenario

import (
	"cmp"
	"math"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/submit"
	"github.com/csmacd/csmacd/phy"
)

// schedd is a medium of kind submit.
type schedd struct {
	submit.Config
	groups []*submitters
}

// submitters are the clients of a queue that are alike.
type submitters struct {
	clients
	submit.Group
}

var submitTable = table[schedd]{
	what: "a medium of kind submit",
	fields: []field[schedd]{
		{"kind", nil},
		{"descriptors", func(r *reader, s *schedd, n *node) { setTo(&s.Descriptors)(r.integer(n, 1, math.MaxInt32)) }},
		{"per_job", func(r *reader, s *schedd, n *node) { setTo(&s.PerJob)(r.integer(n, 1, math.MaxInt32)) }},
		{"sense_below", func(r *reader, s *schedd, n *node) { setTo(&s.SenseBelow)(r.integer(n, 0, math.MaxInt32)) }},
		{"service", func(r *reader, s *schedd, n *node) { setTo(&s.Service)(r.positive(n)) }},
		{"startup", func(r *reader, s *schedd, n *node) { setTo(&s.Startup)(r.duration(n)) }},
		{"down", func(r *reader, s *schedd, n *node) { setTo(&s.Down)(r.duration(n)) }},
	},
	misplaced: map[string]string{
		"discipline": "discipline is the clients': write it in an item of stations",
		"count":      "count is of clients: write it in an item of stations",
	},
}

var submittersTable = table[submitters]{
	what: "clients of a queue",
	fields: append(clientFields(func(s *submitters) *clients { return &s.clients }),
		field[submitters]{"discipline", readDiscipline},
	),
	misplaced: map[string]string{
		"at":      "clients of a queue have no place",
		"traffic": "clients of a queue always have another job: leave traffic out",
		"policy":  "write backoff: {policy: ...}, which replaces what the discipline does after a failure",
	},
}

func readDiscipline(r *reader, s *submitters, n *node) {
	var names []string
	for _, d := range submit.Disciplines {
		names = append(names, d.String())
	}
	word, ok := r.oneOf(n, "a discipline", names...)
	for _, d := range submit.Disciplines {
		if ok && d.String() == word {
			s.Discipline = d
		}
	}
}

// newSchedd is the queue of the reference.
func newSchedd() resource { return &schedd{Config: submit.Config{Rule: submit.Standard}} }

func (s *schedd) medium(r *reader, n *node) {
	before := len(r.problems.list)
	submitTable.read(r, n, s)
	if len(r.problems.list) > before {
		return
	}
	r.possible(before, n, s.Rule.Check)
	if s.PerJob > s.Descriptors {
		r.fail(cmp.Or(n.get("per_job"), n.get("descriptors")), "no attempt could find %d of %d descriptors: every one would crash the queue", s.PerJob, s.Descriptors)
	}
}

func (s *schedd) client(r *reader, item *node, first int) *clients {
	c := &submitters{}
	readClient(r, item, first, &submittersTable, c, &c.clients)
	if c.Discipline.Senses() && s.SenseBelow > s.Descriptors {
		r.fail(item.get("discipline"), "these clients would never try: there are %d descriptors, always fewer than the medium's sense_below, which is %d", s.Descriptors, s.SenseBelow)
	}
	s.groups = append(s.groups, c)
	return &c.clients
}

func (s *schedd) unit() phy.Time { return phy.Second }

func (s *schedd) endless() string { return "clients of a queue always have another job" }

func (s *schedd) network(c Common) (medium.Network, error) {
	o := s.Config
	o.Seed, o.BitTime, o.Warmup, o.Until, o.Draws = c.Seed, c.BitTime, c.Warmup, c.Until, c.Draws
	for _, of := range s.groups {
		g := of.Group
		g.Group = of.group()
		o.Groups = append(o.Groups, g)
	}
	n, err := submit.New(o)
	if err != nil {
		return nil, err // not a nil network in an interface
	}
	return n, nil
}
