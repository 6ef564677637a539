//go:build linux

package host

import (
	"fmt"
	"slices"

	"golang.org/x/sys/unix"
	"kernel.org/pub/linux/libs/security/libcap/cap"
)

// kept are the capabilities that are needed to remove what a run made: to enter a namespace and
// unmount its name, and to change an interface that existed before. One more lets the thread
// that keeps the time run before others. Devices that are open need none.
var kept = []cap.Value{cap.SYS_ADMIN, cap.NET_ADMIN, cap.SYS_NICE}

// DropPrivileges drops, in all threads and for good, every capability except CAP_SYS_ADMIN and
// CAP_NET_ADMIN, which [Run.Close] needs, and CAP_SYS_NICE. It is called once all devices and
// files are open. From then on the process reads and writes only files of its user, binds no
// port below 1024, opens no raw socket, loads no module, and traces and signals no other user's
// process; programs that it runs have no more privileges than that. With sockets it also keeps
// CAP_DAC_OVERRIDE, because it must remove a socket even from another user's folder.
// CAP_SYS_ADMIN is still a great deal: [BeginHelped] does without. A process without capabilities
// stays as it is.
func DropPrivileges(sockets bool) error {
	if sockets {
		return keepOnly(append(slices.Clone(kept), cap.DAC_OVERRIDE)...)
	}
	return keepOnly(kept...)
}

// DropAllPrivileges drops every capability, in all threads and for good. The process of a [Helped] run
// needs none, unless it will make files in another user's folder: then it keeps CAP_DAC_OVERRIDE.
func DropAllPrivileges(files bool) error {
	if files {
		return keepOnly(cap.DAC_OVERRIDE)
	}
	return keepOnly()
}

// helping are the capabilities of a helper: to enter and name namespaces, to make and change
// interfaces, to open packet sockets, to remove a socket from another user's folder, and to have
// the thread that keeps the time run before others.
var helping = []cap.Value{cap.SYS_ADMIN, cap.NET_ADMIN, cap.NET_RAW, cap.DAC_OVERRIDE, cap.SYS_NICE}

// keepOnly drops all capabilities but some, as far as the process has those.
func keepOnly(kept ...cap.Value) error {
	have := cap.GetProc()
	keep := cap.NewSet()
	for _, v := range kept {
		if on, err := have.GetFlag(cap.Permitted, v); err == nil && on {
			if err := keep.SetFlag(cap.Permitted, true, v); err != nil {
				return fmt.Errorf("dropping privileges: %w", err)
			}
			if err := keep.SetFlag(cap.Effective, true, v); err != nil {
				return fmt.Errorf("dropping privileges: %w", err)
			}
		}
	}
	if err := dropBounds(have, kept); err != nil {
		return fmt.Errorf("dropping privileges of programs to be run: %w", err)
	}
	if err := keep.SetProc(); err != nil {
		return fmt.Errorf("dropping privileges: %w", err)
	}
	return nil
}

// dropBounds makes sure that running a program restores nothing.
func dropBounds(have *cap.Set, kept []cap.Value) error {
	if may, err := have.GetFlag(cap.Effective, cap.SETPCAP); err == nil && may {
		var drop []cap.Value
		for v := range cap.MaxBits() {
			if on, err := cap.GetBound(v); err == nil && on && !slices.Contains(kept, v) {
				drop = append(drop, v)
			}
		}
		if err := cap.DropBound(drop...); err != nil {
			return err
		}
	}
	if err := cap.ResetAmbient(); err != nil {
		return err
	}
	_, err := cap.Prctlw(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
	return err
}

// Privileged reports whether the process has any capability.
func Privileged() bool {
	for v := range cap.MaxBits() {
		if capable(v) {
			return true
		}
	}
	return false
}

// capable reports whether the process has a capability at hand.
func capable(v cap.Value) bool {
	on, err := cap.GetProc().GetFlag(cap.Effective, v)
	return err == nil && on
}
