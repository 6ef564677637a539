package report

import (
	"encoding/json"
	"io"

	"github.com/csmacd/csmacd/medium"
)

// JSON writes a result, indented, with a newline at its end.
func JSON(w io.Writer, r *medium.Result) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	return e.Encode(r)
}
