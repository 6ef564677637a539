package page_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The embedded files are those that their sources make.
func TestFilesAreOfTheirSources(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the page, which takes a while")
	}
	if _, err := os.Stat("../../web/node_modules/esbuild"); err != nil {
		t.Skip("needs the front end's packages: npm ci in web")
	}
	folder := t.TempDir()
	build := exec.Command("node", "build.mjs", "--quick", folder)
	build.Dir = "../../web"
	out, err := build.CombinedOutput()
	require.NoError(t, err, string(out))
	want, err := os.ReadDir(folder)
	require.NoError(t, err)
	got, err := os.ReadDir("dist")
	require.NoError(t, err)
	require.Len(t, got, len(want))
	for _, e := range want {
		a, b := content(t, filepath.Join(folder, e.Name())), content(t, filepath.Join("dist", e.Name()))
		assert.True(t, bytes.Equal(a, b), "%s is not what its sources make: run make page, and commit it", e.Name())
	}
}

// The engine stays small enough to be sent. Those of networks, package domain and package lan, are a tenth of it.
func TestEngineIsSmall(t *testing.T) {
	engine, err := os.Stat("dist/engine.wasm.gz")
	require.NoError(t, err)
	assert.Less(t, engine.Size(), int64(2_500_000), "what has been drawn into it? GOOS=js GOARCH=wasm go list -deps ./internal/page/wasm says")
}

// content returns what is in a file, decompressed: the compressed octets depend on the machine.
func content(t *testing.T, name string) []byte {
	t.Helper()
	octets, err := os.ReadFile(name)
	require.NoError(t, err)
	if filepath.Ext(name) != ".gz" {
		return octets
	}
	r, err := gzip.NewReader(bytes.NewReader(octets))
	require.NoError(t, err)
	octets, err = io.ReadAll(r)
	require.NoError(t, err)
	return octets
}
