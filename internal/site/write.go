package main

import (
	"bytes"
	"embed"
	"html/template"
	"regexp"
	"slices"
	"strings"
)

//go:embed page.html style.css site.js
var assets embed.FS

var layout = template.Must(template.ParseFS(assets, "page.html"))

// shown is what the layout shows of a page.
type shown struct {
	Title, Description, Source string
	Root                       string // the way to the site's own folder
	Front                      bool
	Groups                     []group
	Contents                   []heading
	Body                       template.HTML
}

// A heading is an entry of the list of headings beside a page.
type heading struct {
	ID, Text string
	Level    int
}

// writePages makes the HTML of all pages, the list that is searched, and the site's own files.
func (b *builder) writePages() error {
	groups := b.navigation()
	for _, p := range b.all() {
		prepare(p.body)
		body, err := inner(p.body)
		if err != nil {
			return err
		}
		s := shown{
			Title: p.title, Source: p.source, Description: describe(p), Front: p.source == "README.md",
			Root: relativePath(p.path, ""), Groups: at(groups, p), Body: template.HTML(body),
		}
		for _, part := range p.parts {
			if part.level == 2 || part.level == 3 && p.kind == library {
				s.Contents = append(s.Contents, heading{part.id, part.heading, part.level})
			}
		}
		var out bytes.Buffer
		if err := layout.Execute(&out, s); err != nil {
			return err
		}
		b.files[p.path] = out.Bytes()
	}
	for _, name := range []string{"style.css", "site.js"} {
		content, err := assets.ReadFile(name)
		if err != nil {
			return err
		}
		b.files[name] = content
	}
	index, err := b.searchIndex()
	b.files["search.js"] = index
	return err
}

// prepare puts tables into a box in which they scroll, marks table headers as headers of columns,
// lets images load late, and sets comments in code apart.
func prepare(body *node) {
	for _, n := range slices.Collect(body.Descendants()) {
		switch {
		case is(n, "table"):
			wrap(n, element("div", "class", "wide"))
		case is(n, "th"):
			setAttribute(n, "scope", "col")
		case is(n, "img"):
			setAttribute(n, "loading", "lazy")
		case is(n, "code") && is(n.Parent, "pre"):
			markComments(n)
		}
	}
}

var shellComment = regexp.MustCompile(`(?m)(^|[ \t])#.*$`)

// markComments sets the comments of a shell script or a YAML file apart.
func markComments(code *node) {
	language, _ := attribute(code, "class")
	if !slices.Contains([]string{"language-sh", "language-bash", "language-yaml"}, language) {
		return
	}
	text := textOf(code)
	for c := code.FirstChild; c != nil; c = code.FirstChild {
		code.RemoveChild(c)
	}
	from := 0
	for _, at := range shellComment.FindAllStringIndex(text, -1) {
		code.AppendChild(textNode(text[from:at[0]]))
		span := element("span", "class", "comment")
		span.AppendChild(textNode(text[at[0]:at[1]]))
		code.AppendChild(span)
		from = at[1]
	}
	code.AppendChild(textNode(text[from:]))
}

// describe returns the first sentences of a page.
func describe(p *page) string {
	for _, s := range p.parts {
		if s.text != "" {
			if len(s.text) > 160 {
				cut := strings.LastIndex(s.text[:160], " ")
				return s.text[:max(cut, 0)] + " ..."
			}
			return s.text
		}
	}
	return p.title
}
