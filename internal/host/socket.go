//go:build linux

package host

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"

	"golang.org/x/sys/unix"

	"github.com/csmacd/csmacd/tap"
)

// MakeSocket lets a function make the file of a Unix socket, and records it, so that [Down]
// removes the file after a run that was killed. The caller closes the socket.
func (r *Run) MakeSocket(path string, open func() error) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	if err := r.intendSocket(path); err != nil {
		return err
	}
	err = open()
	return errors.Join(err, r.settleSocket(path, err == nil))
}

// intendSocket records that the file of a socket is about to be made.
func (r *Run) intendSocket(path string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return errors.New("the run is closed")
	}
	return r.intend(Thing{Kind: MadeSocket, Path: path})
}

// settleSocket records which file was made, or that none was.
func (r *Run) settleSocket(path string, made bool) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	i := slices.IndexFunc(r.record.Made, func(t Thing) bool { return t.Kind == MadeSocket && t.Path == path && t.Inode == 0 })
	if r.closed || i < 0 {
		return nil
	}
	if !made {
		r.record.Made = slices.Delete(r.record.Made, i, i+1)
		return r.dir.write(&r.record)
	}
	var stat unix.Stat_t
	if err := unix.Lstat(path, &stat); err == nil {
		t := &r.record.Made[i]
		t.Device, t.Inode = stat.Dev, stat.Ino
	}
	return r.dir.write(&r.record)
}

// undoSocket removes a socket's file, if it is the very one and no process is using it.
func (t *Thing) undoSocket() (removed bool, err error) {
	var stat unix.Stat_t
	err = unix.Lstat(t.Path, &stat)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, err
	case stat.Mode&unix.S_IFMT != unix.S_IFSOCK || t.Inode == 0 || stat.Ino != t.Inode || stat.Dev != t.Device:
		return false, nil // another run's
	}
	return tap.RemoveDeadSocket(t.Path)
}
