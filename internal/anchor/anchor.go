// Package anchor derives the anchors of Markdown headings, as GitHub does.
package anchor

import (
	"strconv"
	"strings"
	"unicode"
)

// Of returns the anchor of a heading without markup: lower case, letters, digits, hyphens and
// underscores kept, and a hyphen for each space.
func Of(heading string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-', r == '_', unicode.IsLetter(r), unicode.IsNumber(r), unicode.IsMark(r):
			return unicode.ToLower(r)
		}
		return -1
	}, heading)
}

// Unused returns an anchor, followed by a number if the page already uses it. It adds the
// result to used.
func Unused(anchor string, used map[string]bool) string {
	free := anchor
	for i := 1; used[free]; i++ {
		free = anchor + "-" + strconv.Itoa(i)
	}
	used[free] = true
	return free
}
