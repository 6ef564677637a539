package licenses_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/licenses"
	"github.com/csmacd/csmacd/internal/licenses/collect"
)

// Everything that is linked into csmacd here is in the list with its version, and each of its licences
// is there whole.
func TestEverythingLinkedIsListed(t *testing.T) {
	parts, err := collect.Linked("../..", "")
	require.NoError(t, err)
	others, err := collect.Others("../..")
	require.NoError(t, err)
	require.Len(t, others, 4, "the standard library and the page's three packages")
	require.Greater(t, len(parts), 40)
	head, texts, _ := strings.Cut(licenses.ThirdParty, "\n\n====")
	listed := map[string][]string{}
	for _, line := range strings.Split(head, "\n") {
		if path, rest, ok := strings.Cut(line, "  "); ok {
			listed[path] = strings.Fields(rest)
		}
	}
	for _, p := range append(others, parts...) {
		fields := listed[p.Path]
		require.NotEmpty(t, fields, "%s is not in the list: go generate ./internal/licenses", p.Path)
		if p.Version != "" {
			assert.Equal(t, p.Version, fields[0], "%s: go generate ./internal/licenses", p.Path)
		}
		for _, text := range p.Texts {
			if p.Version == "" {
				continue // the text of a Go release may differ from that of another
			}
			assert.Contains(t, texts, p.Path+": "+text.File+"\n")
			assert.Contains(t, texts, text.Content, "%s: %s", p.Path, text.File)
		}
	}
}
