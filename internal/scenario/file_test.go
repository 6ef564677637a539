package scenario

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/document"
)

func TestLoad(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
		return path
	}
	s, err := Load(write("my.net.yaml", around("- {name: A}\n- {name: B}")), Options{})
	require.NoError(t, err)
	require.Equal(t, "my.net", s.Name)

	_, err = Load(dir, Options{})
	require.EqualError(t, err, dir+": is a directory: name a scenario file in it")

	missing := filepath.Join(dir, "none.yaml")
	_, err = Load(missing, Options{})
	require.EqualError(t, err, missing+": file does not exist")
	require.ErrorIs(t, err, fs.ErrNotExist)

	long := write("long.yaml", "# "+strings.Repeat("x", document.MaxFileSize))
	_, err = Load(long, Options{})
	require.EqualError(t, err, long+": is longer than 4 MiB, the limit for a scenario")
}

func TestStandardInput(t *testing.T) {
	s, err := load(standardInputName, strings.NewReader("duration: 1s\nstations: [{}]"), Options{})
	require.NoError(t, err)
	require.Equal(t, "scenario", s.Name)
}

func TestLoadStops(t *testing.T) {
	// A file without an end, such as /dev/zero, is read no further than needed.
	n := endlessReader(0)
	_, err := load("zero", &n, Options{})
	require.EqualError(t, err, "zero: is longer than 4 MiB, the limit for a scenario")
	require.LessOrEqual(t, int(n), document.MaxFileSize+1)

	_, err = load("broken", failingReader{}, Options{})
	require.EqualError(t, err, "broken: the disk is on fire")
}

type endlessReader int

func (r *endlessReader) Read(b []byte) (int, error) {
	clear(b)
	*r += endlessReader(len(b))
	return len(b), nil
}

type failingReader struct{}

func (failingReader) Read([]byte) (int, error) { return 0, errors.New("the disk is on fire") }

func TestNotAScenario(t *testing.T) {
	for text, want := range map[string]string{
		"":                           "test.yaml: is empty: a scenario has at least stations and a duration",
		"# only\n# comments\n":       "test.yaml: is empty: a scenario has at least stations and a duration",
		"a\x00b":                     "test.yaml: is not a text file: a scenario is YAML",
		"name: \xff\xfe":             "test.yaml: is not UTF-8 text: a scenario is YAML in UTF-8",
		"name: a\nphy: é\x07":        "test.yaml:2:7: the control character U+0007 is not allowed in YAML: remove it",
		"duration: 1s\n---\na: 1":    "test.yaml:2:1: a second document begins here: a scenario is one document",
		"hello":                      "test.yaml:1:1: a scenario is a mapping of keys such as name, stations and duration; this is a single value",
		"- a":                        "test.yaml:1:1: a scenario is a mapping of keys such as name, stations and duration; this is a list",
		"a: b: c":                    "test.yaml:1:1: not YAML: mapping values are not allowed in this context (a key is indented wrongly, or a value with ': ' in it needs quotes)",
		"a: 1\nb: [1\nc: 2\n":        "test.yaml:2:1: not YAML: did not find expected ',' or ']' (a [ is not closed, or a comma is missing)",
		"a:\n\t- b\n":                "test.yaml:2:2: a tab in the indentation: YAML is indented with spaces",
		"a: 1\nb: *x\n":              "test.yaml:2:4: *x has no anchor &x before it",
		"a: 1\n  b: 2\n":             "test.yaml:2:3: not YAML: mapping values are not allowed in this context (a key is indented wrongly, or a value with ': ' in it needs quotes)",
		"a: &x [*x]\n":               "test.yaml:1:8: a[0][0]: *x stands inside the value that it refers to, &x",
		"a: &x {<<: *x}\n":           "test.yaml:1:12: a.<<.<<: *x stands inside the value that it refers to, &x",
		around("- {name: !!str x}"):  "test.yaml:3:10: stations[0].name: the tag !!str is not allowed in a scenario: leave it out",
		"a: \"\\q\"":                 `test.yaml:1:1: not YAML: found unknown escape character (write \\ for a backslash, or single quotes)`,
		around("- {<<: 1}"):          "test.yaml:3:8: stations[0].<<: << needs the alias of a mapping, or a list of such aliases",
		around("- {[1]: 2}"):         "test.yaml:3:4: stations[0]: a key must be a plain word",
		around("- at: 1m\n  at: 2m"): `test.yaml:4:3: stations[0]: the key "at" is given twice: first on line 3`,
	} {
		require.Equal(t, want, bad(t, text), text)
	}
	require.Equal(t, "test.yaml:1:65: nested deeper than 64 levels", cutPath(bad(t, strings.Repeat("[", 200)+strings.Repeat("]", 200))))
}

// cutPath leaves the path out of a message.
func cutPath(s string) string {
	parts := strings.SplitN(s, ": ", 3)
	if len(parts) < 3 {
		return s
	}
	return parts[0] + ": " + parts[2]
}

// Ten lines of aliases name more values than any memory holds.
func TestAliasBomb(t *testing.T) {
	text := "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
	for i := 1; i < 10; i++ {
		n, m := string(rune('0'+i)), string(rune('0'+i-1))
		text += "a" + n + ": &a" + n + " [" + strings.TrimSuffix(strings.Repeat("*a"+m+", ", 10), ", ") + "]\n"
	}
	require.Contains(t, bad(t, text), "the scenario has more than 1000000 values once its aliases are expanded")
}

func TestAliasesAndMerges(t *testing.T) {
	s := good(t, `
duration: 1s
stations:
  - &host {name: A, at: 10m, queue: 7, traffic: &t {kind: saturated, size: 64}}
  - {<<: *host, name: B, at: 20m}
  - {<<: [{queue: 9}, *host], name: C, traffic: *t}
`)
	require.Equal(t, []int{7, 7, 9}, []int{s.Config.Stations[0].Queue, s.Config.Stations[1].Queue, s.Config.Stations[2].Queue})
	require.Equal(t, s.Config.Stations[0].At, s.Config.Stations[2].At)
	require.Equal(t, s.Config.Stations[0].Traffic, s.Config.Stations[1].Traffic)

	// What is wrong in an anchor is said of each place that it is used in.
	require.Equal(t, `test.yaml:3:31: stations[0].queue: 0 is out of range: it must be 1 to 100000000
test.yaml:3:31: stations[1].queue: 0 is out of range: it must be 1 to 100000000`, bad(t, around(`- &h {name: A, at: 1m, queue: 0}
- {<<: *h, name: B}`)))
}

// All problems are written, in order, up to a bound.
func TestProblemsAreBounded(t *testing.T) {
	text := "duration: 1s\nstations:\n"
	for range 70 {
		text += "- {queue: 0}\n"
	}
	lines := strings.Split(bad(t, text), "\n")
	require.Len(t, lines, document.MaxPrinted+1)
	require.Equal(t, "test.yaml:3:11: stations[0].queue: 0 is out of range: it must be 1 to 100000000", lines[0])
	require.Equal(t, "test.yaml:52:11: stations[49].queue: 0 is out of range: it must be 1 to 100000000", lines[document.MaxPrinted-1])
	require.Equal(t, "and 20 more", lines[document.MaxPrinted])
}

// A file of nothing but mistakes is not read to its end, and says so; one of more values than fit is not
// read at all.
func TestMistakesAreBounded(t *testing.T) {
	_, err := Parse("x.yaml", []byte(strings.Repeat("k: 1\n", 50_000)), Options{})
	var all document.Problems
	require.ErrorAs(t, err, &all)
	require.Len(t, all, 1000)
	require.True(t, strings.HasSuffix(err.Error(), "\nand 950 more: reading stopped there"))
	for _, text := range []string{strings.Repeat("k: 1\n", 800_000), "a: [" + strings.Repeat("x,", 2_000_000) + "]"} {
		allocated := testing.AllocsPerRun(1, func() { _, err = Parse("x.yaml", []byte(text), Options{}) })
		require.EqualError(t, err, "x.yaml: has more than 1000000 commas, colons and line ends: its values might not fit in memory")
		require.Less(t, allocated, 1000.0)
	}
	_, err = Parse("x.yaml", []byte("# "+strings.Repeat("a comment, ", 90_000)), Options{})
	require.ErrorContains(t, err, "is empty")
}

// No message repeats a text of megabytes, nor do many of them by an alias.
func TestMessagesAreShort(t *testing.T) {
	long := strings.Repeat("y", 1<<20)
	for _, text := range []string{long + ": 1\n", "duration: " + long, "phy: " + long, "duration: 1s\nbackoff: " + long, "a: *" + long, "a: !" + long + " 1",
		"seed: " + strings.Repeat("1", 1<<20), "duration: 1s\nbackoff: {policy: custom, expr: " + long + "}\nstations: [{name: A}]",
		"duration: 1s\nstations: [{name: A}]\nsweep: {axes: {stations[0].count: [2]}, derive: {a: " + long + "}}",
		"duration: &a " + long + "\nstations: [" + strings.Repeat("{name: *a}, ", 3000) + "]"} {
		_, err := Parse("x.yaml", []byte(text), Options{})
		require.Error(t, err)
		require.Less(t, len(err.Error()), 50_000, "%.40s", text)
	}
}
