package page

import (
	"embed"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/csmacd/csmacd/internal/exercise"
)

//go:embed dist
var embedded embed.FS

// engine is the file with the compressed engine, and script another file that contains it, for
// a browser that opens the page from a folder on disk: there it loads only scripts.
const (
	engine = "engine.wasm.gz"
	script = "engine.js"
)

// Files returns the page's files.
func Files() fs.FS {
	files, err := fs.Sub(embedded, "dist")
	if err != nil {
		panic(err) // the name is a constant, and valid
	}
	return files
}

// ErrFolder says that a folder contains other files.
var ErrFolder = errors.New("is not empty: the page is written to a new folder, or to an empty one")

// Write writes the page, with csmacd's labs and others, to a folder, which it makes. A browser can show the index.html in it
// without a server. The error is [ErrFolder] if the folder has files.
func Write(folder string, labs ...*exercise.Lab) error {
	if entries, err := os.ReadDir(folder); err == nil && len(entries) > 0 {
		return fmt.Errorf("%s: %w", folder, ErrFolder)
	}
	own, err := labsScript(labs)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err // names the path
	}
	files := Files()
	entries, err := fs.ReadDir(files, ".")
	if err != nil {
		return err
	}
	var written []string
	write := func(name string, b []byte) {
		if err == nil {
			path := filepath.Join(folder, name)
			written = append(written, path)
			err = os.WriteFile(path, b, 0o666)
		}
	}
	write(labsFile, own)
	for _, e := range entries {
		b, e1 := fs.ReadFile(files, e.Name())
		if e1 != nil {
			return e1
		}
		write(e.Name(), b)
		if e.Name() == engine {
			write(script, fmt.Appendf(nil, "globalThis.csmacdEngine=%q;\n", base64.StdEncoding.EncodeToString(b)))
		}
	}
	if err != nil {
		for _, path := range written { // a part of the page is useless, and would be in the way
			_ = os.Remove(path)
		}
	}
	return err
}
