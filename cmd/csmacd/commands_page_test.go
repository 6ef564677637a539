package main

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/reference"
)

// The page of commands says what their help says; with -update it is written anew.
func TestGeneratedCommands(t *testing.T) {
	const page = "../../docs/reference/commands.md"
	want := reference.Commands(newApp())
	if *update {
		require.NoError(t, os.WriteFile(page, want, 0o644))
	}
	got, err := os.ReadFile(page)
	require.NoError(t, err)
	assert.True(t, string(want) == string(got), "%s is not what is generated: make docs writes it anew", page)
}
