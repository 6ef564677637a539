package player

import (
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/csmacd/csmacd/internal/document"
)

// Vary returns the text of a scenario with changes, PATH=VALUE as --set takes them. The text's comments stay.
func Vary(text string, changes []string) (string, error) {
	if len(changes) == 0 {
		return text, nil
	}
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(text), &doc); err != nil {
		return "", err
	}
	for _, change := range changes {
		if err := vary(doc.Content[0], change); err != nil {
			return "", err
		}
	}
	return written(&doc)
}

// vary makes a change in a scenario.
func vary(root *yaml.Node, change string) error {
	path, value, _ := strings.Cut(change, "=")
	steps, err := document.ParsePath(path)
	if err != nil {
		return err
	}
	var v yaml.Node
	if err := yaml.Unmarshal([]byte(value), &v); err != nil {
		return fmt.Errorf("%s: %q is not a value: %w", path, value, err)
	}
	at := root
	for _, s := range steps {
		if at = follow(at, s); at == nil {
			return fmt.Errorf("%s is not in the scenario", path)
		}
	}
	comment := at.LineComment
	if *at = (yaml.Node{Kind: yaml.ScalarNode, Tag: "!!null", Value: "null"}); len(v.Content) > 0 {
		*at = *v.Content[0]
	}
	at.LineComment = comment
	return nil
}

// follow returns the part of a node to which a step leads. It makes a missing key.
func follow(n *yaml.Node, s document.Step) *yaml.Node {
	if s.Key == "" {
		if n.Kind == yaml.MappingNode && s.Index == 0 {
			return n // one item needs no list
		}
		if n.Kind != yaml.SequenceNode || s.Index >= len(n.Content) {
			return nil
		}
		return n.Content[s.Index]
	}
	if n.Kind == yaml.ScalarNode && n.Tag == "!!null" {
		*n = yaml.Node{Kind: yaml.MappingNode}
	}
	if n.Kind != yaml.MappingNode {
		return nil
	}
	if value := get(n, s.Key); value != nil {
		return value
	}
	made := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!null"}
	put(n, s.Key, made)
	return made
}
