package docs_test

import (
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/anchor"
)

// index is the page that leads to all others.
const index = "docs/README.md"

// A page is a Markdown file of the tree.
type page struct {
	links   []link
	anchors map[string]bool
}

// A link is where a page points: a path from the root of the tree, and an anchor, either of them perhaps empty.
type link struct {
	line         int
	text         string
	path, anchor string
}

// No link to a file or a heading of the tree is dead.
func TestLinks(t *testing.T) {
	tree := os.DirFS("..")
	pages := readPages(t, tree)
	require.Greater(t, len(pages), 20)
	for _, d := range deadLinks(tree, pages) {
		t.Error(d)
	}
}

// The index leads to every page of docs, and says in a line of its own what each hand-written page is for.
func TestIndexLeadsEverywhere(t *testing.T) {
	pages := readPages(t, os.DirFS(".."))
	seen := reached(pages, index)
	direct := map[string]bool{}
	for _, l := range pages[index].links {
		direct[l.path] = true
	}
	for name := range pages {
		if !strings.HasPrefix(name, "docs/") || name == index {
			continue
		}
		assert.True(t, seen[name], "no link leads from %s to %s", index, name)
		if !strings.HasPrefix(name, "docs/labs/") {
			assert.True(t, direct[name], "%s has no line for %s", index, name)
		}
	}
}

// mentioned is a page of docs that a message, a comment or a plain text names.
var mentioned = regexp.MustCompile(`\bdocs/[\w/-]+\.md\b`)

// Texts that are not Markdown name pages that exist, too: help, messages, comments, the schema, labs and scenarios.
func TestPagesMentionedExist(t *testing.T) {
	tree := os.DirFS("..")
	found := 0
	walk(t, tree, func(name string) {
		switch path.Ext(name) {
		case ".go", ".json", ".yaml", ".txtar", ".md", ".ts", ".tsx", "":
		default:
			return
		}
		if strings.HasSuffix(name, "_test.go") {
			return
		}
		text, err := fs.ReadFile(tree, name)
		require.NoError(t, err)
		for _, m := range mentioned.FindAllString(string(text), -1) {
			found++
			_, err := fs.Stat(tree, m)
			assert.NoError(t, err, "%s names %s", name, m)
		}
	})
	require.NotZero(t, found)
}

// walk calls f with each file of the tree that people write.
func walk(t *testing.T, tree fs.FS, f func(name string)) {
	t.Helper()
	require.NoError(t, fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case !d.IsDir():
			f(name)
		case name != "." && (d.Name()[0] == '.' && d.Name() != ".ci" || slices.Contains([]string{"node_modules", "dist", "bin"}, d.Name())):
			return fs.SkipDir
		}
		return nil
	}))
}

func readPages(t *testing.T, tree fs.FS) map[string]page {
	t.Helper()
	pages := map[string]page{}
	walk(t, tree, func(name string) {
		if path.Ext(name) == ".md" {
			text, err := fs.ReadFile(tree, name)
			require.NoError(t, err)
			pages[name] = readPage(name, string(text))
		}
	})
	return pages
}

var (
	linkTarget = regexp.MustCompile(`\]\(<?([^()<>\s]+)>?(?:\s+"[^"]*")?\)|\b(?:href|src|srcset)="([^"]+)"|^\[[^]]+\]:\s*(\S+)`)
	codeSpan   = regexp.MustCompile("`[^`]*`")
	heading    = regexp.MustCompile(`^#{1,6}\s+(.*?)\s*#*$`)
	ownAnchor  = regexp.MustCompile(`<a (?:id|name)="([^"]+)"`)
	linkText   = regexp.MustCompile(`!?\[([^]]*)\]\([^)]*\)`)
)

// readPage finds the links and anchors of a page. Fenced code has neither.
func readPage(name, text string) page {
	p := page{anchors: map[string]bool{}}
	fence := ""
	for i, line := range strings.Split(text, "\n") {
		trimmed := strings.TrimLeft(line, " ")
		if fence != "" {
			if strings.HasPrefix(trimmed, fence) {
				fence = ""
			}
			continue
		}
		if mark := leading(trimmed, '`'); len(mark) >= 3 {
			fence = mark
			continue
		}
		if m := heading.FindStringSubmatch(line); m != nil {
			plain := strings.ReplaceAll(linkText.ReplaceAllString(m[1], "$1"), "`", "")
			anchor.Unused(anchor.Of(plain), p.anchors)
		}
		for _, m := range ownAnchor.FindAllStringSubmatch(line, -1) {
			p.anchors[m[1]] = true
		}
		for _, m := range linkTarget.FindAllStringSubmatch(codeSpan.ReplaceAllString(line, "``"), -1) {
			target := m[1] + m[2] + m[3]
			u, err := url.Parse(target)
			if err != nil || u.Scheme != "" || u.Host != "" {
				continue
			}
			l := link{line: i + 1, text: target, path: name, anchor: u.Fragment}
			if u.Path != "" {
				l.path = path.Join(path.Dir(name), u.Path)
			}
			p.links = append(p.links, l)
		}
	}
	return p
}

func leading(s string, c rune) string {
	return s[:len(s)-len(strings.TrimLeft(s, string(c)))]
}

// deadLinks describes each link of the pages that leads nowhere.
func deadLinks(tree fs.FS, pages map[string]page) (dead []string) {
	for name, p := range pages {
		for _, l := range p.links {
			if _, err := fs.Stat(tree, l.path); err != nil {
				dead = append(dead, fmt.Sprintf("%s:%d: %s: there is no such file", name, l.line, l.text))
			} else if target, ok := pages[l.path]; l.anchor != "" && ok && !target.anchors[l.anchor] {
				dead = append(dead, fmt.Sprintf("%s:%d: %s: %s has no such heading", name, l.line, l.text, l.path))
			}
		}
	}
	slices.Sort(dead)
	return dead
}

// reached returns the pages that links lead to from a page.
func reached(pages map[string]page, from string) map[string]bool {
	seen := map[string]bool{}
	next := []string{from}
	for len(next) > 0 {
		name := next[0]
		next = next[1:]
		if _, ok := pages[name]; !ok || seen[name] {
			continue
		}
		seen[name] = true
		for _, l := range pages[name].links {
			next = append(next, l.path)
		}
	}
	return seen
}

// The check finds dead links and headings, and passes over code and other sites.
func TestDeadLinks(t *testing.T) {
	text := "# A page\n## The result: `--json FILE`\n## The result: `--json FILE`\n<a id=\"own\"></a>\n" +
		"[1](b.md) [2](b.md#sub) [3](#the-result---json-file-1) [4](#own) [5](https://x.org/y.md) `[6](no.md)`\n" +
		"```\n[7](no.md)\n# no heading\n```\n[8](no.md) [9](b.md#no) [10](#no-heading)\n![11](no.svg)\n[12](../docs)\n"
	pages := map[string]page{"docs/a.md": readPage("docs/a.md", text), "docs/b.md": readPage("docs/b.md", "# Sub #\n")}
	tree := fstest.MapFS{"docs/a.md": {}, "docs/b.md": {}}
	assert.Equal(t, []string{
		"docs/a.md:10: #no-heading: docs/a.md has no such heading",
		"docs/a.md:10: b.md#no: docs/b.md has no such heading",
		"docs/a.md:10: no.md: there is no such file",
		"docs/a.md:11: no.svg: there is no such file",
	}, deadLinks(tree, pages))
	assert.Equal(t, map[string]bool{"docs/a.md": true, "docs/b.md": true}, reached(pages, "docs/a.md"))
}
