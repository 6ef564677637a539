package report

import (
	"errors"
	"io"
)

// HTML refuses: in a web browser there is the page of csmacd lab, and the code for this report is large.
func HTML(io.Writer, *Page) error {
	return errors.New("reports are not written in a web browser: csmacd run --html writes them")
}
