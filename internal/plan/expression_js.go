package plan

import (
	"errors"

	"github.com/csmacd/csmacd/internal/document"
)

// expression is none: their compiler is larger than all else that a web browser is sent.
type expression struct{}

var errExpression = errors.New("expressions do not run in a web browser: csmacd sweep takes this scenario")

// compile refuses all expressions.
func (r *reader) compile(_ *draft, n *document.Node, _ *Derived) bool {
	r.Fail(n, "%v", errExpression)
	return false
}

func (d *Derived) value(map[string]any) (any, error) { return nil, errExpression }
