package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"
)

// written reports whether a folder holds Markdown pages of the site. Pages of the root and of
// these folders are in the site whether or not something links to them.
func written(folder string) bool {
	top, _, _ := strings.Cut(folder, "/")
	return top == "docs" || top == "bench" || top == "examples"
}

// readMarkdown turns the Markdown files of the tree into pages.
func (b *builder) readMarkdown() error {
	return fs.WalkDir(b.tree, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != "." && (!written(name) || d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".")):
			return fs.SkipDir
		case d.IsDir() || path.Ext(name) != ".md":
			return nil
		}
		text, err := fs.ReadFile(b.tree, name)
		if err != nil {
			return err
		}
		body, err := parseMarkdown(text)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		p := &page{kind: prose, source: name, path: htmlPath(name), body: body}
		if h := find(body, "h1"); h != nil {
			p.title = strings.TrimSpace(textOf(h))
		}
		if p.title == "" {
			b.problems = append(b.problems, fmt.Errorf("%s: the page has no title: its first line is # TITLE", name))
			return nil
		}
		b.add(p)
		return nil
	})
}

// markdown renders GitHub's Markdown, and keeps the HTML in it unchanged.
var markdown = goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote), goldmark.WithRendererOptions(html.WithUnsafe()))

func parseMarkdown(text []byte) (*node, error) {
	var out bytes.Buffer
	if err := markdown.Convert(text, &out); err != nil {
		return nil, err
	}
	return parseHTML(out.String())
}
