// Package visible makes text from elsewhere safe to show: on a terminal, in a figure, on a page.
package visible

import (
	"fmt"
	"unicode"
	"unicode/utf8"
)

// Append appends text to out. A character that would move the cursor, change a colour or turn the
// direction of the text, or that XML does not have, is written as its number, such as \u001b for
// escape, and an octet that is not UTF-8 as \x9b. Line feeds and tabs stay.
func Append(out, text []byte) []byte {
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		switch {
		case r == utf8.RuneError && n == 1:
			out = fmt.Appendf(out, `\x%02x`, text[0])
		case r == '\n', r == '\t':
			out = append(out, byte(r))
		case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r), r == 0xfffe, r == 0xffff:
			out = fmt.Appendf(out, `\u%04x`, r)
		default:
			out = append(out, text[:n]...)
		}
		text = text[n:]
	}
	return out
}

// String returns s as Append writes it.
func String(s string) string { return string(Append(nil, []byte(s))) }
