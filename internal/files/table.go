package files

import (
	"fmt"
	"os"
	"slices"
)

// standardStream is the path that stands for standard input among files that are read, and
// for standard output among those that are written.
const standardStream = "-"

// Table lists the files of a command. The zero value is empty.
type Table struct {
	entries []entry
}

// entry is a file and its part in the command.
type entry struct {
	what    string // a flag ("--json"), or a noun with its article ("the scenario")
	path    string
	written bool
	identity
}

// named returns the entry as messages name it.
func (e *entry) named() string {
	if e.path == standardStream {
		return e.what
	}
	return e.what + " " + e.path
}

// Read adds a file that the command reads. what is its part in messages, such as "the
// scenario". The path "" is ignored.
func (t *Table) Read(what, path string) { t.add(what, path, false, os.Stdin) }

// Write adds a file that the command writes. what is the flag that names the file, such as
// "--json". The path "" is ignored.
func (t *Table) Write(what, path string) {
	if IsStdout(path) {
		path = standardStream
	}
	t.add(what, path, true, os.Stdout)
}

// IsStdout reports whether a path is a name of standard output, redirected or not. Opened by
// such a name, a file would be written from its beginning once more.
func IsStdout(path string) bool {
	return slices.Contains([]string{standardStream, "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"}, path)
}

func (t *Table) add(what, path string, written bool, stream *os.File) {
	switch path {
	case "":
	case standardStream:
		t.entries = append(t.entries, entry{what, path, written, streamIdentity(stream)})
	default:
		t.entries = append(t.entries, entry{what, path, written, identify(path)})
	}
}

// Check returns an error if a file that is written is also read, or is written twice. It also
// compares the files with standard output and standard error, if these are files. It changes
// nothing.
func (t *Table) Check() error {
	for i := range t.entries {
		a := &t.entries[i]
		if !a.written {
			continue
		}
		for k := range t.entries {
			b := &t.entries[k]
			if k == i || b.written && k < i || !a.same(b) {
				continue
			}
			if !b.written {
				return fmt.Errorf("%s is the same file as %s, which is read: give %s another file", a.named(), b.named(), a.what)
			}
			return fmt.Errorf("%s and %s are the same file: give one of them another name", a.named(), b.named())
		}
	}
	return t.checkStreams()
}

// checkStreams compares the files with standard output and standard error.
func (t *Table) checkStreams() error {
	for _, s := range []struct {
		name string
		file *os.File
	}{{"standard output", os.Stdout}, {"standard error", os.Stderr}} {
		stream := streamIdentity(s.file)
		for i := range t.entries {
			e := &t.entries[i]
			switch {
			case e.path == standardStream && e.written || !e.identity.same(stream):
			case !e.written:
				return fmt.Errorf("%s is the same file as %s, which is read: send %[1]s elsewhere", s.name, e.named())
			default:
				return fmt.Errorf("%s is the same file as %s: give %s another file, or - for standard output", e.named(), s.name, e.what)
			}
		}
	}
	return nil
}

// same reports whether two entries are one file. Two that write to standard output are.
func (e *entry) same(b *entry) bool {
	return e.path == standardStream && b.path == standardStream && e.written && b.written || e.identity.same(b.identity)
}
