package scenario

import (
	"math"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/server"
	"github.com/csmacd/csmacd/phy"
)

// hammered is a medium of kind server.
type hammered struct {
	server.Config
	node   *node
	groups []*callers
}

// callers are the clients of a server that are alike.
type callers struct {
	clients
	server.Group
}

// stop is a time during which a server does nothing, and where it was written.
type stop struct {
	server.Stop
	node *node
}

// mostStops bounds the list: a server that stops more often needs a model of its own.
const mostStops = 10_000

var serverTable = table[hammered]{
	what: "a medium of kind server",
	fields: []field[hammered]{
		{"kind", nil},
		{"delay", func(r *reader, h *hammered, n *node) { setTo(&h.Delay)(r.duration(n)) }},
		{"limit", func(r *reader, h *hammered, n *node) { setTo(&h.Limit)(r.integer(n, 0, math.MaxInt32)) }},
		{"factor", func(r *reader, h *hammered, n *node) { h.readNumber(r, n, &h.Factor, 1) }},
		{"k", func(r *reader, h *hammered, n *node) { h.readNumber(r, n, &h.K, 0.001) }},
		{"poll", func(r *reader, h *hammered, n *node) { setTo(&h.Poll)(r.positive(n)) }},
		{"cancel", func(r *reader, h *hammered, n *node) { h.Cancel, _ = r.flag(n) }},
		{"overflow", func(r *reader, h *hammered, n *node) {
			if s, ok := r.oneOf(n, "what becomes of a delay that overflows", server.Saturate.String(), server.Wrap.String()); ok && s == server.Wrap.String() {
				h.Overflow = server.Wrap
			}
		}},
		{"stops", readStops},
	},
	misplaced: map[string]string{
		"think":   "think is the clients': write it in an item of stations",
		"timeout": "timeout is the clients': write it in an item of stations",
		"count":   "count is of clients: write it in an item of stations",
		"stop":    "write a list: stops: [{at: 21s, for: 10s}]",
	},
}

var stopTable = table[stop]{
	what: "a stop",
	fields: []field[stop]{
		{"at", func(r *reader, s *stop, n *node) { setTo(&s.At)(r.duration(n)) }},
		{"for", func(r *reader, s *stop, n *node) { setTo(&s.For)(r.positive(n)) }},
	},
}

var callersTable = table[callers]{
	what: "clients of a server",
	fields: append(clientFields(func(c *callers) *clients { return &c.clients }),
		field[callers]{"think", func(r *reader, c *callers, n *node) { setTo(&c.Think)(r.duration(n)) }},
		field[callers]{"timeout", func(r *reader, c *callers, n *node) { setTo(&c.Timeout)(r.positive(n)) }},
	),
	misplaced: map[string]string{
		"traffic": "clients of a server think, and have a request then: write think: 10s",
		"at":      "clients of a server have no place",
	},
}

// newHammered is the original's server.
func newHammered() resource { return &hammered{Config: server.Config{Rule: server.Standard}} }

func (h *hammered) medium(r *reader, n *node) {
	h.node = n
	before := len(r.problems.list)
	serverTable.read(r, n, h)
	r.possible(before, n, h.rule().Check)
}

// rule returns the rule as the library has it: a 0 that was written is one, and not the
// original's number, which stands here already where nothing was written.
func (h *hammered) rule() server.Rule {
	rule := h.Rule
	if rule.Delay == 0 {
		rule.Delay = -1
	}
	if rule.Limit == 0 {
		rule.Limit = -1
	}
	return rule
}

// finish says whether the windows of all groups are too many. A run without a duration says
// so itself, should it become so long.
func (h *hammered) finish(r *reader) {
	most := server.MostWindows / max(1, len(h.groups)) // of a group
	measured := r.scenario.Duration - r.scenario.Config.Warmup
	if (measured-1)/server.WindowLength >= phy.Time(most) {
		r.fail(h.node.parent.get("duration"), "%d groups of clients may run for at most %v after the warm-up, in which their figures have %d windows of %v: write less, or fewer groups",
			len(h.groups), phy.Time(most)*server.WindowLength, server.MostWindows, server.WindowLength)
	}
}

// readNumber reads a number of at least so much.
func (h *hammered) readNumber(r *reader, n *node, into *float64, least float64) {
	v, ok := r.decimal(n)
	if !ok {
		return
	}
	if f, _ := v.Float64(); f >= least && f <= mostSlots {
		*into = f
		return
	}
	r.fail(n, "%s is out of range: it must be %s to %s", n.text, formatNumber(least), formatNumber(mostSlots))
}

func readStops(r *reader, h *hammered, n *node) {
	if n.kind != listNode || len(n.items) > mostStops {
		r.fail(n, "a list of at most %d stops is wanted here: write [{at: 21s, for: 10s}]", mostStops)
		return
	}
	over := phy.Time(-1)
	for _, item := range n.items {
		s := stop{node: item}
		if !stopTable.read(r, item, &s) {
			continue
		}
		switch {
		case item.get("at") == nil || item.get("for") == nil:
			r.fail(item, "a stop has a beginning and a length: write {at: 21s, for: 10s}")
			continue
		case s.For == 0: // could not be read
			continue
		case s.At <= over:
			r.fail(item, "the server stops before it has gone on: stops are in order of time, each over before the next")
			continue
		}
		over = s.At + s.For
		h.Stops = append(h.Stops, s.Stop)
	}
}

func (h *hammered) client(r *reader, item *node, first int) *clients {
	c := &callers{Group: server.Group{Think: 10 * phy.Second, Timeout: 2 * phy.Second}}
	readClient(r, item, first, &callersTable, c, &c.clients)
	h.groups = append(h.groups, c)
	return &c.clients
}

func (h *hammered) unit() phy.Time { return phy.Second }

func (h *hammered) endless() string { return "clients of a server always have more work" }

func (h *hammered) network(common Common) (medium.Network, error) {
	config := h.Config
	config.Rule = h.rule()
	config.Seed, config.BitTime, config.Warmup, config.Until, config.Draws = common.Seed, common.BitTime, common.Warmup, common.Until, common.Draws
	for _, c := range h.groups {
		g := c.Group
		if g.Group = c.group(); g.Policy == nil {
			g.Policy, g.Unit = backoff.Fixed(0.1), phy.Second // the original's
		}
		config.Groups = append(config.Groups, g)
	}
	n, err := server.New(config)
	if err != nil {
		return nil, err // not a nil network in an interface
	}
	return n, nil
}
