package trace

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"sort"

	"github.com/csmacd/csmacd/internal/files"
)

// bufferSize is the number of octets that an Output gathers before it writes.
const bufferSize = 64 << 10

// Output writes records to a file and keeps the file valid: when a write fails, as on a full
// disk, it keeps the error, writes no more, and cuts a regular file back to the end of its last
// complete record. A record is a line of events or a block of a capture.
//
// It is not safe for use by several goroutines.
type Output struct {
	name string
	w    io.Writer
	file *os.File // w, where that is a file
	own  bool     // Close closes it
	made bool     // the file did not exist before
	old  bool     // the file still has its old contents
	buf  []byte   // complete records only
	ends []int    // where each of them ends in buf
	hold bool     // only Flush writes
	err  error
}

// Create opens the file of that path for writing, or standard output if the path is a name of
// it, such as "-". The error names the path. An existing file is emptied when the first records
// are written, and not before: see [Output.Abandon].
func Create(path string) (*Output, error) {
	if files.IsStdout(path) {
		o := NewOutput(os.Stdout, "standard output")
		o.file = os.Stdout
		return o, nil
	}
	_, missing := os.Stat(path)
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o666)
	if err != nil {
		return nil, files.Because(path, err)
	}
	o := NewOutput(f, path)
	o.file, o.own, o.made, o.old = f, true, errors.Is(missing, fs.ErrNotExist), true
	return o, nil
}

// NewOutput returns an Output that writes to w; errors use the name given.
func NewOutput(w io.Writer, name string) *Output {
	// Room for a record beyond the size, so that the buffer need not grow.
	return &Output{name: name, w: w, buf: make([]byte, 0, bufferSize+4096), ends: make([]int, 0, 1024)}
}

// Err returns the first error. Nothing has been written since.
func (o *Output) Err() error { return o.err }

// Write writes one complete record.
func (o *Output) Write(record []byte) (int, error) {
	o.commit(append(o.begin(), record...))
	if o.err != nil {
		return 0, o.err
	}
	return len(record), nil
}

// begin lends the buffer: a record is appended to it, and commit takes it back.
func (o *Output) begin() []byte { return o.buf }

// commit takes the buffer back, one record longer.
func (o *Output) commit(b []byte) {
	if o.err != nil {
		return
	}
	o.buf = b
	o.ends = append(o.ends, len(b))
	if len(b) >= bufferSize && !o.hold {
		o.Flush()
	}
}

// Flush writes what has been gathered.
func (o *Output) Flush() error {
	if o.err != nil || len(o.buf) == 0 {
		return o.err
	}
	n, err := 0, o.empty()
	if err == nil {
		n, err = o.w.Write(o.buf)
	}
	if err == nil && n < len(o.buf) {
		err = io.ErrShortWrite
	}
	if err != nil {
		o.err = files.Because(o.name, err)
		// The whole records among the n octets that did get out.
		i := sort.SearchInts(o.ends, n+1)
		if i > 0 {
			n -= o.ends[i-1]
		}
		o.cut(n)
	}
	o.buf, o.ends = o.buf[:0], o.ends[:0]
	return o.err
}

// empty removes the old contents of a file, once.
func (o *Output) empty() error {
	if !o.old {
		return nil
	}
	o.old = false
	if info, err := o.file.Stat(); err != nil || !info.Mode().IsRegular() {
		return err
	}
	return o.file.Truncate(0)
}

// cut removes the last n octets of a regular file. If that fails too, the file keeps part of a
// record, and the error that the user gets already says enough.
func (o *Output) cut(n int) {
	if n <= 0 || o.file == nil {
		return
	}
	if info, err := o.file.Stat(); err != nil || !info.Mode().IsRegular() {
		return
	}
	// The position in the file is asked for, not counted: standard output may have been opened
	// to append.
	end, err := o.file.Seek(-int64(n), io.SeekCurrent)
	if err == nil {
		_ = o.file.Truncate(end)
	}
}

// Close writes what has been gathered and closes the file, unless it is standard output. It
// returns the first error of all.
func (o *Output) Close() error {
	o.Flush()
	if err := o.empty(); err != nil && o.err == nil {
		o.err = files.Because(o.name, err)
	}
	if o.own {
		o.own = false
		if err := o.file.Close(); err != nil && o.err == nil {
			o.err = files.Because(o.name, err)
		}
	}
	return o.err
}

// Abandon closes a file to which nothing will be written after all. The old contents stay,
// unless records have been written; a file that Create made is removed.
func (o *Output) Abandon() {
	if !o.own {
		return
	}
	o.own = false
	_ = o.file.Close()
	if o.old && o.made {
		if target, err := files.Target(o.name); err == nil {
			_ = os.Remove(target)
		}
	}
	o.old, o.buf, o.ends = false, o.buf[:0], o.ends[:0]
}
