package compress

import (
	"bufio"
	"os"

	"github.com/csmacd/csmacd/internal/files"
)

// File is a file that is read. A web browser has none, and the code that expands them is large.
type File struct {
	*bufio.Reader
	file *os.File
}

// Open opens a file for reading.
func Open(path string) (*File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, files.Because(path, err)
	}
	return &File{bufio.NewReader(f), f}, nil
}

// Close closes the file.
func (f *File) Close() error { return f.file.Close() }
