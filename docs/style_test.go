package docs_test

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "lower the limits of style.txt to today's counts")

// A phrase is one that docs/style.md replaces by a plainer one.
type phrase struct {
	text    string   // as the page lists it
	holds   []string // each match holds one of these, when it is in lower case and has single spaces
	pattern *regexp.Regexp
	except  *regexp.Regexp // a match that is plain English; nil for none
	only    string         // the kind of text that it is counted in; "" for all
}

func regex(s string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)` + strings.ReplaceAll(s, " ", `\s+`))
}

var phrases = []phrase{
	{text: "come to", holds: []string{"come to", "comes to", "came to", "coming to"}, pattern: regex(`\b(come|comes|came|coming) to\b`)},
	{text: "gives", holds: []string{" gives"}, pattern: regex(`^\w+ gives\b`), only: "godoc"},
	{text: "says whether", holds: []string{"says whether", "says if"}, pattern: regex(`\bsays (whether|if)\b`), only: "godoc"},
	{text: "is no", holds: []string{"s no", "re no"}, pattern: regex(`\b(there )?(is|are|was|were) no \w+`), except: regex(`^there|no (longer|more|less|fewer|other|better|worse)$`)},
	{text: "is none", holds: []string{"s none", "re none"}, pattern: regex(`\b(there )?(is|are|was|were) none\b`), except: regex(`^there`)},
	{text: "has it", holds: []string{"has it", "have it"}, pattern: regex(`\b(has|have) it\b`)},
	{text: "whoever", holds: []string{"whoever", "whom"}, pattern: regex(`\b(whoever|whom)\b:?`), except: regex(`^whom:$`)}, // traffic.To has a field Whom
	{text: "of which", holds: []string{"of which"}, pattern: regex(`\bof which\b`)},
	{text: "so many", holds: []string{"so many"}, pattern: regex(`\bso many\b`)},
	{text: "but for", holds: []string{"but for"}, pattern: regex(`\bbut for\b`)},
	{text: "sees to it", holds: []string{"see to", "sees to", "saw to", "seen to"}, pattern: regex(`\b(see|sees|saw|seen) to (it|that)\b`)},
}

// kinds are the kinds of text: columns of style.txt.
var kinds = []string{"help", "errors", "messages", "godoc", "docs", "labs", "page"}

// A use is a phrase at a place.
type use struct {
	phrase, kind, place, text string
	changed                   time.Time // when the file was
}

// mostListed is how many uses of a phrase a failure lists.
const mostListed = 20

// Text that users read becomes plainer with every change: a phrase of docs/style.md may stand
// as often as style.txt says, which is how often it stood when that was last written.
func TestPlainWords(t *testing.T) {
	uses := map[[2]string][]use{}
	for _, u := range findUses(t) {
		key := [2]string{u.phrase, u.kind}
		uses[key] = append(uses[key], u)
	}
	limits := readLimits(t)
	for _, p := range phrases {
		for _, kind := range kinds {
			key := [2]string{p.text, kind}
			found, limit := uses[key], limits[key]
			if *update {
				limits[key] = min(limit, len(found))
			}
			if len(found) <= limit {
				continue
			}
			slices.SortStableFunc(found, func(a, b use) int { return b.changed.Compare(a.changed) })
			var list strings.Builder
			for _, u := range found[:min(len(found), mostListed)] {
				fmt.Fprintf(&list, "\n\t%s: %s", u.place, u.text)
			}
			if len(found) > mostListed {
				fmt.Fprintf(&list, "\n\tand so on; the files changed last come first")
			}
			t.Errorf("%q stands %d times in %s, and docs/style.txt allows %d. docs/style.md says what to write instead.%s\n"+
				"Limits only fall: after removing some, go test -run PlainWords ./docs -update lowers them. A text that moves from one kind to another takes its count along; edit the file by hand.",
				p.text, len(found), kind, limit, &list)
		}
	}
	if *update {
		writeLimits(t, limits)
	}
}

// The page explains every phrase that is counted.
func TestStylePageHasThePhrases(t *testing.T) {
	page, err := os.ReadFile("style.md")
	require.NoError(t, err)
	for _, p := range phrases {
		assert.Contains(t, string(page), "`"+p.text+"`")
	}
}

func findUses(t *testing.T) (list []use) {
	t.Helper()
	root := os.DirFS("..")
	err := fs.WalkDir(root, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name := d.Name(); path != "." && (name[0] == '.' || name == "testdata" || name == "node_modules" || name == "dist" || name == "bin") || path == "docs/labs" {
				return fs.SkipDir // docs/labs is made from internal/lab/labs
			}
			return nil
		}
		var uses []use
		switch kind := kindOfText(path); kind {
		case "":
		case "go":
			uses = usesInGo(t, root, path)
		default:
			text, err := fs.ReadFile(root, path)
			if err != nil {
				return err
			}
			uses = usesIn(string(text), kind, path, 1)
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		for _, u := range uses {
			u.changed = info.ModTime()
			list = append(list, u)
		}
		return nil
	})
	require.NoError(t, err)
	return list
}

// kindOfText returns the kind of a file's text, "go" for several, and "" for files that are
// not read: tests, and pages that are generated from texts counted elsewhere.
func kindOfText(path string) string {
	switch {
	case strings.HasSuffix(path, "_test.go"), path == "docs/conformance.md", path == "docs/reference/keys.md", path == "docs/reference/commands.md", path == "docs/style.md":
		return ""
	case strings.HasSuffix(path, ".go"):
		return "go"
	case strings.HasPrefix(path, "internal/lab/labs/"):
		return "labs"
	case strings.HasPrefix(path, "web/src/"):
		return "page"
	case strings.HasSuffix(path, ".md"), strings.HasSuffix(path, "schema.json"):
		return "docs"
	}
	return ""
}

// usesInGo finds phrases in comments and string literals.
func usesInGo(t *testing.T, root fs.FS, path string) (list []use) {
	t.Helper()
	text, err := fs.ReadFile(root, path)
	require.NoError(t, err)
	files := token.NewFileSet()
	tree, err := parser.ParseFile(files, path, text, parser.ParseComments|parser.SkipObjectResolution)
	require.NoError(t, err)
	line := func(p token.Pos) int { return files.Position(p).Line }
	for _, group := range tree.Comments {
		list = append(list, usesIn(group.Text(), "godoc", path, line(group.Pos()))...)
	}
	inspectStrings(tree, "messages", func(lit *ast.BasicLit, kind string) {
		text, err := strconv.Unquote(lit.Value)
		require.NoError(t, err)
		list = append(list, usesIn(text, kind, path, line(lit.Pos()))...)
	})
	return list
}

// inspectStrings calls f with each string literal below a node: what describes a command or a
// flag is help, what makes an error is an error, and all else is of the given kind.
func inspectStrings(n ast.Node, kind string, f func(*ast.BasicLit, string)) {
	ast.Inspect(n, func(c ast.Node) bool {
		switch c := c.(type) {
		case *ast.BasicLit:
			if c.Kind == token.STRING {
				f(c, kind)
			}
		case *ast.KeyValueExpr:
			if key, ok := c.Key.(*ast.Ident); ok && c != n && slices.Contains([]string{"Usage", "UsageText", "Description"}, key.Name) {
				inspectStrings(c.Value, "help", f)
				return false
			}
		case *ast.CallExpr:
			fun, ok := c.Fun.(*ast.SelectorExpr)
			if !ok || c == n {
				break
			}
			if pkg, ok := fun.X.(*ast.Ident); ok && (pkg.Name == "errors" && fun.Sel.Name == "New" || fun.Sel.Name == "Errorf") {
				inspectStrings(c, "errors", f)
				return false
			}
		}
		return true
	})
}

// usesIn finds phrases in a text that begins at a line of a file.
func usesIn(text, kind, path string, line int) (list []use) {
	plain := strings.ToLower(strings.Join(strings.Fields(text), " ")) // the patterns take a minute with the race detector
	for _, p := range phrases {
		if p.only != "" && p.only != kind || !slices.ContainsFunc(p.holds, func(s string) bool { return strings.Contains(plain, s) }) {
			continue
		}
		for _, at := range p.pattern.FindAllStringIndex(text, -1) {
			if p.except != nil && p.except.MatchString(text[at[0]:at[1]]) {
				continue
			}
			from, to := max(0, at[0]-30), min(len(text), at[1]+30)
			list = append(list, use{
				phrase: p.text, kind: kind,
				place: fmt.Sprintf("%s:%d", path, line+strings.Count(text[:at[0]], "\n")),
				text:  strings.Join(strings.Fields(strings.ToValidUTF8(text[from:to], "")), " "),
			})
		}
	}
	return list
}

const limitsFile = "style.txt"

func readLimits(t *testing.T) map[[2]string]int {
	t.Helper()
	limits := map[[2]string]int{}
	text, err := os.ReadFile(limitsFile)
	if *update && errors.Is(err, fs.ErrNotExist) {
		for _, u := range findUses(t) { // begin with today's counts
			limits[[2]string{u.phrase, u.kind}]++
		}
		return limits
	}
	require.NoError(t, err)
	for _, line := range strings.Split(string(text), "\n") {
		name, rest, ok := strings.Cut(line, ":")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		counts := strings.Fields(rest)
		require.Len(t, counts, len(kinds), "%s: %s", limitsFile, line)
		for i, c := range counts {
			n, err := strconv.Atoi(c)
			require.NoError(t, err, limitsFile)
			limits[[2]string{name, kinds[i]}] = n
		}
	}
	return limits
}

func writeLimits(t *testing.T, limits map[[2]string]int) {
	t.Helper()
	var b strings.Builder
	fmt.Fprintln(&b, "# How often a phrase of docs/style.md may stand in each kind of text; make lint counts.")
	fmt.Fprintln(&b, "# The limits only fall: go test -run PlainWords ./docs -update")
	fmt.Fprintf(&b, "#%15s", "")
	for _, k := range kinds {
		fmt.Fprintf(&b, "%10s", k)
	}
	fmt.Fprintln(&b)
	for _, p := range phrases {
		fmt.Fprintf(&b, "%-16s", p.text+":")
		for _, k := range kinds {
			fmt.Fprintf(&b, "%10d", limits[[2]string{p.text, k}])
		}
		fmt.Fprintln(&b)
	}
	require.NoError(t, os.WriteFile(limitsFile, []byte(b.String()), 0o666))
}

// The counter finds what it is to find, where it is, and leaves plain English alone.
func TestUsesOfPhrases(t *testing.T) {
	root := fstest.MapFS{"x.go": {Data: []byte(`package x

// F gives a sum. There is no need; it is
// no frame and no longer one.
func F() error {
	_ = cli{Usage: "what it comes to"}
	_ = "none is none"
	return fmt.Errorf("%s is no number", "so many")
}
`)}}
	var got []string
	for _, u := range usesInGo(t, root, "x.go") {
		got = append(got, fmt.Sprintf("%s %s %s", strings.TrimPrefix(u.place, "x.go:"), u.kind, u.phrase))
	}
	slices.SortStableFunc(got, func(a, b string) int { return cmp.Compare(a[:1], b[:1]) })
	assert.Equal(t, []string{"3 godoc gives", "3 godoc is no", "6 help come to", "7 messages is none", "8 errors is no", "8 errors so many"}, got)
}
