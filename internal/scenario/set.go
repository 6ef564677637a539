package scenario

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// applyOptions changes the tree as the options say, in order; --seed and
// --duration come last.
func (r *reader) applyOptions(root *node) {
	for _, s := range r.options.Set {
		path, value, ok := strings.Cut(s, "=")
		option := "--set " + path
		if !ok {
			r.problems.add(Problem{File: "--set " + s, Text: "write path=value, such as medium.length=500m"})
			continue
		}
		if err := r.set(root, option, path, value); err != nil {
			r.problems.add(Problem{File: option, Text: err.Error()})
		}
	}
	if r.options.Seed != nil {
		text := strconv.FormatUint(*r.options.Seed, 10)
		root.adopt("seed", &node{text: text, tag: "!!int", option: "--seed"})
	}
	if r.options.Duration != nil {
		text := strconv.FormatInt(int64(*r.options.Duration), 10) + "ps"
		root.adopt("duration", &node{text: text, tag: "!!str", option: "--duration"})
	}
}

// set puts a value, YAML itself, where a path such as stations[0].traffic.size
// points. Keys on the way that are not there are made; items of lists are not.
func (r *reader) set(root *node, option, path, value string) error {
	steps, err := parsePath(path)
	if err != nil {
		return err
	}
	v, err := r.optionValue(option, value)
	if err != nil {
		return err
	}
	at, last := root, steps[len(steps)-1]
	for i, s := range steps[:len(steps)-1] {
		if at, err = at.step(s, option); err != nil {
			return err
		}
		// A key that is not there, or has no value, becomes a mapping.
		if next := steps[i+1]; next.key != "" && at.null() {
			at.kind, at.tag, at.option = mappingNode, "", option
		}
	}
	old, err := at.step(last, option)
	if err != nil {
		return err
	}
	v.parent, v.key, v.index = old.parent, old.key, old.index
	*old = *v
	old.settle()
	return nil
}

// optionValue turns the text of an option into a tree.
func (r *reader) optionValue(option, value string) (*node, error) {
	text := []byte(value)
	if firstBad(text) >= 0 || len(text) > MaxFileSize || crowded(text, r.nodes) {
		return nil, errors.New("the value is not text that YAML allows")
	}
	document, second, err := decode(text)
	if err != nil {
		return nil, errors.New(syntaxProblem(option, text, err).Text)
	}
	if document == nil || second > 0 {
		return nil, errors.New("write one value after the =")
	}
	v := &node{}
	e := expander{reader: r, option: option}
	if e.expand(document, v); e.stopped {
		return nil, errors.New("the value is too large")
	}
	return v, nil
}

// pathStep is one step of a path: into a mapping by key, or into a list.
type pathStep struct {
	key   string
	index int
}

// parsePath reads keys joined by dots, each with any number of [index] after it.
func parsePath(path string) ([]pathStep, error) {
	bad := fmt.Errorf("%q is not a path: write keys and numbers of list items, such as stations[0].traffic.size", path)
	var steps []pathStep
	for part := range strings.SplitSeq(path, ".") {
		key, rest, indexed := strings.Cut(part, "[")
		if key == "" || strings.ContainsAny(key, "] \t") {
			return nil, bad
		}
		steps = append(steps, pathStep{key: key})
		if !indexed {
			continue
		}
		rest, closed := strings.CutSuffix(rest, "]")
		for digits := range strings.SplitSeq(rest, "][") {
			i, err := strconv.ParseUint(digits, 10, 31)
			if !closed || err != nil {
				return nil, bad
			}
			steps = append(steps, pathStep{index: int(i)})
		}
	}
	return steps, nil
}

// step gives the node that a step leads to; a key that is not there is made,
// without a value.
func (n *node) step(s pathStep, option string) (*node, error) {
	name := n.path()
	switch {
	case s.key == "" && n.kind != listNode:
		return nil, fmt.Errorf("%s is not a list: leave [%d] out", name, s.index)
	case s.key == "" && s.index >= len(n.items):
		return nil, fmt.Errorf("there %s, numbered from 0", n.population())
	case s.key == "":
		return n.items[s.index], nil
	case n.kind == listNode:
		return nil, fmt.Errorf("%s is a list: say which item, such as %[1]s[0].%s", name, s.key)
	case n.kind != mappingNode:
		return nil, fmt.Errorf("%s is a single value, %q: set it whole, such as %[1]s={%[3]s: ...}", name, n.text, s.key)
	}
	if v := n.get(s.key); v != nil {
		return v, nil
	}
	n.adopt(s.key, &node{tag: "!!null", option: option})
	return n.get(s.key), nil
}

// population says how many items a list has.
func (n *node) population() string {
	what := "item of " + n.path()
	if n.path() == "stations" {
		what = "station"
	}
	if len(n.items) == 1 {
		return "is 1 " + what
	}
	what, of, _ := strings.Cut(what, " ")
	return strings.TrimSpace(fmt.Sprintf("are %d %ss %s", len(n.items), what, of))
}

// settle makes a node that has been copied the parent of what it holds.
func (n *node) settle() {
	for _, v := range n.items {
		v.parent = n
	}
	for _, e := range n.entries {
		e.value.parent = n
	}
}
