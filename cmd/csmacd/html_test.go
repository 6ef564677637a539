package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"
	"pgregory.net/rapid"
)

// hostile are parts of names that would be markup, were they not written as text.
var hostile = []string{"<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onload='x", "</title>", "</svg>", "</pre></style>", "]]>", "<!--", "-->", "&lt;", "&", "{{.}}",
	"url(//x)", "\\", "%d", "é", "日本", "\U0001f980", "A", " b", "}", "<a href=javascript:x>"}

// Whatever is in a scenario's names, a report of it holds text there, and pictures are drawn.
func TestReportsOfHostileNames(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		name := func(label string) *rapid.Generator[string] {
			return rapid.Map(rapid.SliceOfN(rapid.SampledFrom(hostile), 1, 3), func(parts []string) string {
				return label + strings.ReplaceAll(strings.Join(parts, ""), "%d", "%%d") + label
			})
		}
		ofStation := func(name string) bool { return len([]rune(name)) <= 64 && !strings.Contains(name, "%") }
		title, a, b := name("t").Draw(t, "title"), name("a").Filter(ofStation).Draw(t, "a"), name("b").Filter(ofStation).Draw(t, "b")
		text := fmt.Sprintf("# %s\nname: %s\nduration: 2ms\nstations:\n  - {name: %s, traffic: &t {kind: saturated, size: 64, to: next}}\n  - {name: %s, at: 50m, traffic: *t}\n",
			title, inYAML(t, title), inYAML(t, a), inYAML(t, b))
		file, out := filepath.Join(dir, "s.yaml"), filepath.Join(dir, "r.html")
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		require.NoError(t, newApp().Run([]string{"csmacd", "run", "--quiet", "--html", out, file}))
		page, err := os.ReadFile(out)
		require.NoError(t, err)
		assert.Contains(t, string(page), "On the cable")
		assert.NotContains(t, string(page), "is left out")
		allowed := strings.Fields("html head meta title style body header h1 h2 p main div i span dl dt dd b figure figcaption svg g path text pre code table tr th td")
		for z := html.NewTokenizer(strings.NewReader(string(page))); ; {
			switch z.Next() {
			case html.ErrorToken:
				if !errors.Is(z.Err(), io.EOF) {
					t.Fatal(z.Err())
				}
				return
			case html.StartTagToken, html.SelfClosingTagToken:
				token := z.Token()
				assert.Contains(t, allowed, token.Data)
				for _, at := range token.Attr {
					assert.False(t, strings.HasPrefix(at.Key, "on") || at.Key == "href" || at.Key == "src", "%v", token)
				}
			}
		}
	})
}

// inYAML writes a text as YAML, of which JSON is a part.
func inYAML(t require.TestingT, s string) string {
	text, err := json.Marshal(s)
	require.NoError(t, err)
	return string(text)
}
