package policies

import (
	"fmt"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/phy"
)

// Cable has the rules of a station on a cable that a policy depends on.
type Cable struct {
	Slot         phy.Time
	BackoffLimit int
	AttemptLimit int
}

// OnCable returns the policy chosen, or beb if the choice is nil, for stations on a cable; at
// is the station's node. If there is no such policy, it returns nil and has reported why.
func (r *Reader) OnCable(c *Choice, of Cable, at *document.Node) backoff.Policy {
	if c == nil {
		c = newChoice(&policies[0])
	}
	if c.unit > 0 {
		r.Fail(c.unitAt, "on a cable plain numbers are slots: leave unit out, or write times, such as base: 5ms")
		return nil
	}
	p := r.policyOf(args{Choice: c, unit: of.Slot, limit: of.BackoffLimit, cable: true})
	if p == nil {
		return nil
	}
	if longest := longestDraw(p, of.AttemptLimit); longest > float64(phy.MaxTime/of.Slot) {
		if c.node != nil {
			at = c.node
		}
		r.Fail(at, "a backoff of %s slots of %s is longer than 30 days, the longest time that can be simulated", document.FormatNumber(longest), of.Slot)
	}
	return p
}

// standardLimit is the backoff limit if no rules set one (Table 4-2).
const standardLimit = 10

// InUnits returns the policy chosen, on a medium other than a cable whose unit of delay is
// given, and the time that its delays are multiples of.
func (r *Reader) InUnits(c *Choice, unit phy.Time) (p backoff.Policy, grain phy.Time) {
	if c.unit > 0 {
		unit = c.unit
	}
	return r.policyOf(args{Choice: c, unit: unit, limit: standardLimit}), unit
}

// policyOf returns a policy, and builds it only once. If it cannot be built, policyOf returns
// nil and has reported why.
func (r *Reader) policyOf(a args) backoff.Policy {
	key := fmt.Sprint(a.policy.Name, a.values, a.attempts, a.elapsed, a.unit, a.limit, a.cable)
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

// limited applies the limits of a choice to its policy.
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

// longestDraw returns the most slots that a policy waits within an attempt limit, if that is
// fixed.
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

// args is what a policy is built from.
type args struct {
	*Choice
	unit  phy.Time // of plain numbers
	limit int      // the station's backoff limit
	cable bool     // where draws are slots
}

func (a args) value(name string) value    { return a.values[a.policy.param(name)] }
func (a args) word(name string) string    { return a.value(name).word }
func (a args) units(name string) float64  { return a.value(name).in(a.unit) }
func (a args) number(name string) float64 { return a.value(name).number }
func (a args) whole(name string) int      { return int(a.number(name)) }
func (a args) in(unit phy.Time) float64   { return float64(unit) / float64(a.unit) }

// limitOf returns a parameter whose default is the station's backoff limit.
func (a args) limitOf(name string) int {
	if v := a.value(name); v.given {
		return int(v.number)
	}
	return a.limit
}

// multiple returns a delay as a whole number of times.
func (a args) multiple(name string, of phy.Time) (int64, error) {
	v := a.value(name)
	t := v.time
	if !v.timed {
		t = phy.Time(min(v.number, float64(phy.MaxTime/a.unit)) * float64(a.unit))
	}
	if t%of != 0 {
		return 0, fmt.Errorf("%s is %v: it must be a multiple of %v", name, t, of)
	}
	return int64(t / of), nil
}
