package backoff

import "fmt"

// parameter is a number that a policy is made with. It cannot be negative.
type parameter struct {
	name  string
	value float64
}

// refused is what a constructor returns for a parameter that its policy cannot have. It gives up at
// the first failure, and Err says why: a policy that took the number for 0 would retry at once.
type refused struct {
	name string
	err  error
}

// refuse returns a policy that gives up if a parameter is negative or not a number, and nil
// otherwise.
func refuse(name string, parameters ...parameter) Policy {
	for _, p := range parameters {
		if !(p.value >= 0) {
			return refused{name, fmt.Errorf("the %s of the policy %s is %v, which must be 0 or more", p.name, name, p.value)}
		}
	}
	return nil
}

func (p refused) Name() string { return p.name }

func (refused) Next(*State, *Rand) (delay float64, stop bool) { return 0, true }

func (p refused) Err(*State) error { return p.err }
