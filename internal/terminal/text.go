// Package terminal shows text that cannot take over a terminal, and the progress of commands.
package terminal

import (
	"bytes"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/csmacd/csmacd/internal/visible"
)

// Text passes text on to a terminal. A character that would move the cursor, change a colour or
// reverse the direction of the text is written as its number, such as \u001b for escape.
type Text struct {
	To   io.Writer
	Most int    // the most octets of a line that are passed on, of what is written at once; 0: all
	rest []byte // the beginning of a character whose end is still to come
}

// Write implements [io.Writer].
func (s *Text) Write(p []byte) (int, error) {
	text := p
	if len(s.rest) > 0 {
		text = append(s.rest, p...)
	}
	if s.Most > 0 && len(text) > s.Most {
		text = s.short(text)
	}
	out := make([]byte, 0, len(text)+16)
	for s.rest = nil; len(text) > 0; {
		r, n := utf8.DecodeRune(text)
		switch {
		case text[0] == '\r' && len(text) == 1, r == utf8.RuneError && !utf8.FullRune(text):
			s.rest = append([]byte(nil), text...)
			n = len(text)
		case r == '\r' && text[1] == '\n':
			out = append(out, '\r')
		default:
			out = visible.Append(out, text[:n])
		}
		text = text[n:]
	}
	if _, err := s.To.Write(out); err != nil {
		return 0, err
	}
	return len(p), nil
}

// short cuts out the middle of lines that are too long: the end of a message says what would be
// right.
func (s *Text) short(text []byte) []byte {
	var out []byte
	for line := range bytes.Lines(text) {
		if len(line) <= s.Most {
			out = append(out, line...)
			continue
		}
		head, tail := s.Most*3/4, len(line)-s.Most/4
		for head > 0 && !utf8.RuneStart(line[head]) {
			head--
		}
		for tail < len(line) && !utf8.RuneStart(line[tail]) {
			tail++
		}
		out = fmt.Appendf(out, "%s ... (%d octets left out) ... %s", line[:head], tail-head, line[tail:])
	}
	return out
}
