package sources

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// tree writes a module.
func tree(t *testing.T, change map[string]string) string {
	dir := t.TempDir()
	files := map[string]string{
		"go.mod":                    "module example.com/m\n\ngo 1.26\n\nrequire (\n\texample.com/used v1.0.0\n\texample.com/other v1.0.0 // indirect\n)\n",
		"phy/time.go":               "package phy\n",
		"mac/mac.go":                "package mac\n\nimport _ \"example.com/used/part\"\n",
		"mac/mac_test.go":           "package mac\n",
		"medium/bus/bus.go":         "package bus\n\nimport _ \"example.com/m/internal/formula\"\n",
		"medium/bus/testdata/x.go":  "package x\n",
		"internal/formula/f.go":     "package formula\n",
		"internal/report/report.go": "package report\n",
	}
	for name, text := range change {
		files[name] = text
	}
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
	return dir
}

// What can change a result changes the hash, and nothing else does.
func TestWhatTheHashHangsOn(t *testing.T) {
	hash := func(change map[string]string) string {
		h, err := Hash(tree(t, change))
		require.NoError(t, err)
		return h
	}
	mod := "module example.com/m\n\ngo 1.26\n\nrequire (\n\texample.com/used v1.0.0\n\texample.com/other v1.0.0 // indirect\n)\n"
	base := hash(nil)
	for name, change := range map[string]map[string]string{
		"line ends":         {"phy/time.go": "package phy\r\n"},
		"a test":            {"mac/mac_test.go": "package mac\n\nvar x int\n"},
		"testdata":          {"medium/bus/testdata/x.go": "package y\n"},
		"another room":      {"internal/report/report.go": "package report\n\nvar x int\n"},
		"a module not used": {"go.mod": strings.Replace(mod, "other v1.0.0", "other v1.0.1", 1)},
		"no Go file":        {"phy/README.md": "text"},
	} {
		assert.Equal(t, base, hash(change), name)
	}
	for name, change := range map[string]map[string]string{
		"a source":             {"phy/time.go": "package phy\n\nvar x int\n"},
		"a new file":           {"mac/more.go": "package mac\n"},
		"a new package":        {"medium/lan/lan.go": "package lan\n"},
		"what a room imports":  {"internal/formula/f.go": "package formula\n\nvar x int\n"},
		"a module that is":     {"go.mod": strings.Replace(mod, "used v1.0.0", "used v1.0.1", 1)},
		"for another platform": {"phy/time_windows.go": "package phy\n"},
	} {
		assert.NotEqual(t, base, hash(change), name)
	}
	_, err := Hash(tree(t, map[string]string{"go.mod": mod + "replace example.com/used => ../used\n"}))
	assert.ErrorContains(t, err, "replaced")
}
