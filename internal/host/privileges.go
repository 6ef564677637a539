//go:build linux

package host

import (
	"fmt"
	"slices"

	"golang.org/x/sys/unix"
	"kernel.org/pub/linux/libs/security/libcap/cap"
)

// kept are the capabilities that taking things away needs, to enter a namespace and to
// unmount its name, and to change an interface that was there before; and the one by which
// the thread that keeps the time goes before others. The devices that are open need none.
var kept = []cap.Value{cap.SYS_ADMIN, cap.NET_ADMIN, cap.SYS_NICE}

// DropPrivileges gives up, in all threads and for good, every capability but
// CAP_SYS_ADMIN and CAP_NET_ADMIN, which [Run.Close] needs, and CAP_SYS_NICE, once all devices and files
// are open: from then on the process reads and writes no file that is not its user's,
// binds no port below 1024, opens no raw socket, loads no module, and traces and signals
// nobody else's process; programs that it runs have no more than that either. With sockets
// it keeps CAP_DAC_OVERRIDE too: a socket in a folder of somebody else's is there to be removed.
// CAP_SYS_ADMIN is still a great deal. A process without capabilities stays as it is.
func DropPrivileges(sockets bool) error {
	have := cap.GetProc()
	keep := cap.NewSet()
	kept := kept
	if sockets {
		kept = append(slices.Clone(kept), cap.DAC_OVERRIDE)
	}
	for _, v := range kept {
		if on, err := have.GetFlag(cap.Permitted, v); err == nil && on {
			if err := keep.SetFlag(cap.Permitted, true, v); err != nil {
				return fmt.Errorf("host: dropping privileges: %w", err)
			}
			if err := keep.SetFlag(cap.Effective, true, v); err != nil {
				return fmt.Errorf("host: dropping privileges: %w", err)
			}
		}
	}
	if err := dropBounds(have, kept); err != nil {
		return fmt.Errorf("host: dropping privileges of programs to be run: %w", err)
	}
	if err := keep.SetProc(); err != nil {
		return fmt.Errorf("host: dropping privileges: %w", err)
	}
	return nil
}

// dropBounds sees to it that running a program gives nothing back.
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

// capable says whether the process has a capability at hand.
func capable(v cap.Value) bool {
	on, err := cap.GetProc().GetFlag(cap.Effective, v)
	return err == nil && on
}
