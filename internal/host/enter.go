//go:build linux

package host

import (
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// enterScript is the last step into a rootless host: it changes to the caller's directory, and
// mounts the names of the run's hosts, and the /sys of the host's network namespace, if the machine
// allows that.
const enterScript = `cd "$1" 2>/dev/null
mount --bind "$2" /etc/hosts 2>/dev/null
shift 2
mount -t sysfs sysfs /sys 2>/dev/null || mount -t sysfs -o ro sysfs /sys 2>/dev/null
exec "$@"`

func (h Host) execRootless(argv, env []string) error {
	nsenter, err := lookUp("nsenter", env)
	if err == nil {
		_, err = lookUp("unshare", env)
	}
	if err != nil {
		return fmt.Errorf("the hosts of a rootless run are entered with nsenter and unshare: install util-linux: %w", err)
	}
	file, err := os.Open(h.way())
	if err != nil {
		return fmt.Errorf("%v cannot be entered: only the user who started process %d, or root, may: %w", h.Space, h.run.PID, err)
	}
	defer file.Close()
	if err := h.verify(file); err != nil {
		return err
	}
	dir, err := os.Getwd()
	if err != nil {
		dir = "/"
	}
	args := []string{nsenter, "-t", fmt.Sprint(h.run.PID), "-U", "--preserve-credentials", "-m", "--net=" + h.way(),
		"--", "unshare", "-m", "--", "/bin/sh", "-c", enterScript, "sh", dir, h.run.Names}
	env = append(env, RunDirEnv+"="+filepath.Dir(h.run.Socket))
	return notRun{nsenter, unix.Exec(nsenter, append(args, argv...), env)}
}

// sameUserNamespace reports whether a process is in this one's user namespace.
func sameUserNamespace(pid int) bool {
	a, errA := os.Readlink("/proc/self/ns/user")
	b, errB := os.Readlink(fmt.Sprintf("/proc/%d/ns/user", pid))
	return errA == nil && errB == nil && a == b
}
