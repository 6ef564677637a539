package docs_test

import (
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// longest is how many lines a page has at most that somebody writes. A longer one is several pages.
const longest = 400

// generated are pages that are as long as what they list.
var generated = []string{"docs/conformance.md", "docs/reference/keys.md", "docs/reference/commands.md"}

// A page of docs is short enough to read, and begins with a paragraph that says what it is for.
func TestPagesAreShortAndBeginWithTheirPurpose(t *testing.T) {
	tree, pages := os.DirFS(".."), 0
	walk(t, tree, func(name string) {
		if !strings.HasPrefix(name, "docs/") || !strings.HasSuffix(name, ".md") {
			return
		}
		pages++
		text, err := fs.ReadFile(tree, name)
		require.NoError(t, err)
		lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
		if !slices.Contains(generated, name) {
			assert.LessOrEqual(t, len(lines), longest, "%s has too many lines", name)
		}
		require.Greater(t, len(lines), 3, name)
		assert.True(t, strings.HasPrefix(lines[0], "# ") && lines[1] == "", "%s does not begin with a heading", name)
		assert.False(t, strings.ContainsAny(lines[2][:1], "#|-!") || strings.HasPrefix(lines[2], "```"), "%s does not begin with a paragraph", name)
	})
	require.Greater(t, pages, 40)
}
