package custom

import (
	"errors"

	"github.com/csmacd/csmacd/mac/backoff"
)

// Policy stands in for a policy defined by an expression, which does not exist in a web browser.
type Policy struct{ backoff.Policy }

// New returns an error for every expression.
func New(string) (*Policy, error) {
	return nil, errors.New("expressions do not run in a web browser: run this scenario with csmacd run")
}
