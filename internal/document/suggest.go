package document

import (
	"fmt"
	"strings"
)

// Nearest returns the candidate that a word is most likely a misspelling of, or "". A short
// word may have this number of mistakes, and a longer one one in three letters.
func Nearest(word string, slips int, candidates []string) string {
	best, least := "", max(slips, len(word)/3)+1
	if len(word) > 64 {
		return ""
	}
	for _, c := range candidates {
		if d := distance(Fold(word), Fold(c)); d < least && d < len(c) {
			best, least = c, d
		}
	}
	return best
}

// Fold removes the differences in case and in what separates words.
func Fold(s string) string {
	return alike.Replace(strings.ToLower(s))
}

var alike = strings.NewReplacer("-", "_", " ", "_", ".", "_")

// distance is the number of insertions, deletions, substitutions and swaps of
// neighbours between two words (optimal string alignment).
func distance(a, b string) int {
	before, above, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range above {
		above[j] = j
	}
	for i := range len(a) {
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(above[j+1]+1, row[j]+1, above[j]+cost)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, above, row = above, row, before
	}
	return above[len(b)]
}

// Instead returns a suggestion for a word that is not allowed: the likeliest of the words
// allowed, and all of them, after a label.
func Instead(word, label string, allowed []string) string {
	list := strings.Join(allowed, ", ")
	if s := Nearest(word, 1, allowed); s != "" && s != word {
		return fmt.Sprintf("did you mean %q? (%s: %s)", s, label, list)
	}
	return label + ": " + list
}
