package page_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/page"
	"github.com/csmacd/csmacd/internal/page/player"
)

// sayings are the functions that say something to a reader of the page, and which argument is the form: in which folders.
var sayings = []struct {
	folder, function string
	form             int
}{
	{"../scenario", "Warn", 1},
	{"../report", "say", 0},
	{"../exercise", "misunderstood", 0},
	{"../exercise", "Errorf", 0}, // of package said
	{"desk", "Errorf", 0},
	{"player", "Errorf", 0},
	{"../scene", "note", 1},
	{"../scene", "Of", 0}, // of package said
}

// literal returns the text of an expression that is a string.
func literal(e ast.Expr) (string, bool) {
	l, ok := e.(*ast.BasicLit)
	if !ok || l.Kind != token.STRING {
		return "", false
	}
	s, err := strconv.Unquote(l.Value)
	return s, err == nil
}

// spoken returns the forms of what the engine says, and all texts in the sources that say it.
func spoken(t *testing.T) (forms, texts map[string]bool) {
	t.Helper()
	forms, texts = map[string]bool{}, map[string]bool{}
	for _, s := range sayings {
		files, err := filepath.Glob(filepath.Join(s.folder, "*.go"))
		require.NoError(t, err)
		found := 0
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			tree, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
			require.NoError(t, err)
			ast.Inspect(tree, func(n ast.Node) bool {
				if e, ok := n.(ast.Expr); ok {
					if text, ok := literal(e); ok {
						texts[text] = true
					}
				}
				call, ok := n.(*ast.CallExpr)
				if !ok || len(call.Args) <= s.form {
					return true
				}
				name := ""
				switch f := call.Fun.(type) {
				case *ast.Ident:
					name = f.Name
				case *ast.SelectorExpr:
					if name = f.Sel.Name; name == "Errorf" {
						if of, ok := f.X.(*ast.Ident); !ok || of.Name != "said" {
							return true
						}
					}
				}
				if form, ok := literal(call.Args[s.form]); ok && name == s.function {
					forms[form] = true
					found++
				}
				return true
			})
		}
		if s.folder != "desk" {
			assert.NotZero(t, found, "%s says nothing by %s", s.folder, s.function)
		}
	}
	return forms, texts
}

var (
	saidEntry = regexp.MustCompile(`(?m)^  ("(?:[^"\\]|\\.)*"): ("(?:[^"\\]|\\.)*"),$`)
	saidVerb  = regexp.MustCompile(`%(?:\[(\d)\])?[#+]?[.\d]*([a-zA-Z])`)
	saidValue = regexp.MustCompile(`\{(\d)`)
)

// What the engine says to a reader, in a story, a warning, a remark on an answer or a note in the picture, is in German with
// all its values, and the catalogue has nothing that the engine does not say.
func TestWhatTheEngineSaysIsInGerman(t *testing.T) {
	german := germanOf(t, "said.ts")
	forms, texts := spoken(t)
	require.Greater(t, len(forms), 100)
	p, err := player.Load("x.yaml", "duration: 1ms\nstations: [{name: A}]\n")
	require.NoError(t, err)
	require.NotEmpty(t, p.About().Policies)
	for _, policy := range p.About().Policies { // a tooltip is said whole
		forms[policy.Text] = true
	}
	for _, form := range slices.Sorted(maps.Keys(forms)) {
		assert.NotEmpty(t, german[form], "%q has no German", form)
	}
	for form, text := range german {
		assert.True(t, forms[form] || isOneOrTwo(texts, form), "the engine does not say %q", form)
		assert.Equal(t, valuesOf(form), placesOf(text), "the values of %q in %q", form, text)
	}
}

// ending lists the files of the engine whose errors end a run. Errors about a call, or from before a run, begin with the
// name of their package, or are in the list of other forms.
var ending = []string{"medium/internal/sources/source.go", "medium/internal/addresses/book.go", "medium/internal/crowd/client.go", "medium/bus/transmit.go",
	"medium/domain/ether.go", "medium/domain/join.go", "medium/domain/transmit.go", "medium/domain/change.go", "medium/lan/step.go", "medium/lan/join.go",
	"medium/t1s/mac.go", "medium/t1s/ether.go", "mac/backoff/policy.go", "mac/backoff/scripted.go"}

// What ends a run is in German, found by the forms in the engine's sources.
func TestWhatEndsARunIsInGerman(t *testing.T) {
	german, found := germanOf(t, "ends.ts"), map[string]bool{}
	errorsIn := func(file string) (forms []string) {
		tree, err := parser.ParseFile(token.NewFileSet(), filepath.Join("../..", file), nil, 0)
		require.NoError(t, err)
		ast.Inspect(tree, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) == 0 {
				return true
			}
			if f, ok := call.Fun.(*ast.SelectorExpr); ok && (f.Sel.Name == "Errorf" || f.Sel.Name == "New") {
				if form, ok := literal(call.Args[0]); ok {
					forms = append(forms, form)
				}
			}
			return true
		})
		return forms
	}
	for _, file := range ending {
		for _, form := range errorsIn(file) {
			if !misuse.MatchString(form) {
				assert.NotEmpty(t, german[form], "%s: %q has no German", file, form)
			}
			found[form] = true
		}
	}
	for _, file := range []string{"medium/lan/network.go", "medium/internal/crowd/crowd.go"} {
		for _, form := range errorsIn(file) {
			found[form] = true
		}
	}
	for form, text := range german {
		assert.True(t, found[form], "the engine does not say %q", form)
		assert.Equal(t, valuesOf(form), placesOf(text), "the values of %q in %q", form, text)
	}
}

// What just happened is told in German with all that English says: the instant, the clause, what follows. So are policies
// and what ends a run.
func TestWhatJustHappenedInGerman(t *testing.T) {
	b := open(t)
	b.do(chromedp.EmulateViewport(1280, 900), chromedp.Navigate(serve(t)+"?lang=de"+page.Link(lessonText(t, "two-stations-collide"))))
	b.until(`document.querySelector("#sentence")?.innerText === "A erkennt die Kollision bei 245 Bitzeiten, nach ihrer Präambel, und sendet bis 277 Jam (4.2.3.2.4)"`)
	b.until(`document.querySelector(".told .same, .told .earlier")?.innerText.length > 20`)
	assert.Equal(t, "Begrenzter binärer exponentieller Backoff: nach dem n-ten Fehlschlag eine Ziehung aus 0 bis 2^min(n,limit)-1.", eval[string](b, `[...document.querySelectorAll("option")].find((e) => e.innerText === "beb").title`))
	english := eval[string](b, `[...document.querySelectorAll(".told li, #sentence")].map((e) => e.innerText).filter((s) => /\b(the|of|at|its|and)\b/.test(s)).join()`)
	assert.Empty(t, english)
	b.shootIfAsked("told-1280-de")

	b.click("Szenario")
	b.write(`phy: 10base5
until: {idle: true}
medium: {length: 500m}
stations:
  - {name: A, at: 0m, backoff: {policy: scripted, slots: [5]}, traffic: {kind: frames, count: 1, interval: 1ms, size: 64, to: B}}
  - {name: B, at: 500m, traffic: {kind: frames, count: 1, interval: 1ms, size: 64, to: A}}
`)
	b.until(`document.querySelector(".told .trouble")?.innerText === "Der Lauf endet hier: Station „A“, 9,6 µs: Eine vorgegebene Ziehung ist nicht möglich: Ziehung 1 ist 5 Slots; nach der 1. Kollision eines Rahmens muss sie 0 bis 1 sein"`)
	b.quiet()
}

// misuse is what an error of a call begins with, and not one of a run.
var misuse = regexp.MustCompile(`^(bus|domain|lan|t1s): `)

// germanOf returns a catalogue of what the engine says.
func germanOf(t *testing.T, name string) map[string]string {
	t.Helper()
	file, err := os.ReadFile(filepath.Join(pageSource, "words/de", name))
	require.NoError(t, err)
	german := map[string]string{}
	for _, m := range saidEntry.FindAllStringSubmatch(string(file), -1) {
		form, err := strconv.Unquote(m[1])
		require.NoError(t, err, m[1])
		require.NotContains(t, german, form)
		german[form], err = strconv.Unquote(m[2])
		require.NoError(t, err, m[2])
	}
	require.Equal(t, strings.Count(string(file), "\n  \""), len(german), "each entry is on a line of its own")
	return german
}

// isOneOrTwo reports whether a text is one of some texts, or two of them that are joined.
func isOneOrTwo(texts map[string]bool, text string) bool {
	for i := range text {
		if texts[text[:i]] && texts[text[i:]] {
			return true
		}
	}
	return texts[text]
}

// valuesOf returns the numbers of the values of a form, each once.
func valuesOf(form string) (list []string) {
	n := 0
	for _, m := range saidVerb.FindAllStringSubmatch(strings.ReplaceAll(form, "%%", ""), -1) {
		if m[1] == "" {
			n++
			m[1] = strconv.Itoa(n)
		}
		list = append(list, m[1])
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// placesOf returns the numbers of the values that a text has places for, each once.
func placesOf(text string) (list []string) {
	for _, m := range saidValue.FindAllStringSubmatch(text, -1) {
		list = append(list, m[1])
	}
	slices.Sort(list)
	return slices.Compact(list)
}
