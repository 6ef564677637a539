package scenario

import (
	"fmt"
	"math"
	"strconv"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/phy"
)

// choice is a policy chosen, with its parameters, but not yet built: what is left
// out may hang on the rules of the station that uses it.
type choice struct {
	node   *node // nil: nothing was written
	policy *policy
	values []float64 // NaN: left out, and of the rules
	draws  []int     // scripted
}

// policyNames lists the names of the policies.
func policyNames() []string {
	var names []string
	for i := range policies {
		names = append(names, policies[i].name)
	}
	return names
}

func policyByName(name string) *policy {
	for i := range policies {
		if policies[i].name == name {
			return &policies[i]
		}
	}
	return nil
}

// readChoice reads a policy's name, or {policy: name, its parameters}. It gives
// nil where it could not.
func (r *reader) readChoice(n *node) *choice {
	at := n
	if n.kind == mappingNode {
		if at = n.get("policy"); at == nil {
			r.fail(n, "policy is missing: write {policy: %s, ...its own parameters}", policies[0].name)
			return nil
		}
	}
	name, ok := r.word(at)
	if !ok {
		return nil
	}
	c := &choice{node: n, policy: policyByName(name)}
	if c.policy == nil {
		r.fail(at, "%q is not a backoff policy: %s", name, instead(name, "policies", policyNames()))
		return nil
	}
	for _, q := range c.policy.params {
		v := q.standard
		if q.ofRules {
			v = math.NaN()
		}
		c.values = append(c.values, v)
	}
	t := c.policy.table()
	if n.kind == mappingNode {
		t.read(r, n, c)
	}
	if c.policy.script && n.get("slots") == nil {
		r.fail(n, "slots is missing: write {policy: scripted, slots: [0, 1]}")
	}
	return c
}

// table is the keys of a policy's mapping.
func (p *policy) table() *table[choice] {
	t := &table[choice]{what: "backoff policy " + p.name, fields: []field[choice]{{"policy", nil}}}
	for i, q := range p.params {
		read := func(r *reader, c *choice, n *node) {
			if v, ok := r.param(n, &q); ok {
				c.values[i] = v
			}
		}
		if p.script {
			read = readDraws
		}
		t.fields = append(t.fields, field[choice]{q.name, read})
	}
	return t
}

// param reads a policy's number.
func (r *reader) param(n *node, q *param) (v float64, ok bool) {
	if !q.fraction {
		u, ok := r.integer(n, int(q.least), int(q.most))
		return float64(u), ok
	}
	d, ok := r.decimal(n)
	if !ok {
		return 0, false
	}
	if v, _ = d.Float64(); v < q.least || v > q.most {
		r.fail(n, "%s is out of range: it must be %s", n.text, q.rangeText())
		return 0, false
	}
	return v, true
}

func readDraws(r *reader, c *choice, n *node) {
	if n.kind != listNode {
		r.fail(n, "the draws are a list, such as [0, 1]")
		return
	}
	for _, item := range n.items {
		if v, ok := r.integer(item, 0, mostSlots); ok {
			c.draws = append(c.draws, v)
		}
	}
}

// build gives the policy of a group. Groups that choose alike share one.
func (r *reader) build(c *choice, g *group) backoff.Policy {
	if c == nil && g.rules.backoff != nil {
		return g.rules.backoff
	}
	if c == nil {
		c = &choice{policy: &policies[0], values: []float64{math.NaN()}}
	}
	limit := g.rules.BackoffLimit
	var p backoff.Policy
	longest := 0
	if c.policy.script {
		like := r.policyOf("beb", []float64{float64(limit)}).(*backoff.Table)
		p = backoff.Script(like, c.draws...)
		for _, d := range c.draws {
			longest = max(longest, d)
		}
	} else {
		values := make([]float64, len(c.values))
		for i, v := range c.values {
			if math.IsNaN(v) {
				v = float64(limit)
			}
			values[i] = v
		}
		p = r.policyOf(c.policy.name, values)
		longest = longestDraw(p, g.rules.AttemptLimit)
	}
	if most := phy.MaxTime / g.rules.SlotTime; phy.Time(longest) > most {
		at := c.node
		if at == nil {
			at = g.node
		}
		r.fail(at, "a backoff of %d slots of %s is longer than 30 days, the longest time that can be simulated", longest, g.rules.SlotTime)
	}
	return p
}

// policyOf builds a policy, or gives the one that has been built.
func (r *reader) policyOf(name string, values []float64) backoff.Policy {
	key := name + fmt.Sprint(values)
	p, ok := r.built[key]
	if !ok {
		p = policyByName(name).build(values)
		if r.built == nil {
			r.built = map[string]backoff.Policy{}
		}
		r.built[key] = p
	}
	return p
}

// longestDraw gives the most slots that a policy waits within an attempt limit.
func longestDraw(p backoff.Policy, attempts int) int {
	t, ok := p.(interface{ Window(int) backoff.Window })
	if !ok {
		return 0
	}
	longest := 0
	for n := 1; n < min(attempts, 64); n++ {
		w := t.Window(n)
		longest = max(longest, int(w.Low)+int(w.Size)-1)
	}
	return longest
}

func formatNumber(v float64) string {
	return strconv.FormatFloat(v, 'f', -1, 64)
}
