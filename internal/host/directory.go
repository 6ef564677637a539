//go:build linux

package host

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"golang.org/x/sys/unix"

	"github.com/csmacd/csmacd/internal/owner"
)

// RunDirEnv is the environment variable that names the run directory.
const RunDirEnv = "CSMACD_RUN_DIR"

// systemDir holds the runs of root.
const systemDir = "/run/csmacd"

// controlDir is the folder, in the run directory, of the sockets on which runs take commands.
const controlDir = "ctl"

// directory is the folder that holds the records of runs.
type directory string

// runDirectory returns the directory, which may not exist yet.
func runDirectory() directory {
	if dir := os.Getenv(RunDirEnv); dir != "" {
		return directory(dir)
	}
	if os.Geteuid() == 0 {
		return systemDir
	}
	if dir := os.Getenv("XDG_RUNTIME_DIR"); filepath.IsAbs(dir) {
		if info, err := os.Stat(dir); err == nil && info.IsDir() { // after su, it often is not there
			return directory(filepath.Join(dir, "csmacd"))
		}
	}
	return directory(filepath.Join("/tmp", "csmacd-"+strconv.Itoa(os.Geteuid())))
}

// create makes the directory, if it does not exist, for its owner alone.
func (d directory) create() error {
	if err := owner.MakeDirectory(string(d)); err != nil {
		return d.unusable(err)
	}
	if err := d.check(); err != nil {
		return err
	}
	if err := unix.Access(string(d), unix.W_OK|unix.X_OK); err != nil {
		return d.unusable(err)
	}
	return nil
}

// check refuses a directory that others may write to: what its records say is done with the
// privileges of the process that reads them.
func (d directory) check() error {
	info, err := owner.CheckDirectory(string(d))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return err
	case err != nil:
		return d.unusable(err)
	case info.Mode().Perm()&0o022 != 0:
		return d.unusable(fmt.Errorf("others may write to it: chmod go-w %s", d))
	}
	return nil
}

func (d directory) unusable(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return fmt.Errorf("the run directory %s cannot be used: %w: set %s to a directory of your own", d, err, RunDirEnv)
}

// patience is how long to wait for another csmacd that is setting up or taking down.
var patience = 10 * time.Second

// lock reserves the records, and what they describe, for this process until unlock.
func (d directory) lock() (unlock func(), err error) {
	f, err := os.OpenFile(filepath.Join(string(d), "lock"), os.O_RDWR|os.O_CREATE|unix.O_NOFOLLOW, 0o600)
	if err != nil {
		return nil, d.unusable(err)
	}
	if err := flock(f); err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", f.Name(), err)
	}
	return func() { f.Close() }, nil
}

// flock waits for the lock of an open file, but not for ever: the process that holds it may be
// stopped.
func flock(f *os.File) error {
	for deadline := time.Now().Add(patience); ; time.Sleep(5 * time.Millisecond) {
		err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		switch {
		case err == nil:
			return nil
		case errors.Is(err, unix.EINTR):
		case !errors.Is(err, unix.EWOULDBLOCK):
			return fmt.Errorf("locking: %w", err)
		case time.Now().After(deadline):
			return fmt.Errorf("another process has held the lock for %v: is one stopped?", patience)
		}
	}
}
