package campaign

import (
	"bytes"
	"os"
	"path/filepath"

	"github.com/csmacd/csmacd/internal/files"
)

// replace writes a file whole, or leaves it as it was. It does not touch a file that has this content
// already.
func replace(dir, name string, text []byte) error {
	path := filepath.Join(dir, name)
	if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, text) {
		return nil
	}
	f, err := newFile(dir, name)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	return f.done(err)
}

// file is a file that takes its place when it is whole.
type file struct {
	*os.File
	path string
}

func newFile(dir, name string) (*file, error) {
	path := filepath.Join(dir, name)
	f, err := os.CreateTemp(dir, "."+name+".*")
	if err != nil {
		return nil, files.Because(path, err)
	}
	return &file{f, path}, nil
}

// done puts the file in its place, or removes it if there was an error.
func (f *file) done(err error) error {
	if err == nil {
		err = f.Chmod(0o644)
	}
	if err == nil {
		err = f.Sync()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.Name(), f.path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return files.Because(f.path, err)
	}
	return nil
}
