package backoff

import (
	"errors"
	"fmt"
	"math"
)

// ErrParameter is the error of a policy that was made of an impossible number: one that is negative
// or not a number, or a probability above 1.
var ErrParameter = errors.New("a parameter of a backoff policy is out of range")

// Check returns an error, an [ErrParameter], if a policy was made of an impossible number, and nil
// otherwise. A constructor cannot return the error itself; its policy stops at the first failure.
// It does not wait for a time that nobody asked for, and does not retry at once.
func Check(p Policy) error {
	switch p := p.(type) {
	case *Table:
		return p.wrong
	case refused:
		return p.wrong
	case *Limited:
		return Check(p.Policy)
	}
	return nil
}

// refused stands for a policy that was made of an impossible number.
type refused struct {
	name  string
	wrong error
}

func (p refused) Name() string { return p.name }

func (p refused) Next(s *State, _ *Rand) (delay float64, stop bool) { return s.fail(p.wrong) }

// Err returns the error at which the policy stops.
func (p refused) Err(*State) error { return p.wrong }

// fail stops with an error.
func (s *State) fail(err error) (delay float64, stop bool) {
	s.Failed = err
	return 0, true
}

// parameter is a number that a constructor was given, and its range.
type parameter struct {
	name         string
	value, least float64
	most         float64 // 0: any
}

// above0 is the least number of a parameter that must not be 0.
const above0 = math.SmallestNonzeroFloat64

// checked returns the policy, or one that fails if a number of it is out of its range.
func checked(p Policy, numbers ...parameter) Policy {
	if err := outOfRange(p.Name(), numbers); err != nil {
		return refused{p.Name(), err}
	}
	return p
}

// checked notes in the table whether a number of it is out of its range.
func (t *Table) checked(numbers ...parameter) *Table {
	t.wrong = outOfRange(t.name, numbers)
	return t
}

func outOfRange(policy string, numbers []parameter) error {
	for _, n := range numbers {
		want := fmt.Sprintf("at least %v", n.least)
		switch {
		case n.value >= n.least && (n.most == 0 || n.value <= n.most):
			continue
		case n.least == above0:
			want = "above 0"
		case n.most != 0:
			want = fmt.Sprintf("from %v to %v", n.least, n.most)
		}
		return fmt.Errorf("%w: the %s of %s is %v, and must be %s", ErrParameter, n.name, policy, n.value, want)
	}
	return nil
}
