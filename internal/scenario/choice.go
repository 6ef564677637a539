package scenario

import (
	"fmt"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/phy"
)

// choice is a policy chosen, with its parameters, but not yet built: what is left
// out may hang on the rules of the station that uses it, and times on the medium's unit.
type choice struct {
	node   *document.Node // nil: nothing was written
	policy *policy
	values []value // in the order of the policy's parameters

	attempts int      // 0: the policy's own
	elapsed  value    // the most time that work may take
	unit     phy.Time // of plain numbers, 0: the medium's
	unitAt   *document.Node
}

// commonParams are those that every policy takes.
var commonParams = []param{
	{name: "attempts", kind: wholeParam, least: 1, most: 1_000_000_000, none: "no limit, but beb's 16 where no attempt_limit says so", text: "attempts after which it gives up"},
	{name: "elapsed", kind: delayParam, least: 0, most: mostSlots, none: "no limit", text: "time from the first attempt on within which the next one must begin"},
	{name: "unit", kind: timeParam, none: "a slot on a cable, else the medium's", text: "the time that plain numbers are multiples of, on a medium other than a cable"},
}

// newChoice is a policy with all its parameters left out.
func newChoice(p *policy) *choice {
	c := &choice{policy: p}
	for i := range p.params {
		c.values = append(c.values, p.params[i].standard)
	}
	return c
}

// readChoice reads a policy's name, or {policy: name, its parameters}. It gives
// nil where it could not.
func (r *reader) readChoice(n *document.Node) *choice {
	at := n
	if n.Kind == document.Mapping {
		if at = n.Get("policy"); at == nil {
			r.Fail(n, "policy is missing: write {policy: %s, ...its own parameters}", policies[0].name)
			return nil
		}
	}
	name, ok := r.Word(at)
	if !ok {
		return nil
	}
	p := policyByName(name)
	if p == nil {
		now := was[name]
		if now == "" {
			now = document.Instead(name, "policies", policyNames())
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

// table is the keys of a policy's mapping.
func (p *policy) table() *table[choice] {
	t := &table[choice]{What: "backoff policy " + p.name, Fields: []field[choice]{{Key: "policy"}}, Misplaced: p.misplaced}
	for i := range p.params {
		q := &p.params[i]
		t.Fields = append(t.Fields, field[choice]{Key: q.name, Read: func(r *reader, c *choice, n *document.Node) {
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
		t.Fields = append(t.Fields, field[choice]{Key: q.name, Read: func(r *reader, c *choice, n *document.Node) { c.readCommon(r, q, n) }})
	}
	return t
}

// readCommon reads a parameter that every policy takes.
func (c *choice) readCommon(r *reader, q *param, n *document.Node) {
	switch q.name {
	case "attempts":
		document.SetTo(&c.attempts)(r.Integer(n, int(q.least), int(q.most)))
	case "elapsed":
		document.SetTo(&c.elapsed)(r.delayValue(n, q))
	case "unit":
		c.unitAt = n
		document.SetTo(&c.unit)(r.positive(n))
	}
}

// build gives the policy of a group on a cable. Groups that choose alike share one.
func (r *reader) build(c *choice, g *group) backoff.Policy {
	if c == nil && g.rules.backoff != nil {
		return g.rules.backoff
	}
	if c == nil {
		c = newChoice(&policies[0])
	}
	if c.unit > 0 {
		r.Fail(c.unitAt, "on a cable plain numbers are slots: leave unit out, or write times, such as base: 5ms")
		return nil
	}
	slot := g.rules.SlotTime
	p := r.policyOf(args{choice: c, unit: slot, limit: g.rules.BackoffLimit, cable: true})
	if p == nil {
		return nil
	}
	if longest := longestDraw(p, g.rules.AttemptLimit); longest > float64(phy.MaxTime/slot) {
		at := c.node
		if at == nil {
			at = g.node
		}
		r.Fail(at, "a backoff of %s slots of %s is longer than 30 days, the longest time that can be simulated", formatNumber(longest), slot)
	}
	return p
}

// standardLimit is the backoff limit where no rules say so (Table 4-2).
const standardLimit = 10

// buildPolicy gives the policy chosen, on a medium that is no cable, whose unit of delay is
// given, and what its delays are multiples of.
func (r *reader) buildPolicy(c *choice, unit phy.Time) (p backoff.Policy, grain phy.Time) {
	if c.unit > 0 {
		unit = c.unit
	}
	return r.policyOf(args{choice: c, unit: unit, limit: standardLimit}), unit
}

// policyOf builds a policy, or gives the one that has been built. It is nil where that
// cannot be, which is then said.
func (r *reader) policyOf(a args) backoff.Policy {
	key := fmt.Sprint(a.policy.name, a.values, a.attempts, a.elapsed, a.unit, a.limit, a.cable)
	p, ok := r.built[key]
	if ok {
		return p
	}
	p, err := a.policy.build(a)
	if err != nil {
		r.Fail(a.node, "%v", err)
		p = nil
	} else {
		p = a.limited(p)
	}
	if r.built == nil {
		r.built = map[string]backoff.Policy{}
	}
	r.built[key] = p
	return p
}

// limited puts the limits of a choice on its policy.
func (a args) limited(p backoff.Policy) backoff.Policy {
	attempts := a.attempts
	if attempts == 0 && !a.cable { // on a cable the rules have a limit
		attempts = a.policy.attempts
	}
	if attempts == 0 && !a.elapsed.given {
		return p
	}
	return backoff.Limit(p, attempts, a.elapsed.in(a.unit))
}

// longestDraw gives the most slots that a policy waits within an attempt limit, where
// that is fixed.
func longestDraw(p backoff.Policy, attempts int) float64 {
	if s, ok := p.(*backoff.Scripted); ok {
		return s.Longest()
	}
	t, ok := p.(interface{ Window(int) backoff.Window })
	if !ok {
		return 0
	}
	longest := 0
	for n := 1; n < min(attempts, 64); n++ {
		w := t.Window(n)
		longest = max(longest, int(w.Low)+int(w.Size)-1)
	}
	return float64(longest)
}
