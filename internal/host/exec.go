//go:build linux

package host

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/vishvananda/netns"
	"golang.org/x/sys/unix"
)

// ErrNoCommand is the error of [Host.Exec] if the program cannot be run. It also wraps
// [fs.ErrNotExist] if there is no such program.
var ErrNoCommand = errors.New("the program cannot be run")

// notRun is an [ErrNoCommand] that names the program.
type notRun struct {
	program string
	cause   error
}

// Error names the program, says where it was looked for, and asks what would be right.
func (e notRun) Error() string {
	switch found := !errors.Is(e.cause, fs.ErrNotExist); {
	case found:
		return fmt.Sprintf("the program %s cannot be run: %v", e.program, e.cause)
	case strings.Contains(e.program, "/"):
		return fmt.Sprintf("there is no program %s: is the path right?", e.program)
	}
	return fmt.Sprintf("there is no program %s in a folder of PATH: is it installed?", e.program)
}

// Unwrap returns ErrNoCommand and the cause.
func (e notRun) Unwrap() []error { return []error{ErrNoCommand, e.cause} }

// Exec replaces this process by a command in the host, so that its exit status, input and
// output are the command's. It returns only with an error. As with ip netns exec, the command
// sees the host's interfaces in /sys, and the files of /etc/netns/NAME in /etc. Besides, it finds the
// other hosts of the run by their names ([Run.Name]). env is the environment in the form of
// [os.Environ].
//
// Exec enters the hosts of a rootless run by nsenter and unshare, of util-linux, because a
// program with several threads cannot enter a user namespace.
func (h Host) Exec(argv, env []string) error {
	err := h.exec(argv, env)
	return fmt.Errorf("host %s: %w", h.Station, err)
}

func (h Host) exec(argv, env []string) error {
	if h.run == nil || len(argv) == 0 {
		return errors.New("no run to find it in, or no command to run")
	}
	path, err := lookUp(argv[0], env)
	if err != nil {
		return err
	}
	if h.run.Rootless && !sameUserNamespace(h.run.PID) {
		return h.execRootless(append([]string{path}, argv[1:]...), env)
	}
	file, err := os.Open(h.way())
	if err != nil {
		return fmt.Errorf("%v cannot be entered: %w", h.Space, err)
	}
	defer file.Close()
	if err := h.verify(file); err != nil {
		return err
	}
	// The thread is never unlocked: it becomes the command, or it must end.
	runtime.LockOSThread()
	if to := netns.NsHandle(file.Fd()); !at(to) {
		if err := netns.Set(to); err != nil {
			return fmt.Errorf("entering %v needs root: %w", h.Space, err)
		}
		if err := h.ownFiles(); err != nil {
			return err
		}
	}
	return notRun{path, unix.Exec(path, argv, env)}
}

// way is the path to the host's namespace. It leads through the run's process if the namespace
// has no name, or if its name is in a file system of that process only.
func (h Host) way() string {
	switch {
	case h.Space.Name == "":
		return fmt.Sprintf("/proc/%d/ns/net", h.run.PID)
	case h.run.Rootless:
		return fmt.Sprintf("/proc/%d/root%s", h.run.PID, h.Space.path())
	}
	return h.Space.path()
}

// verify checks that the open namespace is the one that the run recorded.
func (h Host) verify(file *os.File) error {
	var stat unix.Stat_t
	if err := unix.Fstat(int(file.Fd()), &stat); err != nil {
		return err
	}
	if stat.Dev != h.Space.Device || stat.Ino != h.Space.Inode {
		return fmt.Errorf("%v no longer belongs to the run: somebody has removed it", h.Space)
	}
	return nil
}

// isGone reports whether the host's namespace is no longer there under its name. One that the user may not look at is
// taken to be there.
func (h Host) isGone() bool {
	file, err := os.Open(h.way())
	if err != nil {
		return errors.Is(err, fs.ErrNotExist) && h.run.Alive()
	}
	defer file.Close()
	return h.verify(file) != nil
}

// ownFiles moves the calling thread to a mount namespace in which /sys belongs to its network
// namespace, and /etc has the host's own files.
func (h Host) ownFiles() error {
	if err := unix.Unshare(unix.CLONE_NEWNS); err != nil {
		return fmt.Errorf("a mount namespace: %w", err)
	}
	if err := unix.Mount("", "/", "none", unix.MS_SLAVE|unix.MS_REC, ""); err != nil {
		return fmt.Errorf("keeping mounts to itself: %w", err)
	}
	flags := uintptr(0)
	if err := unix.Unmount("/sys", unix.MNT_DETACH); err != nil {
		// A file system that is read-only can be covered only by another one.
		var have unix.Statfs_t
		if unix.Statfs("/sys", &have) == nil && have.Flags&unix.ST_RDONLY != 0 {
			flags = unix.MS_RDONLY
		}
	}
	if err := unix.Mount(h.Station, "/sys", "sysfs", flags, ""); err != nil {
		return fmt.Errorf("mounting /sys: %w", err)
	}
	// As below, a command that does not know the names is better than none. The user's own file, if
	// there is one, covers this one.
	_ = unix.Mount(h.run.Names, "/etc/hosts", "none", unix.MS_BIND, "")
	if h.Space.Name == "" {
		return nil
	}
	files, err := filepath.Glob("/etc/netns/" + escape(h.Space.Name) + "/*")
	if err != nil {
		return err
	}
	for _, file := range files {
		// A file that /etc does not have is left out, as ip netns exec does.
		_ = unix.Mount(file, filepath.Join("/etc", filepath.Base(file)), "none", unix.MS_BIND, "")
	}
	return nil
}

// escape quotes the characters of a name that mean something to Glob.
func escape(name string) string {
	return strings.NewReplacer("*", `\*`, "?", `\?`, "[", `\[`).Replace(name)
}
