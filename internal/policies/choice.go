package policies

import (
	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/phy"
)

// Choice is a policy with its parameters that has been chosen but not yet built: defaults may
// depend on the rules of the station that uses it, and times on the medium's unit.
type Choice struct {
	node   *document.Node // nil: nothing was written
	policy *Policy
	values []value // in the order of the policy's parameters

	attempts int      // 0: the policy's own
	elapsed  value    // the most time that work may take
	unit     phy.Time // of plain numbers, 0: the medium's
	unitAt   *document.Node
}

// newChoice returns a policy whose parameters are all defaults.
func newChoice(p *Policy) *Choice {
	c := &Choice{policy: p}
	for i := range p.params {
		c.values = append(c.values, p.params[i].standard)
	}
	return c
}

// Choice reads a policy's name, or {policy: name, its parameters}. It returns nil if that is
// not possible.
func (r *Reader) Choice(n *document.Node) *Choice {
	at := n
	if n.Kind == document.Mapping {
		if at = n.Get("policy"); at == nil {
			r.Fail(n, "policy is missing: write {policy: %s, PARAMETER: VALUE, ...}", policies[0].Name)
			return nil
		}
	}
	name, ok := r.Word(at)
	if !ok {
		return nil
	}
	p := byName(name)
	if p == nil {
		now := was[name]
		if now == "" {
			now = document.Instead(name, "policies", names())
		}
		r.Fail(at, "%q is not a backoff policy: %s", name, now)
		return nil
	}
	c := newChoice(p)
	c.node = n
	before := len(r.Problems.List)
	if n.Kind == document.Mapping {
		p.table().Read(r, n, c)
	}
	if p.check != nil && len(r.Problems.List) == before {
		p.check(r, c)
	}
	if len(r.Problems.List) > before {
		return nil
	}
	return c
}

// table returns the keys of a policy's mapping.
func (p *Policy) table() *table[Choice] {
	t := &table[Choice]{What: "backoff policy " + p.Name, Fields: []field[Choice]{{Key: "policy"}}, Misplaced: p.misplaced}
	for i := range p.params {
		q := &p.params[i]
		t.Fields = append(t.Fields, field[Choice]{Key: q.name, Read: func(r *Reader, c *Choice, n *document.Node) {
			if v, ok := r.readParam(n, q); ok {
				c.values[i] = v
			}
		}})
	}
	for i := range commonParams {
		q := &commonParams[i]
		if p.param(q.name) >= 0 {
			continue
		}
		t.Fields = append(t.Fields, field[Choice]{Key: q.name, Read: func(r *Reader, c *Choice, n *document.Node) { c.readCommon(r, q, n) }})
	}
	return t
}

// readCommon reads a parameter that every policy takes.
func (c *Choice) readCommon(r *Reader, q *param, n *document.Node) {
	switch q.name {
	case "attempts":
		document.SetTo(&c.attempts)(r.Integer(n, int(q.least), int(q.most)))
	case "elapsed":
		document.SetTo(&c.elapsed)(r.delayValue(n, q))
	case "unit":
		c.unitAt = n
		document.SetTo(&c.unit)(r.Positive(n, r.Bit))
	}
}
