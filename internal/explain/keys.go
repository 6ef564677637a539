package explain

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/csmacd/csmacd/internal/scenario"
)

// object is a node of the schema.
type object = map[string]any

// keys collects the keys of scenarios from their schema.
func (c *collection) keys() {
	var root object
	d := json.NewDecoder(bytes.NewReader(scenario.Schema()))
	d.UseNumber()
	if err := d.Decode(&root); err != nil {
		return // a test holds that it is JSON
	}
	s := schema{root: root, into: c}
	s.walk("", root, nil)
}

// schema is the schema of scenarios while it is walked.
type schema struct {
	root object
	into *collection
	of   []string // the kinds that the node under way belongs to, the outermost first
}

// walk visits a node of the schema and all below it. path is that of the keys that lead to it, and
// refs are the definitions under way.
func (s *schema) walk(path string, n object, refs []string) {
	if ref, _ := n["$ref"].(string); ref != "" && !slices.Contains(refs, ref) {
		name := strings.TrimPrefix(ref, "#/$defs/")
		if kind := kindOf(name); kind != "" {
			s.of = append(s.of, kind)
			defer func() { s.of = s.of[:len(s.of)-1] }()
		}
		s.walk(path, s.def(ref), append(slices.Clone(refs), ref))
	}
	properties, _ := n["properties"].(object)
	for _, name := range sorted(properties) {
		p, _ := properties[name].(object)
		key := strings.TrimPrefix(path+"."+name, ".")
		s.add(key, p)
		s.walk(key, p, refs)
	}
	for _, name := range []string{"items", "additionalProperties", "then", "else"} {
		if below, ok := n[name].(object); ok {
			s.walk(path, below, refs)
		}
	}
	for _, name := range []string{"allOf", "oneOf", "anyOf"} {
		list, _ := n[name].([]any)
		for _, below := range list {
			if below, ok := below.(object); ok {
				s.walk(path, below, refs)
			}
		}
	}
}

// kindOf returns what a definition of the schema describes, if that is one of several kinds.
func kindOf(def string) string {
	for prefix, what := range map[string]string{"traffic-": "traffic", "policy-": "backoff policy", "attach-": "attachment"} {
		if name, ok := strings.CutPrefix(def, prefix); ok {
			return what + " " + name
		}
	}
	return map[string]string{
		"bus": "medium bus", "star": "medium star", "aloha": "medium aloha", "slotted-aloha": "medium slotted-aloha",
		"store": "medium store", "server": "medium server", "submit": "medium submit",
		"station": "stations on a cable", "users": "users of a channel", "writers": "clients of a store",
		"callers": "clients of a server", "submitters": "clients of a queue",
	}[def]
}

func (s *schema) def(ref string) object {
	n := s.root
	for name := range strings.SplitSeq(strings.TrimPrefix(ref, "#/"), "/") {
		n, _ = n[name].(object)
	}
	return n
}

// add adds the fact of a key, unless a condition of the schema only narrows it.
func (s *schema) add(key string, n object) {
	whole := s.resolved(n)
	text, _ := whole["description"].(string)
	if text == "" {
		if !strings.HasSuffix(key, ".kind") && !strings.HasSuffix(key, ".policy") {
			return
		}
		text = "Which of several kinds this is."
	}
	text, standard, _ := strings.Cut(text, " Default: ")
	if value, ok := whole["default"]; ok {
		standard = plain(value)
	}
	f := Fact{Key: key, Kind: Key, Text: text, Type: s.typeOf(n), Range: rangeOf(whole), Default: strings.TrimSuffix(standard, "."),
		Where: "scenario", Page: "docs/reference/keys.md"}
	if len(s.of) > 0 {
		f.Of = []string{s.of[len(s.of)-1]}
	}
	s.into.add(f)
}

// resolved returns a node with the members of the definitions that it refers to, except those that it
// has itself.
func (s *schema) resolved(n object) object {
	ref, _ := n["$ref"].(string)
	if ref == "" {
		return n
	}
	all := object{}
	for name, v := range s.resolved(s.def(ref)) {
		all[name] = v
	}
	for name, v := range n {
		all[name] = v
	}
	return all
}

// typeOf describes the values of a key.
func (s *schema) typeOf(n object) string {
	if ref, _ := n["$ref"].(string); ref != "" {
		switch name := strings.TrimPrefix(ref, "#/$defs/"); name {
		case "time", "place", "flag", "text", "size":
			return name
		case "to":
			return "destination"
		case "backoff":
			return "the name of a policy, or a mapping"
		default:
			return s.typeOf(s.def(ref))
		}
	}
	if v, ok := n["const"]; ok {
		return plain(v)
	}
	if list, ok := n["enum"].([]any); ok {
		var words []string
		for _, v := range list {
			words = append(words, plain(v))
		}
		return strings.Join(words, ", ")
	}
	for _, name := range []string{"oneOf", "anyOf"} {
		list, _ := n[name].([]any)
		var kinds []string
		for _, o := range list {
			if o, ok := o.(object); ok && (o["type"] != nil || o["$ref"] != nil || o["enum"] != nil || o["const"] != nil) {
				if kind := s.typeOf(o); !slices.Contains(kinds, kind) {
					kinds = append(kinds, kind)
				}
			}
		}
		if len(kinds) > 0 && n["type"] == nil {
			return strings.Join(kinds, " or ")
		}
	}
	switch t := n["type"].(type) {
	case string:
		if items, ok := n["items"].(object); ok && t == "array" {
			return "list of " + s.typeOf(items)
		}
		return map[string]string{"array": "list", "object": "mapping", "string": "text"}[t] + map[bool]string{true: t}[t == "integer" || t == "number" || t == "boolean"]
	case []any:
		var kinds []string
		for _, k := range t {
			kinds = append(kinds, s.typeOf(object{"type": k}))
		}
		return strings.Join(kinds, " or ")
	}
	return "any"
}

// rangeOf returns the bounds of a number, of the first of several types that has any, or of the length
// of a list.
func rangeOf(n object) string {
	least, most, above, length := n["minimum"], n["maximum"], n["exclusiveMinimum"], n["maxItems"]
	switch {
	case least != nil && most != nil:
		return fmt.Sprintf("%v to %v", least, most)
	case above != nil && most != nil:
		return fmt.Sprintf("above %v, up to %v", above, most)
	case least != nil:
		return fmt.Sprintf("at least %v", least)
	case above != nil:
		return fmt.Sprintf("above %v", above)
	case length != nil && length == n["minItems"]:
		return fmt.Sprintf("%v elements", length)
	case length != nil:
		return fmt.Sprintf("at most %v elements", length)
	}
	for _, name := range []string{"oneOf", "anyOf"} {
		list, _ := n[name].([]any)
		for _, o := range list {
			if o, ok := o.(object); ok && rangeOf(o) != "" {
				return rangeOf(o)
			}
		}
	}
	return ""
}

// plain writes a value as a scenario does.
func plain(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	text, _ := json.Marshal(v)
	return string(text)
}

func sorted(m object) (names []string) {
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
