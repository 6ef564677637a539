package explain

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/csmacd/csmacd/internal/terminal"
)

// mostWhole is how many facts are printed in full; of more, each has a line or two.
const mostWhole = 4

// Print writes facts for a terminal, 80 columns wide.
func Print(w io.Writer, facts []Fact) error {
	var b strings.Builder
	facts = joined(facts)
	for i := range facts {
		f := &facts[i]
		if len(facts) > mostWhole {
			fmt.Fprintf(&b, "%s\n  %s\n", f.title(), terminal.Wrap(f.Text, 78, "  "))
			continue
		}
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s\n\n%s\n\n", f.title(), terminal.Wrap(f.Text, 80, ""))
		for _, line := range [][2]string{
			{"type", f.Type}, {"unit", f.Unit}, {"range", f.Range}, {"default", f.Default}, {"source", f.Source}, {"in", f.Where}, {"see", strings.Join(f.See, ", ")}, {"more", f.Page},
		} {
			if line[1] != "" {
				fmt.Fprintf(&b, "  %-9s%s\n", line[0], terminal.Wrap(line[1], 69, strings.Repeat(" ", 11)))
			}
		}
	}
	if len(facts) > mostWhole {
		fmt.Fprintf(&b, "\n%d explanations: write more of the name, such as %s, for one in full.\n", len(facts), strings.Split(facts[0].Key, ", ")[0])
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// joined makes one of facts that say the same of several keys: mac.jam and stations.mac.jam.
func joined(facts []Fact) (list []Fact) {
	for _, f := range facts {
		i := slices.IndexFunc(list, func(g Fact) bool {
			return g.Kind == f.Kind && g.Text == f.Text && g.Unit == f.Unit && g.Default == f.Default && g.Page == f.Page
		})
		if i < 0 {
			list = append(list, f)
			continue
		}
		if !slices.Contains(strings.Split(list[i].Key, ", "), f.Key) {
			list[i].Key += ", " + f.Key
		}
		if len(f.Of) == 0 || len(list[i].Of) == 0 {
			list[i].Of = nil
		} else if !slices.Equal(list[i].Of, f.Of) {
			list[i].Of = append(slices.Clone(list[i].Of), f.Of...)
		}
	}
	return list
}

// title is the first line about a name: what it is, and of what.
func (f *Fact) title() string {
	title := f.Key + ": " + f.Kind
	switch n := len(f.Of); {
	case n > 4:
		title += fmt.Sprintf(" (%s and %d more)", strings.Join(f.Of[:3], ", "), n-3)
	case n > 0:
		title += " (" + strings.Join(f.Of, ", ") + ")"
	}
	return title
}

// PrintKinds writes which kinds of names there are, and how many of each.
func PrintKinds(w io.Writer) error {
	var b strings.Builder
	b.WriteString("csmacd explain KEY says what a name means. The names are\n\n")
	for _, kind := range Kinds {
		names := Names(kind)
		fmt.Fprintf(&b, "  %4d %-16s %s, ...\n", len(names), plural(kind), strings.Join(some(names), ", "))
	}
	b.WriteString("\nThe last part of a name is enough: csmacd explain kind.\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// some returns the last parts of a few names.
func some(names []string) (list []string) {
	for _, name := range names {
		last := name[strings.LastIndex(name, ".")+1:]
		if len(list) < 3 && !slices.Contains(list, last) {
			list = append(list, last)
		}
	}
	return list
}

func plural(kind string) string {
	switch {
	case strings.HasSuffix(kind, "y") && !strings.HasSuffix(kind, "ey"):
		return strings.TrimSuffix(kind, "y") + "ies"
	case strings.HasSuffix(kind, "s"):
		return kind + "es"
	}
	return kind + "s"
}
