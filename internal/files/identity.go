package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// identity is what a path leads to. A file that does not exist is identified by the folder that
// it would be made in and by its name there. The zero value stands for nothing.
type identity struct {
	info   fs.FileInfo // of the file; nil: it does not exist
	folder fs.FileInfo // of the folder, if the file does not exist
	path   string      // with all symbolic links resolved, if the file does not exist
}

func identify(path string) identity {
	target, err := Target(path)
	if err != nil {
		return identity{}
	}
	if info, err := os.Stat(target); err == nil {
		return identity{info: info}
	}
	folder, err := os.Stat(filepath.Dir(target))
	if err != nil {
		return identity{}
	}
	return identity{folder: folder, path: target}
}

// streamIdentity identifies a standard stream that is redirected to a file. Terminals and pipes
// lose nothing when several write to them.
func streamIdentity(stream *os.File) identity {
	info, err := stream.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return identity{}
	}
	return identity{info: info}
}

// same reports whether two paths lead to one file. Of files that are not regular, only a pipe
// cannot be shared; /dev/null can be written by any number of writers.
func (a identity) same(b identity) bool {
	switch {
	case a.info != nil && b.info != nil:
		kind := a.info.Mode().Type()
		return (kind == 0 || kind == fs.ModeNamedPipe) && os.SameFile(a.info, b.info)
	case a.folder == nil || b.folder == nil || !os.SameFile(a.folder, b.folder):
		return false
	}
	x, y := filepath.Base(a.path), filepath.Base(b.path)
	return x == y || strings.EqualFold(x, y) && ignoresCase(a.path, y)
}

// ignoresCase reports whether another name in the folder of a file that does not exist would
// be that file. It makes the file, looks, and removes it again.
func ignoresCase(path, other string) bool {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return false
	}
	made, err1 := f.Stat()
	found, err2 := os.Lstat(filepath.Join(filepath.Dir(path), other))
	_ = f.Close()
	_ = os.Remove(path)
	return err1 == nil && err2 == nil && os.SameFile(made, found)
}

// mostLinks is the most symbolic links that are followed from one path, as on Linux.
const mostLinks = 40

var errLinks = errors.New("too many levels of symbolic links")

// Target follows the symbolic links at the end of a path. Unlike [filepath.EvalSymlinks] it
// also follows a link to a file that does not exist: writing to it would make that file.
func Target(path string) (string, error) {
	for range mostLinks {
		info, err := os.Lstat(path)
		if err != nil || info.Mode().Type() != fs.ModeSymlink {
			return path, nil
		}
		to, err := os.Readlink(path)
		if err != nil {
			return "", Because(path, err)
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(realFolder(path), to)
		}
		if !leads(path, to) {
			return path, nil
		}
		path = to
	}
	return "", Because(path, errLinks)
}

// leads reports whether the text of a link says where the link leads. That of /dev/stdout may
// not: an open file can have no name, or have lost it.
func leads(link, to string) bool {
	x, err := os.Stat(link)
	if err != nil {
		return true // to a file that does not exist yet
	}
	y, err := os.Stat(to)
	return err == nil && os.SameFile(x, y)
}

// realFolder returns the folder of a path, through links: the ".." of a link starts there.
func realFolder(path string) string {
	folder := filepath.Dir(path)
	if real, err := filepath.EvalSymlinks(folder); err == nil {
		return real
	}
	return folder
}
