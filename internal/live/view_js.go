package live

import "io"

// NewView returns plain lines: a browser has no terminal.
func NewView(_ io.Reader, out io.Writer, s Source, _ func()) Display { return NewPlain(out, s, 0) }
