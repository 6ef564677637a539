package player

import (
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/internal/resource"
)

// AboutCrowd is what can be changed of a medium other than a cable, and of its clients.
type AboutCrowd struct {
	Kind   string       `json:"kind"`
	Groups []CrowdGroup `json:"groups"` // of clients, as the list of stations has them; none if the medium itself says how many there are
	Fields []CrowdField `json:"fields"` // of the medium
}

// CrowdGroup is an item of the list of stations.
type CrowdGroup struct {
	Name   string       `json:"name"`
	Fields []CrowdField `json:"fields"`
}

// CrowdField is a key of a mapping, written or not.
type CrowdField struct {
	Key   string `json:"key"`
	Path  string `json:"path"`  // as an edit takes it
	Value string `json:"value"` // as YAML on one line; "": the key is left out
}

// mostGroups is the most groups whose keys are offered. Others can be changed in the text.
const mostGroups = 20

func (p *Player) aboutCrowd() *AboutCrowd {
	a := &AboutCrowd{Kind: p.crowd.Kind(), Groups: []CrowdGroup{}, Fields: []CrowdField{}}
	var doc yaml.Node
	if yaml.Unmarshal([]byte(p.text), &doc) != nil || len(doc.Content) == 0 {
		return a
	}
	root := doc.Content[0]
	own, clients := resource.Keys(a.Kind)
	if m := get(root, "medium"); m != nil && m.Kind == yaml.MappingNode {
		a.Fields = fields(m, "medium.", own, "kind", "times") // measured times are in a file
	}
	items := []*yaml.Node{}
	if list := get(root, "stations"); list != nil && list.Kind == yaml.MappingNode {
		items = append(items, list)
	} else if list != nil {
		items = list.Content
	}
	for i, item := range items[:min(len(items), mostGroups)] {
		g := CrowdGroup{Fields: fields(item, "stations["+strconv.Itoa(i)+"].", clients, "name")}
		if name := get(item, "name"); name != nil {
			g.Name = name.Value
		}
		a.Groups = append(a.Groups, g)
	}
	return a
}

// fields returns the keys that a mapping may have, with the values that it has.
func fields(of *yaml.Node, path string, keys []string, without ...string) (all []CrowdField) {
	for _, key := range keys {
		if slices.Contains(without, key) {
			continue
		}
		f := CrowdField{Key: key, Path: path + key}
		if v := get(of, key); v != nil {
			f.Value = line(v)
		}
		all = append(all, f)
	}
	return all
}

// line writes a value on one line, without its comments.
func line(n *yaml.Node) string {
	flat := clone(n)
	if flat.Kind != yaml.ScalarNode {
		flat.Style = yaml.FlowStyle
	}
	flat.HeadComment, flat.LineComment, flat.FootComment = "", "", ""
	text, err := yaml.Marshal(flat)
	if err != nil {
		return n.Value
	}
	return strings.Join(strings.Fields(string(text)), " ")
}

// set changes a key, PATH=VALUE, or leaves it out if there is no value.
func (t *editor) set(change string) error {
	path, value, _ := strings.Cut(change, "=")
	if strings.TrimSpace(value) != "" {
		return vary(t.root, change)
	}
	steps, err := document.ParsePath(path)
	if err != nil {
		return err
	}
	at := t.root
	for _, s := range steps[:len(steps)-1] {
		if at = follow(at, s); at == nil {
			return errShape
		}
	}
	if at.Kind != yaml.MappingNode {
		return errShape
	}
	remove(at, steps[len(steps)-1].Key)
	return nil
}
