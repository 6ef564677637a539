package document

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Assign applies an option --set, path=value, and reports what is wrong with it.
func (r *Reader) Assign(root *Node, s string) {
	path, value, ok := strings.Cut(s, "=")
	if !ok {
		r.Problems.Add(Problem{File: "--set " + s, Text: "write path=value, such as medium.length=500m"})
		return
	}
	option := "--set " + path
	if err := r.set(root, option, path, value); err != nil {
		r.Problems.Add(Problem{File: option, Text: err.Error()})
	}
}

// set sets a value, which is YAML itself, at a path such as stations[0].traffic.size. It makes
// missing keys on the way, but not missing items of lists.
func (r *Reader) set(root *Node, option, path, value string) error {
	steps, err := ParsePath(path)
	if err != nil {
		return err
	}
	v, err := r.Value(option, value)
	if err != nil {
		return err
	}
	at, last := root, steps[len(steps)-1]
	for i, s := range steps[:len(steps)-1] {
		if at, err = r.Step(at, s, option); err != nil {
			return err
		}
		// A missing key, or a key without a value, becomes a mapping.
		if next := steps[i+1]; next.Key != "" && at.Null() {
			at.Kind, at.Tag, at.Option = Mapping, "", option
		}
	}
	old, err := r.Step(at, last, option)
	if err != nil {
		return err
	}
	old.Become(v)
	return nil
}

// Value turns the text of an option into a tree.
func (r *Reader) Value(option, value string) (*Node, error) {
	text := []byte(value)
	if firstBad(text) >= 0 || len(text) > MaxFileSize || crowded(text, r.limits.Nodes) {
		return nil, errors.New("the value is not text that YAML allows")
	}
	document, second, err := decode(text)
	if err != nil {
		return nil, errors.New(syntaxProblem(option, text, err).Text)
	}
	if document == nil || second > 0 {
		return nil, errors.New("write one value after the =")
	}
	v := &Node{}
	e := expander{Reader: r, option: option}
	if e.expand(document, v); e.stopped {
		return nil, errors.New("the value is too large")
	}
	return v, nil
}

// Step is one step of a path: into a mapping by key, or into a list.
type Step struct {
	Key   string
	Index int
}

// ParsePath reads keys joined by dots, each with any number of [index] after it.
func ParsePath(path string) ([]Step, error) {
	bad := fmt.Errorf("%q is not a path: write keys and numbers of list items, such as stations[0].traffic.size", path)
	var steps []Step
	for part := range strings.SplitSeq(path, ".") {
		key, rest, indexed := strings.Cut(part, "[")
		if key == "" || strings.ContainsAny(key, "] \t") {
			return nil, bad
		}
		steps = append(steps, Step{Key: key})
		if !indexed {
			continue
		}
		rest, closed := strings.CutSuffix(rest, "]")
		for digits := range strings.SplitSeq(rest, "][") {
			i, err := strconv.ParseUint(digits, 10, 31)
			if !closed || err != nil {
				return nil, bad
			}
			steps = append(steps, Step{Index: int(i)})
		}
	}
	return steps, nil
}

// Step returns the node that a step leads to. It makes a missing key, without a value.
func (r *Reader) Step(n *Node, s Step, option string) (*Node, error) {
	name := n.Path()
	switch {
	case s.Key == "" && n.Kind != List:
		return nil, fmt.Errorf("%s is not a list: leave [%d] out", name, s.Index)
	case s.Key == "" && s.Index >= len(n.Items):
		return nil, fmt.Errorf("there %s, numbered from 0", r.population(n))
	case s.Key == "":
		return n.Items[s.Index], nil
	case n.Kind == List:
		return nil, fmt.Errorf("%s is a list: say which item, such as %[1]s[0].%s", name, s.Key)
	case n.Kind != Mapping:
		return nil, fmt.Errorf("%s is a single value, %q: set it whole, such as %[1]s={%[3]s: ...}", name, n.Text, s.Key)
	}
	if v := n.Get(s.Key); v != nil {
		return v, nil
	}
	n.Adopt(s.Key, &Node{Tag: "!!null", Option: option})
	return n.Get(s.Key), nil
}

// population says how many items a list has.
func (r *Reader) population(n *Node) string {
	what := "item of " + n.Path()
	if name := r.format.Items[n.Path()]; name != "" {
		what = name
	}
	if len(n.Items) == 1 {
		return "is 1 " + what
	}
	what, of, _ := strings.Cut(what, " ")
	return strings.TrimSpace(fmt.Sprintf("are %d %ss %s", len(n.Items), what, of))
}

// Become replaces this node by another one.
func (n *Node) Become(v *Node) {
	v.Parent, v.Key, v.Index = n.Parent, n.Key, n.Index
	*n = *v
	for _, item := range n.Items {
		item.Parent = n
	}
	for _, e := range n.Entries {
		e.Value.Parent = n
	}
}
