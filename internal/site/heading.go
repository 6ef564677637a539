package main

import (
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/csmacd/csmacd/internal/anchor"
)

// A section is a heading of a page and the text up to the next one.
type section struct {
	id, heading string
	level       int
	text        string
	terms       []string // the first cells of the rows of its tables
}

// longestTerm is the length of the longest first cell of a row that is a term, in bytes.
const longestTerm = 40

// setHeadings adds to headings without an ID the one that GitHub gives them, and divides the
// page into sections.
func setHeadings(p *page) {
	used := map[string]bool{}
	for n := range p.body.Descendants() {
		if id, ok := attribute(n, "id"); ok {
			used[id] = true
		}
	}
	p.parts = []section{{}} // what stands before the first heading
	var walk func(n *node)
	walk = func(n *node) {
		last := &p.parts[len(p.parts)-1]
		switch {
		case n.Type == html.TextNode:
			last.text += n.Data
		case is(n, "h1", "h2", "h3", "h4", "h5", "h6"):
			heading := strings.TrimSpace(textOf(n))
			id, ok := attribute(n, "id")
			if !ok {
				id = anchor.Unused(anchor.Of(heading), used)
				setAttribute(n, "id", id)
			}
			p.parts = append(p.parts, section{id: id, heading: heading, level: int(n.Data[1] - '0')})
			return
		case is(n, "tr"):
			if cell := find(n, "td", "th"); is(cell, "td") {
				if term := strings.TrimSpace(textOf(cell)); term != "" && len(term) <= longestTerm {
					last.terms = append(last.terms, strings.Split(strings.ToLower(term), ", ")...)
				}
			}
		}
		for c := range n.ChildNodes() {
			walk(c)
		}
		if is(n, "p", "li", "td", "th", "pre", "div", "summary", "dt", "dd") {
			p.parts[len(p.parts)-1].text += " "
		}
	}
	walk(p.body)
	for i := range p.parts {
		p.parts[i].text = strings.Join(strings.Fields(p.parts[i].text), " ")
	}
	p.parts = slices.DeleteFunc(p.parts, func(s section) bool { return s.id == "" && s.text == "" })
}
