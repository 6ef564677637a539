package report_test

import (
	"encoding/xml"
	"fmt"
	"image/color"
	"io"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/csmacd/csmacd/internal/palette"
	"github.com/csmacd/csmacd/internal/report"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

const drawing = `<?xml version="1.0"?><!-- by us --><svg width="10pt" height="5pt" viewBox="0 0 10 5" xmlns="http://www.w3.org/2000/svg"><g transform="scale(1, -1)"><title>245 bt</title><path d="M0,0L1,1" style="fill:#FFFFFF" /><text x="1" y="2" textLength="3" lengthAdjust="spacingAndGlyphs">A &amp; B</text></g></svg>`

func page(name string) *report.Page {
	r := &medium.Result{Scenario: name, Seed: 7, Version: "0.1.0", Digest: "9f3c", Complete: true, SimulatedPs: int64(phy.Second)}
	r.Medium.Kind = "bus"
	r.Medium.ShareSuccess, r.Medium.ShareCollision, r.Medium.ShareIdle = 0.5, 0.2, 0.3
	r.Stations = []medium.Station{{Name: name}}
	line, _ := phy.LineByName("10base5")
	return &report.Page{Result: r, Line: line, File: name + ".yaml", Scenario: "name: " + name, Changes: []string{"seed = 7"}, Command: "csmacd run " + name,
		Pictures: []report.Picture{{Title: name, Caption: "is " + name, SVG: []byte(drawing)}}, Notes: []string{name}}
}

func written(t require.TestingT, p *report.Page) string {
	var b strings.Builder
	require.NoError(t, report.HTML(&b, p))
	return b.String()
}

// A report holds all that is needed to read it and to repeat the run, and nothing that a browser
// would run or fetch.
func TestHTML(t *testing.T) {
	text := written(t, page("two hosts"))
	for _, part := range []string{"<h1>two hosts</h1>", "<code>9f3c</code>", "seed 7", "csmacd 0.1.0", "50.00%", "name: two hosts", "csmacd run two hosts", "seed = 7",
		`viewBox="0 0 10 5"`, "<title>245 bt</title>", "A &amp; B", "default-src 'none'", "@media print", "prefers-color-scheme: dark"} {
		assert.Contains(t, text, part)
	}
	for _, part := range []string{"<script", "http://", "https://", "NaN", "Not complete", "<?xml"} {
		assert.NotContains(t, text, part)
	}
	assert.Equal(t, text, written(t, page("two hosts")))
	p := page("x")
	p.Result.Complete = false
	assert.Contains(t, written(t, p), "Not complete")
}

// A scenario's text may be of any length; the report is not.
func TestHTMLIsBounded(t *testing.T) {
	p := page("long")
	p.Scenario = strings.Repeat("# é\n", 1<<20)
	for range 5000 {
		p.Result.Stations = append(p.Result.Stations, medium.Station{Name: strings.Repeat("n", 100)})
	}
	text := written(t, p)
	assert.Less(t, len(text), 200<<10)
	assert.True(t, utf8.ValidString(text))
	assert.Contains(t, text, "long.yaml, its beginning")
}

// Drawings that hold more than a drawing needs are refused.
func TestDrawingsAreOnlyDrawings(t *testing.T) {
	for _, bad := range []string{
		``, `<p>`, `<svg>`, `<svg></svg><svg></svg>`, `text`,
		`<svg><script>alert(1)</script></svg>`,
		`<svg><g onclick="alert(1)"></g></svg>`,
		`<svg><a href="x"></a></svg>`,
		`<svg><image href="x"/></svg>`,
		`<svg><style>*{}</style></svg>`,
		`<svg><path style="fill:url(//x)"/></svg>`,
		`<svg><path style="fill:u\72l(//x)"/></svg>`,
		`<svg><foreignObject></foreignObject></svg>`,
		`<svg><svg></svg></svg>`,
	} {
		p := page("x")
		p.Pictures[0].SVG = []byte(bad)
		assert.Error(t, report.HTML(io.Discard, p), bad)
	}
}

// Whatever names and texts are, the page has the elements of any other, and they stand in it as text.
func FuzzHTML(f *testing.F) {
	for _, name := range []string{"A", `<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `' onmouseover='x`, "</title></style></pre><b>", "{{.}}", "a\x00b\xff\u2028", "&lt;b&gt;", "]]>", "<!--", "javascript:x", "\x1b[31m\u202e\u009b"} {
		f.Add(name)
	}
	plain := elements(f, written(f, page("A")))
	f.Fuzz(func(t *testing.T, name string) {
		p := page(name)
		var escaped strings.Builder
		require.NoError(t, xml.EscapeText(&escaped, []byte(name)))
		p.Pictures[0].SVG = []byte(strings.Replace(drawing, "A &amp; B", escaped.String(), 1))
		text := written(t, p)
		assert.Equal(t, plain, elements(t, text))
		assert.NotRegexp(t, `[\x00-\x08\x0b-\x1f\x7f-\x{9f}\x{202a}-\x{202e}]`, text)
	})
}

// elements lists the elements of a page, with the names of their attributes.
func elements(t require.TestingT, text string) (list []string) {
	for z := html.NewTokenizer(strings.NewReader(text)); ; {
		switch z.Next() {
		case html.ErrorToken:
			require.ErrorIs(t, z.Err(), io.EOF)
			return list
		case html.StartTagToken, html.SelfClosingTagToken:
			token := z.Token()
			for _, a := range token.Attr {
				token.Data += " " + a.Key
			}
			list = append(list, token.Data)
		}
	}
}

// The bar of shares has the colours of the attempts in a diagram.
func TestReportHasTheColoursOfDiagrams(t *testing.T) {
	text, err := os.ReadFile("html.tmpl")
	require.NoError(t, err)
	hex := func(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x;", c.R, c.G, c.B) }
	assert.Equal(t, 2, strings.Count(string(text), "--good: "+hex(palette.Sent)), "on a screen that is light, and on paper")
	assert.Equal(t, 2, strings.Count(string(text), "--bad: "+hex(palette.Collided)))
	assert.Equal(t, 2, strings.Count(string(text), "--idle: "+hex(palette.Carrier)))
}
