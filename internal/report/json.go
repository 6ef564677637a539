package report

import (
	"encoding/json"
	"io"

	"github.com/csmacd/csmacd/medium"
)

// JSON writes a result, indented, with a newline at its end: a [medium.Result], or a
// [Lived] one.
func JSON[R *medium.Result | Lived](w io.Writer, r R) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	return e.Encode(r)
}
