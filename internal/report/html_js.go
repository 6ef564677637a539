package report

import (
	"errors"
	"io"
)

// HTML refuses: a web browser has the page, and what writes this one is large.
func HTML(io.Writer, *Page) error {
	return errors.New("reports are not written in a web browser: csmacd run --html writes them")
}
