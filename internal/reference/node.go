package reference

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// A node is a JSON object whose members keep their order, which encoding/json's maps do not.
type node struct {
	names   []string
	members map[string]any // *node, []any, string, json.Number, bool or nil
}

// parse reads a JSON object.
func parse(text []byte) (*node, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	v, err := value(d)
	if err != nil {
		return nil, err
	}
	n, ok := v.(*node)
	if !ok {
		return nil, fmt.Errorf("a schema is an object, and not %T", v)
	}
	return n, nil
}

func value(d *json.Decoder) (any, error) {
	t, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch t {
	case json.Delim('{'):
		n := &node{members: map[string]any{}}
		for d.More() {
			name, err := d.Token()
			if err != nil {
				return nil, err
			}
			v, err := value(d)
			if err != nil {
				return nil, err
			}
			n.names = append(n.names, name.(string))
			n.members[name.(string)] = v
		}
		_, err = d.Token()
		return n, err
	case json.Delim('['):
		list := []any{}
		for d.More() {
			v, err := value(d)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		_, err = d.Token()
		return list, err
	}
	return t, nil
}

// object returns a member that is an object, or an empty object.
func (n *node) object(name string) *node {
	if o, ok := n.members[name].(*node); ok {
		return o
	}
	return &node{}
}

// text returns a member that is a string, or "".
func (n *node) text(name string) string {
	s, _ := n.members[name].(string)
	return s
}

// list returns a member that is a list, or nil.
func (n *node) list(name string) []any {
	l, _ := n.members[name].([]any)
	return l
}

// has reports whether there is a member of the name.
func (n *node) has(name string) bool {
	_, ok := n.members[name]
	return ok
}

// at returns the object that a reference such as #/$defs/mac/properties/jam points to.
func (n *node) at(ref string) (*node, error) {
	o := n
	for _, name := range strings.Split(strings.TrimPrefix(ref, "#/"), "/") {
		if !o.has(name) {
			return nil, fmt.Errorf("the schema has no %s", ref)
		}
		o = o.object(name)
	}
	return o, nil
}
