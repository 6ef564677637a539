package docs_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/reference"
	"github.com/csmacd/csmacd/internal/scenario"
)

// The page of keys says what the schema says.
func TestGeneratedKeys(t *testing.T) {
	want, err := reference.Keys(scenario.Schema())
	require.NoError(t, err)
	holds(t, "reference/keys.md", want)
}

// holds fails a test unless a page is what its generator writes; with -update it writes it.
func holds(t *testing.T, name string, want []byte) {
	t.Helper()
	if *update {
		require.NoError(t, os.WriteFile(name, want, 0o644))
	}
	got, err := os.ReadFile(name)
	require.NoError(t, err)
	assert.True(t, string(want) == string(got), "%s is not what is generated: make docs writes it anew", name)
}
