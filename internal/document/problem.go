package document

import (
	"fmt"
	"slices"
	"strings"
)

// Problem is one thing that is wrong in a document.
type Problem struct {
	File         string // or "--set PATH" for what an option brought in
	Line, Column int    // from 1, columns in characters; 0: the file as a whole
	Text         string
}

// String writes the problem as compilers do: "file:line:column: text".
func (p Problem) String() string {
	if p.Line == 0 {
		return p.File + ": " + p.Text
	}
	return fmt.Sprintf("%s:%d:%d: %s", p.File, p.Line, p.Column, p.Text)
}

// Problems are all that is wrong in a document, in order of position: the file's,
// then those of options. It is an error.
type Problems []Problem

// MaxPrinted is how many problems are written out: more help nobody.
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

// Collector gathers problems, each once.
type Collector struct {
	List []Problem
	seen map[Problem]bool
}

// MaxCollected is how many problems are gathered before the rest of a file is not read: it
// bounds the memory that a file full of mistakes takes.
const MaxCollected = 1000

// Add keeps a problem, unless it is there already or there are too many.
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

// Sorted returns the problems in order of position; options' come after the file's,
// as they were given.
func (c *Collector) Sorted() []Problem {
	slices.SortStableFunc(c.List, func(a, b Problem) int {
		switch ao, bo := isOption(a.File), isOption(b.File); {
		case ao && bo:
			return 0
		case ao:
			return 1
		case bo:
			return -1
		case a.Line != b.Line:
			return a.Line - b.Line
		}
		return a.Column - b.Column
	})
	return c.List
}

// Err returns the problems, sorted, as an error; nil where there are none.
func (c *Collector) Err() error {
	if len(c.List) == 0 {
		return nil
	}
	return Problems(c.Sorted())
}

func isOption(file string) bool { return strings.HasPrefix(file, "--") }
