//go:build unix

package files

import (
	"io/fs"
	"os"
	"syscall"
)

// inherit sets the permissions of a new file to those of the old one, and its owner as far as
// the process may.
func inherit(f *os.File, old fs.FileInfo) error {
	if s, ok := old.Sys().(*syscall.Stat_t); ok {
		_ = f.Chown(int(s.Uid), int(s.Gid))
	}
	return f.Chmod(old.Mode().Perm())
}

// canInherit reports whether a new file can have the owner of the old one.
func canInherit(old fs.FileInfo) bool { return ours(old) || os.Geteuid() == 0 }

// ownFolder reports whether a folder belongs to the user, who needs no privileges to change it.
func ownFolder(folder string) bool {
	info, err := os.Stat(folder)
	return err == nil && ours(info) && info.Mode().Perm()&0o300 == 0o300
}

func ours(info fs.FileInfo) bool {
	s, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(s.Uid) == os.Geteuid()
}
