// Package owner finds out to which user things belong, and keeps things to one user.
package owner

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// MakeDirectory makes a directory that no other user can enter, whatever the umask. One that exists stays as
// it is.
func MakeDirectory(dir string) error {
	err := os.Mkdir(dir, 0o700)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err == nil {
		err = os.Chmod(dir, 0o700)
	}
	return err
}

// CheckDirectory returns an error unless a path is a directory of this process's user.
func CheckDirectory(dir string) (fs.FileInfo, error) {
	info, err := os.Lstat(dir)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, errors.New("it is not a directory")
	}
	if user, own := userOf(info), os.Geteuid(); user != own {
		return nil, fmt.Errorf("it belongs to user %d, not to %d", user, own)
	}
	return info, nil
}
