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

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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
	file, err := os.ReadFile(filepath.Join(pageSource, "words/de/said.ts"))
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
	forms, texts := spoken(t)
	require.Greater(t, len(forms), 40)
	for _, form := range slices.Sorted(maps.Keys(forms)) {
		assert.Contains(t, german, form)
	}
	for form, text := range german {
		assert.True(t, forms[form] || isOneOrTwo(texts, form), "the engine does not say %q", form)
		assert.Equal(t, valuesOf(form), placesOf(text), "the values of %q in %q", form, text)
	}
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
