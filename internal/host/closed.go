//go:build linux

package host

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

const tunDevice = "/dev/net/tun"

// tunClosed says why the device that TAP devices are made from cannot be opened, and what to do
// about it.
func tunClosed(err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, unix.ENODEV), errors.Is(err, unix.ENXIO):
		return fmt.Errorf("this machine has no TAP devices, load them with: sudo modprobe tun (%w)", err)
	case errors.Is(err, fs.ErrPermission):
		mode := ""
		if info, err := os.Stat(tunDevice); err == nil {
			mode = fmt.Sprintf(", mode %#o,", info.Mode().Perm())
		}
		return fmt.Errorf("%s%s is closed to user %d, open it with: sudo chmod 0666 %s (%w)", tunDevice, mode, User(), tunDevice, because(err))
	}
	return fmt.Errorf("%w: a user's live run needs to read and write it", err)
}

// doors are the switches that can close user namespaces: files of /proc/sys, with the value
// that closes them and one that opens them.
var doors = []struct{ name, closed, open string }{
	{"kernel/unprivileged_userns_clone", "0", "1"},
	{"kernel/apparmor_restrict_unprivileged_userns", "1", "0"},
	{"user/max_user_namespaces", "0", "10000"},
	{"user/max_net_namespaces", "0", "10000"},
	{"user/max_mnt_namespaces", "0", "10000"},
}

// closed says which switch made the user's namespaces fail, and how to set it, as far as the
// switches show.
func closed(err error, sysctl func(name string) (string, bool)) error {
	for _, d := range doors {
		if value, ok := sysctl(d.name); ok && value == d.closed {
			key := strings.ReplaceAll(d.name, "/", ".")
			return fmt.Errorf("user namespaces are closed to user %d, open them with: sudo sysctl %s=%s (%s=%s, %w)",
				User(), key, d.open, key, value, err)
		}
	}
	switch {
	case errors.Is(err, unix.ENOSPC), errors.Is(err, unix.EUSERS):
		return fmt.Errorf("there are too many namespaces, or they are nested too deeply; allow more with: sudo sysctl user.max_user_namespaces=100000 user.max_net_namespaces=100000 user.max_mnt_namespaces=100000 (%w)", err)
	case errors.Is(err, unix.EINVAL), errors.Is(err, unix.ENOSYS):
		return fmt.Errorf("the kernel has no user namespaces (CONFIG_USER_NS): run csmacd as root (%w)", err)
	}
	if User() == 0 {
		return fmt.Errorf("user namespaces are closed to root, as in a container: making one needs CAP_SETFCAP and a kernel that allows it (%w)", err)
	}
	return fmt.Errorf("user namespaces are closed to user %d, as in a container or a chroot: run csmacd as root, or the container with --privileged or --cap-add NET_ADMIN --cap-add SYS_ADMIN --device %s (%w)", User(), tunDevice, err)
}

// readSysctl reads a switch; ok is false if the kernel has none of this name.
func readSysctl(name string) (value string, ok bool) {
	text, err := os.ReadFile(filepath.Join("/proc/sys", name))
	return strings.TrimSpace(string(text)), err == nil
}
