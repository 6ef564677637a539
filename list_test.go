package csmacd_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"
)

// pkg is a package as go list describes it.
type pkg struct {
	ImportPath, Dir, Name string
	Imports, GoFiles      []string
	Export                string // the file of its export data, where -export asks for it
}

// listed returns packages by the flags and patterns of go list.
func listed(t *testing.T, arguments ...string) (all []pkg) {
	t.Helper()
	out, err := exec.Command("go", append([]string{"list", "-json=ImportPath,Dir,Name,Imports,GoFiles,Export"}, arguments...)...).Output()
	require.NoError(t, err)
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		err := d.Decode(&p)
		if errors.Is(err, io.EOF) {
			return all
		}
		require.NoError(t, err)
		all = append(all, p)
	}
}

// compiled returns packages by patterns with all that they import, and an importer of the export
// data that their build left.
func compiled(t *testing.T, patterns ...string) ([]pkg, types.Importer) {
	t.Helper()
	all := listed(t, append([]string{"-export", "-deps"}, patterns...)...)
	files := map[string]string{}
	for _, p := range all {
		files[p.ImportPath] = p.Export
	}
	return all, importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) { return os.Open(files[path]) })
}
