package scenario

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/csmacd/csmacd/internal/document"
)

// Standard input, as a path and in messages.
const (
	standardInput     = "-"
	standardInputName = "standard input"
)

// Load reads a scenario file, or standard input for "-", of at most [document.MaxFileSize]
// octets. The error is a [document.Problems], unless the file cannot be read; that of a
// missing file is an fs.ErrNotExist.
func Load(path string, o Options) (*Scenario, error) {
	if path == standardInput {
		return load(standardInputName, os.Stdin, o)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, readError(path, err)
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return nil, fmt.Errorf("%s: is a directory: name a scenario file in it", path)
	}
	return load(path, f, o)
}

func load(file string, from io.Reader, o Options) (*Scenario, error) {
	text, err := io.ReadAll(io.LimitReader(from, document.MaxFileSize+1))
	if err != nil {
		return nil, readError(file, err)
	}
	return Parse(file, text, o)
}

// readError makes an error that names the file once, whatever the system's error says.
func readError(file string, err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = fs.ErrNotExist
	}
	return fmt.Errorf("%s: %w", file, err)
}
