package docs_test

import (
	"os"
	"os/exec"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The program on the page of the library builds outside the module's packages, and prints what the page says.
func TestLibraryProgram(t *testing.T) {
	page, err := os.ReadFile("reference/library.md")
	require.NoError(t, err)
	m := regexp.MustCompile("(?s)```go\n(package main\n.*?)```\n.*?```text\n(.*?)```").FindSubmatch(page)
	require.NotNil(t, m, "the page has no program, or no output")
	file := t.TempDir() + "/main.go"
	require.NoError(t, os.WriteFile(file, m[1], 0o644))
	run := exec.Command("go", "run", file)
	run.Stderr = os.Stderr
	out, err := run.Output()
	require.NoError(t, err)
	assert.Equal(t, string(m[2]), string(out))
}
