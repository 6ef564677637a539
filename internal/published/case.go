package published

import (
	"context"
	"fmt"
	"math"
)

// Kind is how a case is checked.
type Kind uint8

// The ways of checking a case.
const (
	Arithmetic  Kind = iota // a formula, worked out again: no network is run
	Exact                   // a run with forced draws, or none: the numbers themselves
	Statistical             // means over many runs, within an interval
)

var kindNames = [...]string{"arithmetic", "exact", "statistical"}

// String names the kind as a reader of results would.
func (k Kind) String() string {
	if int(k) >= len(kindNames) {
		return fmt.Sprintf("Kind(%d)", uint8(k))
	}
	return kindNames[k]
}

// Figure is one number that a source gives.
type Figure struct {
	Name   string
	Value  float64
	Within float64 // what the source itself leaves open: half of a range that it gives, a rounding
}

// Case is something published, and how it is checked.
type Case struct {
	ID, Title, Source string
	Method            string // what is run or worked out, and how the source's model is expressed
	Kind              Kind
	Long              bool // it takes many seconds, however little the effort
	Expected          []Figure

	check func(context.Context, Effort) (Outcome, error)
}

// Effort scales how much is run for statistical cases: 1 is what their intervals are
// chosen for; less is quicker, with intervals wider in proportion to its root.
type Effort float64

// of scales a number, to least at least.
func (e Effort) of(n, least int) int { return max(least, int(float64(e)*float64(n))) }

// Measure is what a run came to, beside a figure.
type Measure struct {
	Value    float64
	Interval float64 // half the width within which the figure must lie; 0: exact
	OK       bool
}

// Outcome is what a case came to.
type Outcome struct {
	Got   []Measure // one for each figure expected, in order
	N     int       // how much it rests on: trials, frames or runs, as Unit says
	Unit  string
	Table *Table   // for a reader, where figures are many
	Notes []string // what the numbers show, or do not
	OK    bool
	Err   error // the case could not be run; nothing else holds
}

// Run checks a case.
func (c *Case) Run(ctx context.Context, e Effort) Outcome {
	o, err := c.check(ctx, e)
	if err != nil {
		return Outcome{Err: err}
	}
	o.OK = len(o.Got) == len(c.Expected)
	for i := range o.Got {
		m, f := &o.Got[i], &c.Expected[min(i, len(c.Expected)-1)]
		// Sources print sixteen digits at most.
		room := m.Interval + f.Within + 1e-12*math.Abs(f.Value)
		m.OK = math.Abs(m.Value-f.Value) <= room
		o.OK = o.OK && m.OK
	}
	return o
}

// exactly returns values that must be the figures themselves.
func exactly(values ...float64) []Measure {
	var list []Measure
	for _, v := range values {
		list = append(list, Measure{Value: v})
	}
	return list
}

// truth writes a yes or no as a figure's value.
func truth(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}
