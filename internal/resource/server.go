package resource

import (
	"math"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/server"
	"github.com/csmacd/csmacd/phy"
)

// Server is a medium of kind server.
type Server struct {
	server.Config
	node   *document.Node
	Groups []*callers
}

// callers are a group of identical clients of a server.
type callers struct {
	clients
	server.Group
}

// stop is a time during which a server does nothing, and its position in the file.
type stop struct {
	server.Stop
	node *document.Node
}

// mostFactor bounds the numbers by which a server's delay grows.
const mostFactor = 1_000_000_000

// mostStops bounds the list: a server that stops more often needs a model of its own.
const mostStops = 10_000

var serverTable = table[Server]{
	What: "a medium of kind server",
	Fields: []field[Server]{
		{Key: "kind"},
		{Key: "delay", Read: func(r *Reader, h *Server, n *document.Node) { document.SetTo(&h.Delay)(r.Duration(n)) }},
		{Key: "times", Read: func(r *Reader, h *Server, n *document.Node) { h.Times = readTimes(r, n) }},
		{Key: "limit", Read: func(r *Reader, h *Server, n *document.Node) {
			document.SetTo(&h.Limit)(r.Integer(n, 0, math.MaxInt32))
		}},
		{Key: "factor", Read: func(r *Reader, h *Server, n *document.Node) { h.readNumber(r, n, &h.Factor, 1) }},
		{Key: "k", Read: func(r *Reader, h *Server, n *document.Node) { h.readNumber(r, n, &h.K, 0.001) }},
		{Key: "poll", Read: func(r *Reader, h *Server, n *document.Node) { document.SetTo(&h.Poll)(r.Positive(n)) }},
		{Key: "cancel", Read: func(r *Reader, h *Server, n *document.Node) { h.Cancel, _ = r.Flag(n) }},
		{Key: "overflow", Read: func(r *Reader, h *Server, n *document.Node) {
			if s, ok := r.OneOf(n, "what becomes of a delay that overflows", server.Saturate.String(), server.Wrap.String()); ok && s == server.Wrap.String() {
				h.Overflow = server.Wrap
			}
		}},
		{Key: "stops", Read: readStops},
	},
	Misplaced: map[string]string{
		"think":   "think is a key of clients: write it in an item of stations",
		"timeout": "timeout is a key of clients: write it in an item of stations",
		"count":   "count is a key of clients: write it in an item of stations",
		"stop":    "write a list: stops: [{at: 21s, for: 10s}]",
	},
}

var stopTable = table[stop]{
	What: "a stop",
	Fields: []field[stop]{
		{Key: "at", Read: func(r *Reader, s *stop, n *document.Node) { document.SetTo(&s.At)(r.Duration(n)) }},
		{Key: "for", Read: func(r *Reader, s *stop, n *document.Node) { document.SetTo(&s.For)(r.Positive(n)) }},
	},
}

var callersTable = table[callers]{
	What: "clients of a server",
	Fields: append(clientFields(func(c *callers) *clients { return &c.clients }),
		field[callers]{Key: "think", Read: func(r *Reader, c *callers, n *document.Node) { document.SetTo(&c.Think)(r.Duration(n)) }},
		field[callers]{Key: "timeout", Read: func(r *Reader, c *callers, n *document.Node) { document.SetTo(&c.Timeout)(r.Positive(n)) }},
	),
	Misplaced: map[string]string{
		"traffic": "clients of a server have no traffic: write think: 10s, the mean time before a request",
		"at":      "clients of a server have no place: leave at out",
	},
}

// newHammered returns the server of the original.
func newHammered() Medium { return &Server{Config: server.Config{Rule: server.Standard}} }

func (h *Server) Read(r *Reader, n *document.Node) {
	h.node = n
	before := len(r.Problems.List)
	serverTable.Read(r, n, h)
	if n.Get("times") != nil {
		for _, key := range []string{"delay", "poll", "overflow"} {
			if e := n.Find(key); e != nil {
				r.FailKey(n, e, "%s has no meaning beside times: leave one of them out", key)
			}
		}
	}
	r.Possible(before, n, h.rule().Check)
}

// rule returns the rule as the library takes it: there, 0 stands for the original's number, and
// a negative number for the 0 that was written.
func (h *Server) rule() server.Rule {
	rule := h.Rule
	if rule.Delay == 0 {
		rule.Delay = -1
	}
	if rule.Limit == 0 {
		rule.Limit = -1
	}
	return rule
}

// Finish reports a run in which the windows of all groups are too many. A run without a
// duration reports this itself, if it becomes that long.
func (h *Server) Finish(r *Reader, duration, warmup phy.Time) {
	most := server.MostWindows / max(1, len(h.Groups)) // of a group
	measured := duration - warmup
	if (measured-1)/server.WindowLength >= phy.Time(most) {
		r.Fail(h.node.Parent.Get("duration"), "%d groups of clients can run for at most %v after the warm-up: their results then have %d windows of %v, the most there can be: write a shorter duration, or fewer groups",
			len(h.Groups), phy.Time(most)*server.WindowLength, server.MostWindows, server.WindowLength)
	}
}

// readNumber reads a number that is not below least.
func (h *Server) readNumber(r *Reader, n *document.Node, into *float64, least float64) {
	v, ok := r.Decimal(n)
	if !ok {
		return
	}
	if f, _ := v.Float64(); f >= least && f <= mostFactor {
		*into = f
		return
	}
	r.Fail(n, "%s is out of range: it must be %s to %s", n.Text, document.FormatNumber(least), document.FormatNumber(mostFactor))
}

func readStops(r *Reader, h *Server, n *document.Node) {
	if n.Kind != document.List || len(n.Items) > mostStops {
		r.Fail(n, "must be a list of at most %d stops: write [{at: 21s, for: 10s}]", mostStops)
		return
	}
	over := phy.Time(-1)
	for _, item := range n.Items {
		s := stop{node: item}
		if !stopTable.Read(r, item, &s) {
			continue
		}
		switch {
		case item.Get("at") == nil || item.Get("for") == nil:
			r.Fail(item, "a stop needs at and for: write {at: 21s, for: 10s}")
			continue
		case s.For == 0: // could not be read
			continue
		case s.At <= over:
			r.Fail(item, "this stop begins before the one above is over: list stops in order of time, without overlap")
			continue
		}
		over = s.At + s.For
		h.Stops = append(h.Stops, s.Stop)
	}
}

func (h *Server) Client(r *Reader, item *document.Node, first int) *clients {
	c := &callers{Group: server.Group{Think: 10 * phy.Second, Timeout: 2 * phy.Second}}
	readClient(r, item, first, &callersTable, c, &c.clients)
	h.Groups = append(h.Groups, c)
	return &c.clients
}

func (h *Server) Unit() phy.Time { return phy.Second }

func (h *Server) Endless() string { return "clients of a server always have more work" }

func (h *Server) Network(common Common) (medium.Network, error) {
	config := h.Config
	config.Rule = h.rule()
	config.Seed, config.BitTime, config.Warmup, config.Until, config.Draws = common.Seed, common.BitTime, common.Warmup, common.Until, common.Draws
	for _, c := range h.Groups {
		g := c.Group
		if g.Group = c.group(); g.Policy == nil {
			g.Policy, g.Unit = backoff.Fixed(0.1), phy.Second // the original's
		}
		config.Groups = append(config.Groups, g)
	}
	return network(server.New(config))
}
