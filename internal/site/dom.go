package main

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

type node = html.Node

// parseHTML returns a div with the nodes of a text.
func parseHTML(text string) (*node, error) {
	div := &node{Type: html.ElementNode, Data: "div", DataAtom: atom.Div}
	list, err := html.ParseFragment(strings.NewReader(text), div)
	for _, n := range list {
		div.AppendChild(n)
	}
	return div, err
}

// inner returns the HTML of the content of a node.
func inner(n *node) (string, error) {
	var b strings.Builder
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if err := html.Render(&b, c); err != nil {
			return "", err
		}
	}
	return b.String(), nil
}

// find returns the first element below a node with one of some names, nil for none.
func find(n *node, names ...string) *node {
	for d := range n.Descendants() {
		if is(d, names...) {
			return d
		}
	}
	return nil
}

// is reports whether a node is an element with one of some names.
func is(n *node, names ...string) bool {
	return n != nil && n.Type == html.ElementNode && slices.Contains(names, n.Data)
}

func attribute(n *node, key string) (string, bool) {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val, true
		}
	}
	return "", false
}

func setAttribute(n *node, key, value string) {
	for i, a := range n.Attr {
		if a.Key == key {
			n.Attr[i].Val = value
			return
		}
	}
	n.Attr = append(n.Attr, html.Attribute{Key: key, Val: value})
}

func removeAttribute(n *node, key string) {
	n.Attr = slices.DeleteFunc(n.Attr, func(a html.Attribute) bool { return a.Key == key })
}

// element returns a new element.
func element(name string, attributes ...string) *node {
	n := &node{Type: html.ElementNode, Data: name, DataAtom: atom.Lookup([]byte(name))}
	for i := 0; i < len(attributes); i += 2 {
		setAttribute(n, attributes[i], attributes[i+1])
	}
	return n
}

func textNode(text string) *node { return &node{Type: html.TextNode, Data: text} }

// wrap puts an element around a node, in its place.
func wrap(n, around *node) {
	n.Parent.InsertBefore(around, n)
	n.Parent.RemoveChild(n)
	around.AppendChild(n)
}

// rename makes an element one of another kind.
func rename(n *node, name string) {
	n.Data, n.DataAtom = name, atom.Lookup([]byte(name))
}

// textOf returns the text below a node.
func textOf(n *node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	if n.Type == html.TextNode {
		b.WriteString(n.Data)
	}
	return b.String()
}
