package docs_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Figures of speed are those of a measurement that somebody has made and recorded. A page that shows some of them
// copies rows and columns of the recorded table, between two comments:
//
//	<!-- copied from bench/README.md: COLUMN | COLUMN = OTHER NAME | ...; rows: FIRST CELL | ... -->
//	<!-- end of copy -->
//
// The table is the first one of that file that has all the columns and rows. Without rows it is copied whole.
// make docs (go test ./docs -run Copies -update) copies again after a new measurement.
func TestCopies(t *testing.T) {
	root := os.DirFS("..")
	found := 0
	walk(t, root, func(name string) {
		if filepath.Ext(name) != ".md" {
			return
		}
		file := filepath.Join("..", name)
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		now, n, err := copied(string(text), func(from string) (string, error) {
			text, err := os.ReadFile(filepath.Join("..", from))
			return string(text), err
		})
		require.NoError(t, err, name)
		found += n
		if *update && now != string(text) {
			require.NoError(t, os.WriteFile(file, []byte(now), 0o666))
			text = []byte(now)
		}
		assert.Equal(t, now, string(text), "%s shows other figures than were measured: make docs copies them again", name)
	})
	require.NotZero(t, found)
}

var copyMark = regexp.MustCompile(`(?s)(<!-- copied from (\S+): ([^;\n]*?)(?:; rows: ([^\n]*?))? -->\n)(.*?)(<!-- end of copy -->)`)

// copied returns a page with its copies made anew, and how many it has.
func copied(text string, read func(name string) (string, error)) (now string, n int, err error) {
	now = copyMark.ReplaceAllStringFunc(text, func(block string) string {
		n++
		m := copyMark.FindStringSubmatch(block)
		source, e := read(m[2])
		var rows []string
		if m[4] != "" {
			rows = strings.Split(m[4], " | ")
		}
		var table string
		if e == nil {
			table, e = selectFrom(source, strings.Split(m[3], " | "), rows)
		}
		if e != nil {
			err = fmt.Errorf("%s: %w", m[2], e)
			return block
		}
		return m[1] + "\n" + table + "\n" + m[6]
	})
	return now, n, err
}

// selectFrom returns columns, which may be renamed, and rows of the first table of a text that has them.
func selectFrom(text string, columns, rows []string) (string, error) {
	var names, heads []string
	for _, c := range columns {
		name, head, renamed := strings.Cut(c, " = ")
		if !renamed {
			head = name
		}
		names, heads = append(names, name), append(heads, head)
	}
	for _, table := range tables(text) {
		at := make([]int, len(names))
		for i, name := range names {
			at[i] = slices.Index(table[0], name)
		}
		if slices.Contains(at, -1) {
			continue
		}
		var b strings.Builder
		line := func(cells []string) { fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | ")) }
		line(heads)
		b.WriteString(strings.Repeat("|---", len(heads)) + "|\n")
		taken := 0
		for _, row := range table[2:] {
			if rows != nil && !slices.Contains(rows, row[0]) {
				continue
			}
			taken++
			var cells []string
			for _, i := range at {
				cells = append(cells, row[i])
			}
			line(cells)
		}
		if taken == len(rows) || rows == nil {
			return b.String(), nil
		}
	}
	return "", fmt.Errorf("no table has the columns %q and the rows %q", names, rows)
}

// tables returns the tables of a page, each as its rows: the head, the line below it, and the rest, all of one length.
func tables(text string) (list [][][]string) {
	var table [][]string
	for _, line := range append(strings.Split(text, "\n"), "") {
		if strings.HasPrefix(line, "|") {
			cells := strings.Split(strings.Trim(line, "|"), "|")
			for i := range cells {
				cells[i] = strings.TrimSpace(cells[i])
			}
			if len(table) == 0 || len(cells) == len(table[0]) {
				table = append(table, cells)
			}
			continue
		}
		if len(table) > 1 {
			list = append(list, table)
		}
		table = nil
	}
	return list
}

// A copy has the rows and columns that it asks for, renamed, and nothing is made up for what is not there.
func TestCopied(t *testing.T) {
	source := "| a | b |\n|---|---|\n| x | 0 |\n\n| a | b | c |\n|---|---|---|\n| x | 1 | 2 |\n| y | 3 | 4 |\n"
	read := func(string) (string, error) { return source, nil }
	page := "before\n<!-- copied from s.md: a | c = C; rows: y -->\nold\n<!-- end of copy -->\nafter"
	now, n, err := copied(page, read)
	require.NoError(t, err)
	assert.Equal(t, 1, n)
	assert.Equal(t, "before\n<!-- copied from s.md: a | c = C; rows: y -->\n\n| a | C |\n|---|---|\n| y | 4 |\n\n<!-- end of copy -->\nafter", now)
	again, _, err := copied(now, read)
	require.NoError(t, err)
	assert.Equal(t, now, again)
	_, _, err = copied(strings.Replace(page, "rows: y", "rows: z", 1), read)
	assert.EqualError(t, err, `s.md: no table has the columns ["a" "c"] and the rows ["z"]`)
	_, _, err = copied(strings.Replace(page, "c = C", "d", 1), read)
	assert.ErrorContains(t, err, "no table")
}
