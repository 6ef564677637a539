package files

import (
	"errors"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
)

// Whole is a file that is written as a whole. Writes go to a file beside it, which replaces it
// once it is complete and keeps the permissions of the old file. Until then the old file stays
// as it is. A symbolic link stays, and its target is replaced.
//
// A device, a pipe and standard output are written directly. So is a file that the process may
// write but, because of its folder or its owner, not replace: it is emptied when the first
// octet is written.
//
// It is not safe for use by several goroutines.
type Whole struct {
	path   string      // as the user wrote it
	target string      // behind its symbolic links; "": standard output
	old    fs.FileInfo // nil: there was no such file
	direct *os.File    // the file itself, where it is written directly
	begun  bool        // something has been written directly
	beside *os.File    // the new file, once something has been written
	err    error       // the first of writing
}

// Create prepares a file for writing, or standard output for "-", and returns an error if it
// cannot be written. It changes nothing, so that a program can call it before hours of work.
func Create(path string) (*Whole, error) {
	if IsStdout(path) {
		return &Whole{path: "standard output", direct: os.Stdout}, nil
	}
	target, err := Target(path)
	if err != nil {
		return nil, err
	}
	w := &Whole{path: path, target: target}
	old, err := os.Stat(target)
	if errors.Is(err, fs.ErrNotExist) {
		return w, Because(path, w.probe())
	}
	if err != nil {
		return nil, Because(path, err)
	}
	f, err := os.OpenFile(target, os.O_WRONLY, 0)
	if err != nil {
		return nil, Because(path, err)
	}
	w.old = old
	if !old.Mode().IsRegular() || !canInherit(old) || w.probe() != nil {
		w.direct = f
		return w, nil
	}
	return w, Because(path, f.Close())
}

// Hold prepares for giving up privileges. It opens a file in another user's folder now, because
// it may not be able to replace the file later.
func (w *Whole) Hold() (err error) {
	if w.direct == nil && !ownFolder(filepath.Dir(w.target)) {
		w.direct, err = os.OpenFile(w.target, os.O_WRONLY|os.O_CREATE, 0o666)
	}
	return Because(w.path, err)
}

// probe reports whether files can be made in the folder.
func (w *Whole) probe() error {
	f, err := w.makeBeside()
	if err != nil {
		return err
	}
	defer finish(f.Name())
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// makeBeside makes a file in the folder.
func (w *Whole) makeBeside() (*os.File, error) {
	mode := fs.FileMode(0o666) // less the umask
	if w.old != nil {
		mode = w.old.Mode().Perm()
	}
	for {
		name := filepath.Join(filepath.Dir(w.target), ".csmacd-"+strconv.FormatUint(rand.Uint64(), 36))
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if err == nil {
			begin(name)
		}
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}

// Write implements [io.Writer]. After an error it writes no more.
func (w *Whole) Write(p []byte) (n int, err error) {
	if w.err != nil {
		return 0, w.err
	}
	to, err := w.to()
	if err == nil {
		n, err = to.Write(p)
	}
	w.err = Because(w.path, err)
	return n, w.err
}

// to returns the file to write to.
func (w *Whole) to() (to io.Writer, err error) {
	switch {
	case w.direct == nil && w.beside == nil:
		w.beside, err = w.makeBeside()
		return w.beside, err
	case w.direct == nil:
		return w.beside, nil
	case !w.begun:
		w.begun = true
		if info, e := w.direct.Stat(); w.target != "" && e == nil && info.Mode().IsRegular() {
			err = w.direct.Truncate(0)
		}
	}
	return w.direct, err
}

// Done ends the writing, once. If err is nil and nothing went wrong before, the new file
// replaces the old one; otherwise the old file stays. Done returns the first error.
func (w *Whole) Done(err error) error {
	if err == nil {
		err = w.err
	}
	if err == nil {
		_, err = w.to() // also for a file to which nothing was written
		err = Because(w.path, err)
	}
	switch {
	case w.beside != nil:
		err = w.replace(err)
	case w.direct != nil && w.target != "":
		if e := w.direct.Close(); err == nil {
			err = Because(w.path, e)
		}
		if err != nil && w.old == nil {
			_ = os.Remove(w.target)
		}
	}
	return err
}

// Abandon ends the writing of a file that will not be written after all.
func (w *Whole) Abandon() { _ = w.Done(fs.ErrClosed) }

// replace puts the new file in place of the old one, or removes it if there was an error.
func (w *Whole) replace(err error) error {
	defer finish(w.beside.Name())
	name, keep := w.beside.Name(), func(e error) {
		if err == nil {
			err = Because(w.path, e)
		}
	}
	if err == nil && w.old != nil {
		keep(inherit(w.beside, w.old))
	}
	if err == nil {
		keep(w.beside.Sync())
	}
	keep(w.beside.Close())
	if err == nil {
		keep(os.Rename(name, w.target))
	}
	if err != nil {
		_ = os.Remove(name)
	}
	return err
}

// Write writes a whole file.
func Write(path string, content []byte) error {
	w, err := Create(path)
	if err != nil {
		return err
	}
	_, err = w.Write(content)
	return w.Done(err)
}
