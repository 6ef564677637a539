package main

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// built is the site of this tree.
var built = sync.OnceValues(func() (map[string][]byte, error) { return build(os.DirFS("../..")) })

// index is what the script with the sections says.
type index struct {
	Pages    [][]any
	Sections [][]any
}

func searched(t *testing.T, files map[string][]byte) (of index) {
	t.Helper()
	text, ok := strings.CutPrefix(string(files["search.js"]), "globalThis.csmacdSearch=")
	require.True(t, ok)
	require.NoError(t, json.Unmarshal([]byte(text), &of))
	return of
}

// The site of this tree has no dead link, and its search leads to headings that exist.
func TestSite(t *testing.T) {
	files, err := built()
	require.NoError(t, err)
	for _, path := range []string{"index.html", "docs/conformance.html", "docs/labs/capture-effect.html", "bench/index.html", "CONTRIBUTING.html", "library/index.html", "library/medium/bus.html"} {
		assert.Contains(t, files, path)
	}
	for path, content := range files {
		if filepath.Ext(path) == ".html" {
			assert.NotRegexp(t, `(src|rel="stylesheet" href)="https?:`, string(content), "%s needs the network", path)
		}
	}
	of := searched(t, files)
	for _, s := range of.Sections {
		path, id := of.Pages[int(s[0].(float64))][0].(string), s[1].(string)
		require.Contains(t, files, path)
		assert.True(t, id == "" || bytes.Contains(files[path], []byte(`id="`+id+`"`)), "%s#%s", path, id)
	}
}

// A tree makes the same files each time.
func TestSiteIsTheSame(t *testing.T) {
	tree := fstest.MapFS{}
	for _, name := range []string{"README.md", "docs/style.md", "docs/style.txt", "phy/fcs.go", "phy/address.go"} {
		content, err := os.ReadFile("../../" + name)
		require.NoError(t, err)
		if strings.HasSuffix(name, ".md") {
			content = []byte("# A title\n\n## Twice\n\n## Twice\n\n[here](#twice-1)\n")
		}
		tree[name] = &fstest.MapFile{Data: content}
	}
	want, err := build(tree)
	require.NoError(t, err)
	for range 10 {
		got, err := build(tree)
		require.NoError(t, err)
		require.Equal(t, slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(got)))
		for path := range want {
			require.Equal(t, string(want[path]), string(got[path]), path)
		}
	}
}

// What is wrong with a link is an error that says where and what.
func TestDeadLinks(t *testing.T) {
	for text, want := range map[string]string{
		"[x](gone.md)":                             "bench/a.md:3: the link gone.md leads to bench/gone.md, which does not exist",
		"[x](b.md#gone)":                           "bench/a.md:3: the link b.md#gone leads to bench/b.md, which has no heading #gone",
		"[x](#gone)":                               "bench/a.md:3: the link #gone leads to bench/a.md, which has no heading #gone",
		"<a href=\"../gone\">x</a>":                "bench/a.md:3: the link ../gone leads to gone, which does not exist",
		"[x](../../b.md)":                          "bench/a.md:3: the link ../../b.md: ../b.md lies outside of the tree",
		"[x](/bench/b.md)":                         `bench/a.md:3: the link "/bench/b.md" is not relative to its file`,
		"![x](gone.svg)":                           "bench/a.md:3: the link gone.svg leads to bench/gone.svg, which does not exist",
		"![](b.svg)":                               "bench/a.md:3: the image has no text that describes it: ![TEXT](b.svg)",
		"![x](https://example.org/x.png)":          "bench/a.md:3: the image https://example.org/x.png is not a file of the tree: the site works offline",
		"# Two":                                    "bench/a.md: 2 headings of the first level; a page has one",
		"<p id=\"x\"></p><p id=\"x\"></p>":         `bench/a.md: the ID "x" appears 2 times`,
		"<iframe src=\"elsewhere.html\"></iframe>": `bench/a.md: src="elsewhere.html": bench/elsewhere.html is not a file of the site`,
	} {
		_, err := build(fstest.MapFS{
			"README.md":   {Data: []byte("# csmacd\n")},
			"bench/a.md":  {Data: []byte("# A\n\n" + text + "\n")},
			"bench/b.md":  {Data: []byte("# B\n")},
			"bench/b.svg": {Data: []byte("<svg/>")},
		})
		assert.EqualError(t, err, want, text)
	}
	_, err := build(fstest.MapFS{"bench/a.md": {Data: []byte("text\n")}})
	assert.EqualError(t, err, "bench/a.md: the page has no title: its first line is # TITLE")
}

// Links of the tree become links of the site, and what they lead to is in it.
func TestLinks(t *testing.T) {
	files, err := build(fstest.MapFS{
		"README.md":                    {Data: []byte("# csmacd\n\n[docs](docs) [part](docs/labs/capture-effect.md#the-last-part) [go](mac/backoff#Policy.Next) [code](internal/run)\n")},
		"docs/README.md":               {Data: []byte("# Index\n\n[b](labs/two-stations.md)\n")},
		"docs/labs/capture-effect.md":  {Data: []byte("# A\n\n![figure](../f.svg) [top](../../README.md) [s](../../testdata/s.yaml) [all](../../testdata) [it](#a)\n\n## The last `part`!?\n\n|a|\n|-|\n|b|\n\n## The last part \n")},
		"docs/labs/two-stations.md":    {Data: []byte("# B\n")},
		"docs/f.svg":                   {Data: []byte("<svg/>")},
		"testdata/s.yaml":              {Data: []byte("# A lesson: it\n# goes on. And on.\nname: s # <b>\n")},
		"mac/backoff/p.go":             {Data: []byte("// Package backoff draws.\npackage backoff\n\n// A Policy is one. See [Policy.Next].\ntype Policy interface {\n\t// Next returns.\n\tNext() Policy\n}\n")},
		"mac/backoff/example_test.go":  {Data: []byte("package backoff_test\n\nimport \"fmt\"\n\nfunc ExamplePolicy() {\n\tfmt.Println(1)\n\t// Output: 1\n}\n")},
		"mac/backoff/other_windows.go": {Data: []byte("package backoff\n\n// Elsewhere is not in a build for Linux.\nfunc Elsewhere() {}\n")},
		"internal/run/run.go":          {Data: []byte("package run\n")},
	})
	require.NoError(t, err)
	assert.Equal(t, []string{
		"docs/f.svg", "docs/index.html", "docs/labs/capture-effect.html", "docs/labs/two-stations.html", "files/testdata/index.html", "files/testdata/s.yaml.html",
		"index.html", "library/mac/backoff.html", "search.js", "site.js", "style.css",
	}, slices.Sorted(maps.Keys(files)))
	for path, parts := range map[string][]string{
		"index.html": {`<a href="docs/index.html">docs</a>`, `<a href="docs/labs/capture-effect.html#the-last-part">part</a>`, `<a href="library/mac/backoff.html#Policy.Next">go</a>`,
			`<span title="internal/run in the repository">code</span>`},
		"docs/labs/capture-effect.html": {`src="../f.svg"`, `<a href="../../index.html">top</a>`, `<a href="../../files/testdata/s.yaml.html">s</a>`, `<a href="../../files/testdata/index.html">all</a>`, `<a href="#a">it</a>`, `<h2 id="the-last-part-1">`, `<div class="wide"><table>`},
		"files/testdata/index.html":     {`<a href="s.yaml.html"><code>s.yaml</code></a> A lesson`},
		"files/testdata/s.yaml.html":    {`name: s<span class="comment"> # &lt;b&gt;</span>`},
		"library/mac/backoff.html":      {`<a href="#Policy.Next">Policy.Next</a>`, `<span id="Policy.Next"></span>`, `Next() <a href="#Policy">Policy</a>`, `<summary>Example</summary>`, `<h3 id="Policy">type Policy</h3>`},
	} {
		for _, part := range parts {
			assert.Contains(t, string(files[path]), part, path)
		}
	}
	assert.NotContains(t, string(files["library/mac/backoff.html"]), "Elsewhere")
	b, a := strings.Index(string(files["index.html"]), "labs/two-stations.html"), strings.Index(string(files["index.html"]), "labs/capture-effect.html")
	assert.Less(t, b, a, "the index names b only, so it is first")
	of := searched(t, files)
	assert.Equal(t, []any{"docs/labs/capture-effect.html", "A", 0.}, of.Pages[1])
	assert.Contains(t, of.Sections, []any{1., "the-last-part", "The last part!?", "a b", []any{"b"}})
}

// The site is written to a new folder, with the page of csmacd lab.
func TestWrite(t *testing.T) {
	t.Chdir("../..")
	folder := filepath.Join(t.TempDir(), "site")
	require.NoError(t, write(folder))
	assert.FileExists(t, filepath.Join(folder, "docs", "style.html"))
	assert.FileExists(t, filepath.Join(folder, "page", "engine.js"))
	assert.EqualError(t, write(folder), folder+" is not empty: the site is written to a new folder")
}
