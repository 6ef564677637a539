//go:build !js

package trace

import (
	"errors"
	"io/fs"
	"os"
	"runtime"

	"github.com/csmacd/csmacd/internal/compress"
	"github.com/csmacd/csmacd/internal/files"
)

// Create opens the file of that path for writing, or standard output if the path is a name of
// it, such as "-". The error names the path. A path that ends in .gz or .zst makes a compressed
// file: see [compress.For]. An existing file is emptied when the first records are
// written, and not before: see [Output.Abandon].
func Create(path string) (*Output, error) {
	if files.IsStdout(path) {
		return newFile(os.Stdout, "standard output"), nil
	}
	stream, err := compress.For(path)
	if err != nil {
		return nil, files.Because(path, err)
	}
	_, missing := os.Stat(path)
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o666)
	if err != nil {
		return nil, files.Because(path, err)
	}
	o := newFile(f, path)
	o.pack(stream)
	o.own, o.made, o.old = true, errors.Is(missing, fs.ErrNotExist), true
	return o, nil
}

// newFile returns an Output for an open file.
func newFile(f *os.File, name string) *Output {
	o := NewOutput(f, name)
	o.file, o.beside = f, runtime.GOMAXPROCS(0) > 1
	return o
}

// pack has an Output compress what it writes from now on, unless the stream is nil.
func (o *Output) pack(stream compress.Stream) {
	if stream != nil {
		o.w, o.rare, o.size = &packed{w: o.w, file: o.file, stream: stream}, true, batchSizeCompressed
		o.batch = newBatch(o.size)
	}
}
