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
	Arithmetic  Kind = iota // a formula, computed again: no network is run
	Exact                   // a run with forced draws, or without draws: the numbers themselves
	Statistical             // means over many runs, within an interval
)

var kindNames = [...]string{"arithmetic", "exact", "statistical"}

// String returns the kind as the page of results names it.
func (k Kind) String() string {
	if int(k) >= len(kindNames) {
		return fmt.Sprintf("Kind(%d)", uint8(k))
	}
	return kindNames[k]
}

// Figure is one number of a source.
type Figure struct {
	Name   string
	Value  float64
	Within float64 // what the source itself leaves open: half of a range, a rounding
}

// Case is something published, and how it is checked.
type Case struct {
	ID, Title, Source string
	Method            string // what is run or computed, and how the source's model is expressed
	Kind              Kind
	Long              bool // it takes many seconds, even with little effort
	Expected          []Figure

	check func(context.Context, Effort) (Outcome, error)
}

// Effort scales the amount of work for statistical cases. Their intervals are chosen for 1. Less is
// quicker, with intervals that are wider by its root.
type Effort float64

// of scales a number; the result is at least least.
func (e Effort) of(n, least int) int { return max(least, int(float64(e)*float64(n))) }

// Measure is the result of a run for one figure.
type Measure struct {
	Value    float64
	Interval float64 // half the width of the interval in which the figure must be; 0: exact
	OK       bool
}

// Outcome is the result of a case.
type Outcome struct {
	Got   []Measure // one for each expected figure, in order
	N     int       // the number of trials, frames or runs, as Unit says
	Unit  string
	Table *Table   // for a reader, if there are many figures
	Notes []string // what the numbers show, or do not show
	OK    bool
	Err   error // the case could not be run; the other fields are not valid
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
		// Sources print at most sixteen digits.
		room := m.Interval + f.Within + 1e-12*math.Abs(f.Value)
		m.OK = math.Abs(m.Value-f.Value) <= room
		o.OK = o.OK && m.OK
	}
	return o
}

// exactly returns measures that must be equal to the figures.
func exactly(values ...float64) []Measure {
	var list []Measure
	for _, v := range values {
		list = append(list, Measure{Value: v})
	}
	return list
}

// truth returns a yes or no as the value of a figure.
func truth(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}
