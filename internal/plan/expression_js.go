package plan

import (
	"errors"

	"github.com/csmacd/csmacd/internal/document"
)

// expression stands for one that does not run: the compiler is larger than everything else that the page sends to a web browser.
type expression struct{}

var errExpression = errors.New("expressions do not run in a web browser: use csmacd sweep for this scenario")

// compile refuses all expressions.
func (r *reader) compile(_ *draft, n *document.Node, _ *Derived) bool {
	r.Fail(n, "%v", errExpression)
	return false
}

func (d *Derived) value(map[string]any) (any, error) { return nil, errExpression }
