package document

import (
	"fmt"
	"sort"
	"strings"

	"github.com/csmacd/csmacd/internal/said"
)

// Problem is one mistake in a document.
type Problem struct {
	File         string // or "--set PATH" for what an option set
	Line, Column int    // from 1, columns in characters; 0: the file as a whole
	Text         string

	// Said is what Text ends with, in parts, where it has a form: for other languages.
	Said said.Sentence `json:",omitzero"`
}

// String writes the problem as compilers do: "file:line:column: text".
func (p Problem) String() string {
	if p.Line == 0 {
		return p.File + ": " + p.Text
	}
	return fmt.Sprintf("%s:%d:%d: %s", p.File, p.Line, p.Column, p.Text)
}

// Problems are all mistakes in a document in order of position: those of the file, then those
// of options. It is an error.
type Problems []Problem

// MaxPrinted is the most problems that are printed: more do not help.
const MaxPrinted = 50

// Error writes the problems, one a line.
func (ps Problems) Error() string {
	var b strings.Builder
	for i, p := range ps {
		if i == MaxPrinted {
			fmt.Fprintf(&b, "\nand %d more", len(ps)-i)
			if len(ps) >= MaxCollected {
				b.WriteString(": reading stopped there")
			}
			break
		}
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(p.String())
	}
	return b.String()
}

// Collector collects problems, each once.
type Collector struct {
	List []Problem
	seen map[Problem]bool
}

// MaxCollected is the number of problems after which the rest of a file is not read. It bounds
// the memory for a file full of mistakes.
const MaxCollected = 1000

// Add keeps a problem, unless it is known already or there are too many.
func (c *Collector) Add(p Problem) {
	p.File, p.Text = shorten(p.File, 4*mostShown), shorten(p.Text, 4*mostShown)
	if c.Full() || c.seen[p] {
		return
	}
	if c.seen == nil {
		c.seen = map[Problem]bool{}
	}
	c.seen[p] = true
	c.List = append(c.List, p)
}

// Full reports whether no further problem is kept.
func (c *Collector) Full() bool { return len(c.List) >= MaxCollected }

// Sorted returns the problems in order of position. Those of options come after those of the
// file, in the order in which they were given.
func (c *Collector) Sorted() []Problem {
	sort.SliceStable(c.List, func(i, j int) bool { // not slices.SortStableFunc, which is made anew for each type: the page has to stay small
		a, b := &c.List[i], &c.List[j]
		switch ao, bo := isOption(a.File), isOption(b.File); {
		case ao || bo:
			return bo && !ao
		case a.Line != b.Line:
			return a.Line < b.Line
		}
		return a.Column < b.Column
	})
	return c.List
}

// Err returns the problems, sorted, as an error, or nil if there are none.
func (c *Collector) Err() error {
	if len(c.List) == 0 {
		return nil
	}
	return Problems(c.Sorted())
}

func isOption(file string) bool { return strings.HasPrefix(file, "--") }
