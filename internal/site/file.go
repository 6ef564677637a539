package main

import (
	"fmt"
	"html"
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode/utf8"
)

// textFolder is the folder of the site with pages of files that are neither Markdown nor images.
const textFolder = "files"

// copied reports whether a file is copied as it is.
func copied(source string) bool {
	return slices.Contains([]string{".svg", ".png", ".gif", ".jpg", ".webp", ".json", ".pcapng"}, path.Ext(source))
}

// listed reports whether a folder has a page that lists its files; other folders hold code.
func listed(source string) bool {
	top, _, _ := strings.Cut(source, "/")
	return top == "testdata" || top == "examples" || top == "docs"
}

// addText makes a page of a text file and returns its path.
func (b *builder) addText(source string) (string, error) {
	content, err := fs.ReadFile(b.tree, source)
	if err != nil {
		return "", err
	}
	if !utf8.Valid(content) {
		return "", fmt.Errorf("%s is not a text, and the site knows no page for it", source)
	}
	language := strings.TrimPrefix(path.Ext(source), ".")
	body, err := parseHTML(fmt.Sprintf("<h1>%s</h1><pre><code class=\"language-%s\">%s</code></pre>", html.EscapeString(path.Base(source)), html.EscapeString(language), html.EscapeString(string(content))))
	if err != nil {
		return "", err
	}
	p := &page{kind: text, source: source, path: textFolder + "/" + source + ".html", title: path.Base(source), body: body}
	b.add(p)
	b.queue = append(b.queue, p)
	return p.path, nil
}

// addFolder makes a page that lists the files of a folder and returns its path.
func (b *builder) addFolder(source string) (string, error) {
	entries, err := fs.ReadDir(b.tree, source)
	if err != nil {
		return "", err
	}
	var list strings.Builder
	for _, e := range entries {
		name := e.Name()
		if strings.HasPrefix(name, ".") {
			continue
		}
		about := ""
		if stem, ok := strings.CutSuffix(name, ".json"); ok && has(entries, stem+".yaml") {
			continue // it is named beside the other
		}
		if stem, ok := strings.CutSuffix(name, ".yaml"); ok && !e.IsDir() {
			text, err := fs.ReadFile(b.tree, path.Join(source, name))
			if err != nil {
				return "", err
			}
			about = " " + html.EscapeString(firstSentence(string(text)))
			if has(entries, stem+".json") {
				about += fmt.Sprintf(" <a href=\"%s.json\">Result of %s</a>", html.EscapeString(stem), html.EscapeString(stem))
			}
		}
		fmt.Fprintf(&list, "<li><a href=\"%s\"><code>%s</code></a>%s</li>\n", html.EscapeString(name), html.EscapeString(name), about)
	}
	body, err := parseHTML(fmt.Sprintf("<h1>%s</h1><ul class=\"files\">%s</ul>", html.EscapeString(source), list.String()))
	if err != nil {
		return "", err
	}
	p := &page{kind: text, source: source, path: textFolder + "/" + source + "/index.html", title: source, body: body}
	b.add(p)
	b.queue = append(b.queue, p)
	return p.path, nil
}

// has reports whether a folder has a file.
func has(entries []fs.DirEntry, name string) bool {
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == name })
}

// firstSentence returns the first sentence of the comment that a YAML file begins with.
func firstSentence(text string) string {
	var words []string
	for line := range strings.Lines(text) {
		comment, ok := strings.CutPrefix(line, "#")
		if !ok || strings.TrimSpace(comment) == "" {
			break
		}
		words = append(words, strings.Fields(comment)...)
	}
	for i, w := range words {
		if strings.HasSuffix(w, ".") || strings.HasSuffix(w, ":") {
			return strings.TrimSuffix(strings.Join(words[:i+1], " "), ":")
		}
	}
	return strings.Join(words, " ")
}
