package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// printedLines returns the lines of what is printed, without spaces at their ends.
func printedLines(text string) (lines []string) {
	for line := range strings.Lines(text) {
		lines = append(lines, strings.TrimRight(line, " \n"))
	}
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

func isCut(line string) bool { return strings.TrimSpace(line) == "..." }

// matches reports whether a page shows the lines printed, any of them left out at lines "...".
func matches(want, got []string) bool {
	for len(want) > 0 && !isCut(want[0]) {
		if len(got) == 0 || strings.TrimRight(want[0], " ") != got[0] {
			return false
		}
		want, got = want[1:], got[1:]
	}
	if len(want) == 0 {
		return len(got) == 0
	}
	for n := range len(got) + 1 {
		if matches(want[1:], got[n:]) {
			return true
		}
	}
	return false
}

// recut returns the lines printed, cut as the page cut those before: its first part has as many lines as before, its
// last part too, and one between two cuts begins at the line that begins with the same words.
func recut(want, got []string) (shown []string) {
	first := slices.IndexFunc(want, isCut)
	if first < 0 {
		return got
	}
	if first > len(got) {
		return want
	}
	shown = append(shown, got[:first]...)
	got = got[first:]
	rest := want[first:]
	for len(rest) > 0 {
		shown = append(shown, rest[0])
		part := rest[1:]
		next := slices.IndexFunc(part, isCut)
		switch {
		case len(part) == 0:
			return shown
		case next < 0:
			return append(shown, got[max(0, len(got)-len(part)):]...)
		}
		at := mostAlike(part[0], got)
		if at < 0 || at+next > len(got) {
			return want
		}
		shown = append(shown, got[at:at+next]...)
		got, rest = got[at+next:], part[next:]
	}
	return shown
}

// mostAlike returns the index of the line that has the most words at its beginning in common with one, the first of
// several, and -1 if none has any.
func mostAlike(line string, among []string) (at int) {
	at, most := -1, 0
	words := strings.Fields(line)
	for i, other := range among {
		n := 0
		for n < len(words) && n < len(strings.Fields(other)) && strings.Fields(other)[n] == words[n] {
			n++
		}
		if n > most {
			at, most = i, n
		}
	}
	return at
}

// What a page may cut, and what not.
func TestCuts(t *testing.T) {
	got := []string{"head", "0 a", "1 b", "2 c", "end"}
	for want, ok := range map[string]bool{
		"head|0 a|1 b|2 c|end": true,
		"head|0 a|1 b|2 c":     false,
		"head|...|end":         true,
		"head| ...|1 b|...":    true,
		"...|1 b|...|end":      true,
		"...|0 a|2 c|...":      false,
		"head|...|3 d|...|end": false,
		"...":                  true,
		"":                     false,
	} {
		assert.Equal(t, ok, matches(strings.Split(want, "|"), got), want)
	}
	was := []string{"HEAD", "...", "1 x", "   ...", "END"}
	assert.Equal(t, []string{"head", "...", "1 b", "   ...", "end"}, recut(was, got))
	assert.Equal(t, []string{"...", "a c", "..."}, recut([]string{"...", "a c d", "..."}, []string{"a b", "a c", "e"}))
	assert.Equal(t, got, recut([]string{"x"}, got))
}
