package document

import (
	"bytes"
	"fmt"
	"unicode"
	"unicode/utf8"
)

// crowded reports whether a text may have more YAML values than values. Each value takes at
// least one of these octets; the library allocates about 160 octets for each before it returns.
func crowded(text []byte, values int) bool {
	if len(text) <= values {
		return false
	}
	marks := 0
	for _, c := range text {
		switch c {
		case ',', ':', '\n', '[', '{', '?':
			marks++
		}
	}
	return marks > values
}

// checkText reports whether the octets of the file are text that YAML allows.
func (r *Reader) checkText(text []byte) bool {
	switch at := firstBad(text); {
	case len(text) > MaxFileSize:
		r.FailFile("is longer than %d MiB, the limit for a %s", MaxFileSize>>20, r.format.Name)
	case crowded(text, r.limits.Nodes):
		r.FailFile("has more than %d commas, colons and line ends: its values might not fit in memory", r.limits.Nodes)
	case bytes.IndexByte(text, 0) >= 0:
		r.FailFile("is not a text file: a %s is YAML", r.format.Name)
	case !utf8.Valid(text):
		r.FailFile("is not UTF-8 text: a %s is YAML in UTF-8", r.format.Name)
	case at >= 0:
		c, _ := utf8.DecodeRune(text[at:])
		line, column := LineColumn(text, at)
		r.Problems.Add(Problem{File: r.File, Line: line, Column: column, Text: fmt.Sprintf("the control character %U is not allowed in YAML: remove it", c)})
	default:
		return true
	}
	return false
}

// firstBad returns the place of the first character that YAML 1.2 5.1 does not allow, or -1. Of
// the control characters it allows the tab and the line ends.
func firstBad(text []byte) int {
	return bytes.IndexFunc(text, func(c rune) bool {
		switch c {
		case '\t', '\n', '\r', 0x85:
			return false
		case 0xfffe, 0xffff:
			return true
		}
		return unicode.IsControl(c)
	})
}

// LineColumn returns the position of an octet; both numbers count from 1, columns in
// characters.
func LineColumn(text []byte, at int) (line, column int) {
	before := text[:at]
	start := bytes.LastIndexByte(before, '\n') + 1
	return bytes.Count(before, []byte("\n")) + 1, utf8.RuneCount(before[start:]) + 1
}
