package names

import (
	"fmt"
	"slices"
	"strings"

	"github.com/csmacd/csmacd/internal/document"
)

// Pick returns the name that a user means. That is the name itself, or the only name that
// equals the word except for case and _ and -, or begins with it, or contains it as a word, or
// contains it at all. label says what the names are.
func Pick(word, label string, names []string) (string, error) {
	if slices.Contains(names, word) {
		return word, nil
	}
	w := document.Fold(word)
	for _, fits := range []func(name string) bool{
		func(n string) bool { return n == w },
		func(n string) bool { return strings.HasPrefix(n, w+"_") || strings.HasSuffix(n, "_"+w) },
		func(n string) bool { return strings.HasPrefix(n, w) },
		func(n string) bool { return strings.Contains(n, w) },
	} {
		var found []string
		for _, n := range names {
			if w != "" && fits(document.Fold(n)) && !slices.Contains(found, n) {
				found = append(found, n)
			}
		}
		switch {
		case len(found) == 1:
			return found[0], nil
		case len(found) > 1:
			return "", fmt.Errorf("%q may be %s: write more of it", word, strings.Join(found, ", "))
		}
	}
	return "", fmt.Errorf("there is no %q: %s", word, Instead(word, label, names))
}

// Instead returns a suggestion for a word that is not one of the names, and lists the names.
func Instead(word, label string, names []string) string {
	list := label + ": " + first(28, names)
	best := document.Nearest(word, 2, names)
	if best == "" {
		return list
	}
	return fmt.Sprintf("did you mean %q? (%s)", best, list)
}
