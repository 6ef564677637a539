//go:build linux

package host

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
	"kernel.org/pub/linux/libs/security/libcap/cap"
)

// insideEnv tells a process that Rootless started it, and for which user.
const insideEnv = "CSMACD_ROOTLESS"

// rootless reports whether this process is in namespaces that Rootless made.
var rootless bool

// caller is the user who started the process, if Rootless has made the process root of its own
// namespaces, where the user has another number.
var caller = -1

// User returns the number that the user of the process has on the machine. In namespaces that
// Rootless made, the process itself is root.
func User() int {
	if caller >= 0 {
		return caller
	}
	return os.Getuid()
}

// Rootless moves a process that may not make the hosts of a run into user, network and mount
// namespaces of its own, in which it is root. It is called before anything else. If all goes
// well, the program starts again there, in the same process and with the same arguments, and
// the call then returns true. A process that has the capabilities is left as it is, and the
// call returns false. Interfaces need CAP_NET_ADMIN; named network namespaces also need
// CAP_SYS_ADMIN, which root lacks in many containers.
//
// Inside, named namespaces are kept in a /run/netns of the process's own, and everything that a
// run made ends with the process, however it ends. The run directory stays the user's.
//
// The error says what is closed to the user, and how to open it.
func Rootless(named bool) (inside bool, err error) {
	if by := os.Getenv(insideEnv); by != "" && !initialUserNamespace() {
		if number, err := strconv.Atoi(by); err == nil {
			caller = number
		}
		os.Unsetenv(insideEnv) // programs that this one runs must not see it
		if err := settle(); err != nil {
			return false, fmt.Errorf("without root: %w", err)
		}
		rootless = true
		return true, nil
	}
	switch {
	case !capable(cap.NET_ADMIN):
		return false, fmt.Errorf("without root: %w", leave())
	case named && !capable(cap.SYS_ADMIN):
		return false, fmt.Errorf("named network namespaces need CAP_SYS_ADMIN, or a user namespace: grant it (a container: --cap-add SYS_ADMIN), or leave netns out and write attach: {tap: NAME}, for which CAP_NET_ADMIN is enough: %w", leave())
	}
	return false, nil
}

// leave starts this process again in namespaces of its own, and returns only with an error. The
// namespaces are made by unshare, of util-linux: a program with several threads cannot make
// them, and a child in its own namespaces would be a second process that terminals and signals
// must reach.
func leave() error {
	if err := tunOpens(); err != nil {
		return err
	}
	if err := namespacesOpen(); err != nil {
		return closed(err, readSysctl)
	}
	dir, err := absolute(runDirectory())
	if err != nil {
		return err
	}
	if err := dir.create(); err != nil { // inside, other users have no numbers
		return err
	}
	unshare, err := exec.LookPath("unshare")
	if err != nil {
		return fmt.Errorf("namespaces are made with unshare: install util-linux: %w", because(err))
	}
	self, err := ownPath()
	if err != nil {
		return err
	}
	// What may be refused inside is left to settle, which says why.
	args := append([]string{unshare, "-U", "-r", "-n", "-m", "--propagation", "unchanged", "--", self}, os.Args[1:]...)
	env := append(os.Environ(), fmt.Sprintf("%s=%d", insideEnv, os.Getuid()), RunDirEnv+"="+string(dir))
	return fmt.Errorf("%s: %w", unshare, unix.Exec(unshare, args, env))
}

// ownPath returns the path by which this program was called, if that leads to it: the name may
// decide what a program does. Otherwise it returns the path that the kernel has.
func ownPath() (string, error) {
	self, err := os.Stat("/proc/self/exe")
	if err != nil {
		return "", err
	}
	called, err := exec.LookPath(os.Args[0])
	if err == nil {
		if info, err := os.Stat(called); err == nil && os.SameFile(info, self) {
			return filepath.Abs(called)
		}
	}
	path, err := os.Executable()
	if err == nil {
		_, err = os.Stat(path)
	}
	if err != nil {
		return "", fmt.Errorf("this program's file is gone, so it cannot start itself again: %w", err)
	}
	return path, nil
}

// tunOpens reports whether the user may open the device that TAP devices are made from.
func tunOpens() error {
	f, err := os.OpenFile(tunDevice, os.O_RDWR, 0)
	if err != nil {
		return tunClosed(err)
	}
	return f.Close()
}

// namespacesOpen reports whether the user may make namespaces. It starts a child in new ones,
// to run a program that does not exist; only the error for that means success.
func namespacesOpen() error {
	attr := &syscall.SysProcAttr{
		Cloneflags:  unix.CLONE_NEWUSER | unix.CLONE_NEWNET | unix.CLONE_NEWNS,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}},
	}
	_, _, err := syscall.StartProcess("/proc/self/exe/none", []string{"none"}, &syscall.ProcAttr{Sys: attr})
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, unix.ENOTDIR) {
		return nil
	}
	return err
}

// initialUserNamespace reports whether this is the machine's own user namespace.
func initialUserNamespace() bool {
	text, err := os.ReadFile("/proc/self/uid_map")
	return err == nil && strings.Join(strings.Fields(string(text)), " ") == "0 0 4294967295"
}

// settle makes the new namespaces a place where everything works as it does for root.
func settle() error {
	err := unix.Mount("", "/", "none", unix.MS_REC|unix.MS_PRIVATE, "")
	if err == nil {
		err = ownNetnsDir()
	}
	if err == nil {
		err = loopbackUp()
	}
	if err != nil {
		return closed(err, readSysctl)
	}
	return nil
}

// ownNetnsDir puts an empty file system at /run/netns.
func ownNetnsDir() error {
	if !exists(netnsDir) {
		if err := ownRun(); err != nil {
			return fmt.Errorf("making %s: %w", netnsDir, err)
		}
		if err := os.Mkdir(netnsDir, 0o755); err != nil {
			return err
		}
	}
	if err := unix.Mount("tmpfs", netnsDir, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC, "mode=0755"); err != nil {
		return fmt.Errorf("mounting %s: %w", netnsDir, err)
	}
	return nil
}

// ownRun mounts a file system at /run that contains everything that was there, because only
// root may make a directory in the machine's /run.
func ownRun() error {
	const run = "/run"
	old, err := os.Open(run)
	if err != nil {
		return err
	}
	defer old.Close()
	entries, err := old.ReadDir(-1)
	if err != nil {
		return err
	}
	if err := unix.Mount("tmpfs", run, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, "mode=0755"); err != nil {
		return err
	}
	for _, e := range entries {
		from, to := fmt.Sprintf("/proc/self/fd/%d/%s", old.Fd(), e.Name()), filepath.Join(run, e.Name())
		if e.Type()&fs.ModeSymlink != 0 {
			target, err := os.Readlink(from)
			if err == nil {
				err = os.Symlink(target, to)
			}
			if err != nil {
				return err
			}
			continue
		}
		if e.IsDir() {
			err = os.Mkdir(to, 0o755)
		} else {
			err = os.WriteFile(to, nil, 0o644)
		}
		if err == nil {
			err = unix.Mount(from, to, "none", unix.MS_BIND|unix.MS_REC, "")
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) { // it may have disappeared meanwhile
			return fmt.Errorf("%s: %w", to, err)
		}
	}
	return nil
}
