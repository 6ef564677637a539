package explain

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/internal/usage"
)

// The kinds of names.
const (
	Key     = "scenario key"
	Field   = "result field"
	Counter = "counter"
	Event   = "event"
	Detail  = "event field"
	Change  = "change"
	Reason  = "reason"
	Column  = "column"
	Policy  = "backoff policy"
	Theory  = "theory"
	Status  = "exit status"
	Term    = "term"
)

// Kinds are all kinds, in the order in which they are listed.
var Kinds = []string{Key, Field, Counter, Event, Detail, Change, Reason, Column, Policy, Theory, Status, Term}

// A Fact is what is known of a name. Text is a paragraph; what else is empty does not apply.
type Fact struct {
	Key     string   `json:"key"` // in full, such as stations.traffic.kind
	Kind    string   `json:"kind"`
	Text    string   `json:"text"`
	Of      []string `json:"of,omitempty"` // the things that have this key, if not all of a kind do: the traffic poisson, the medium bus
	Unit    string   `json:"unit,omitempty"`
	Type    string   `json:"type,omitempty"`
	Range   string   `json:"range,omitempty"`
	Default string   `json:"default,omitempty"`
	Source  string   `json:"source,omitempty"` // a clause, a paper
	Where   string   `json:"where,omitempty"`  // the files in which it appears, or the command that uses it
	Page    string   `json:"page,omitempty"`   // the page of the documentation that says more
	See     []string `json:"see,omitempty"`    // other names
}

// All returns the facts of all names.
var All = sync.OnceValue(func() []Fact {
	var c collection
	c.keys()
	c.pages()
	c.columns()
	c.policies()
	c.terms()
	return c.facts
})

// collection gathers facts. Facts that differ only in what they are of become one.
type collection struct {
	facts []Fact
	place map[[3]string]int // by key, kind and text
}

func (c *collection) add(f Fact) {
	if c.place == nil {
		c.place = map[[3]string]int{}
	}
	id := [3]string{f.Key, f.Kind, f.Text}
	i, ok := c.place[id]
	if !ok {
		c.place[id] = len(c.facts)
		c.facts = append(c.facts, f)
		return
	}
	for _, of := range f.Of {
		if !slices.Contains(c.facts[i].Of, of) {
			c.facts[i].Of = append(c.facts[i].Of, of)
		}
	}
	old := &c.facts[i]
	if old.Default != f.Default {
		old.Default = "" // it differs between the mappings that have the key
	}
	if old.Type != f.Type && !slices.Contains(strings.Split(old.Type, ", "), f.Type) {
		old.Type += ", " + f.Type // kind: poisson, saturated, ...
	}
	if old.Where != f.Where {
		old.Where += ", " + f.Where // a column of several tables
	}
}

// Find returns the facts of a name: in full, or its last parts; case, _ and -, and indices such as
// [0] do not count. If there is none the error suggests one.
func Find(name string) ([]Fact, error) {
	all, wanted := All(), fold(name)
	var found, within []Fact // with this name, and with it as the last parts of theirs
	for _, f := range all {
		switch key := fold(f.Key); {
		case key == wanted:
			found = append(found, f)
		case strings.HasSuffix(key, "."+wanted):
			within = append(within, f)
		}
	}
	if len(found) == 0 || !strings.Contains(wanted, ".") {
		found = append(found, within...)
	}
	if len(found) == 0 {
		return nil, unknown(name, all)
	}
	slices.SortStableFunc(found, func(a, b Fact) int {
		return cmp.Compare(slices.Index(Kinds, a.Kind), slices.Index(Kinds, b.Kind))
	})
	return found, nil
}

// unknown returns the error of a name that nobody has.
func unknown(name string, all []Fact) error {
	var names []string
	for _, f := range all {
		if word, key := document.Fold(name), document.Fold(f.Key); f.Kind == Term && (strings.HasPrefix(key, word+"_") || strings.HasSuffix(key, "_"+word)) {
			return usage.Errorf("nothing is called %q: did you mean %s?", name, f.Key)
		}
		last := f.Key[strings.LastIndex(f.Key, ".")+1:]
		names = append(names, last, f.Key)
	}
	// A word of three letters is like too many names.
	if best := document.Nearest(name, 1, names); best != "" && len(name) > 3 {
		return usage.Errorf("nothing is called %q: did you mean %s?", name, best)
	}
	return usage.Errorf("nothing is called %q: csmacd explain lists the kinds of names", name)
}

// fold makes ways to write a name alike: stations[0].Traffic and stations.traffic.
func fold(name string) string {
	var b strings.Builder
	depth := 0
	for _, r := range strings.ToLower(strings.TrimSpace(name)) {
		switch {
		case r == '[':
			depth++
		case r == ']':
			depth--
		case depth > 0:
		case r == '_' || r == ' ':
			b.WriteRune('-')
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Names returns the names of a kind, each once.
func Names(kind string) (names []string) {
	for _, f := range All() {
		if f.Kind == kind && !slices.Contains(names, f.Key) {
			names = append(names, f.Key)
		}
	}
	return names
}
