package docs_test

import (
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// CONTRIBUTING.md says what every package of the module is for.
func TestContributingListsTheRooms(t *testing.T) {
	tree := os.DirFS("..")
	text, err := fs.ReadFile(tree, "CONTRIBUTING.md")
	require.NoError(t, err)
	seen := map[string]bool{}
	walk(t, tree, func(name string) {
		if dir := path.Dir(name); strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") && !seen[dir] {
			seen[dir] = true
			for _, apart := range []string{".", ".ci", "docs", "bench/", "examples/", "packaging", "web"} { // not rooms, and modules of their own
				if dir == strings.TrimSuffix(apart, "/") || strings.HasSuffix(apart, "/") && strings.HasPrefix(dir, apart) {
					return
				}
			}
			assert.Contains(t, string(text), "("+dir+")", "no row of CONTRIBUTING.md has the package %s", dir)
		}
	})
	require.Greater(t, len(seen), 50)
}
