package custom

import (
	"errors"

	"github.com/csmacd/csmacd/mac/backoff"
)

// Policy stands for a policy made of an expression, which a web browser has none of.
type Policy struct{ backoff.Policy }

// New refuses all expressions.
func New(string) (*Policy, error) {
	return nil, errors.New("expressions do not run in a web browser: csmacd run takes this scenario")
}
