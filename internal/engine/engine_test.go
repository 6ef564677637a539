package engine

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/engine/sources"
)

// The hash that is built in is that of the sources.
func TestHashIsOfTheSources(t *testing.T) {
	hash, err := sources.Hash("../..")
	require.NoError(t, err)
	require.Equal(t, hash, Hash, "the engine has changed: make engine")
	text, err := os.ReadFile("hash.go")
	require.NoError(t, err)
	assert.Equal(t, sources.File(hash), strings.ReplaceAll(string(text), "\r\n", "\n"))
}

func TestName(t *testing.T) {
	assert.Equal(t, "engine "+Hash[:12], Name(Hash))
	assert.Equal(t, "version 0.1.0", Name("0.1.0"))
}
