package main

import (
	"fmt"
	"os"
	"runtime"

	"golang.org/x/sys/unix"
)

// apartEnv is set in a program that has named network namespaces of its own.
const apartEnv = "CSMACD_TEST_APART"

// apart begins this program anew, if it runs as root, with a list of named network namespaces of
// its own. The scripts give their hosts plain names, and another run of the tests may use a namespace
// of such a name, or may have left one behind when it was killed.
func apart() {
	if os.Geteuid() != 0 || os.Getenv(apartEnv) != "" {
		return
	}
	os.Setenv(apartEnv, "yes")
	if err := ownNamespaces(); err != nil {
		fmt.Fprintf(os.Stderr, "note: the tests share /run/netns with the machine: %v\n", err)
	}
}

// ownNamespaces returns only if it fails.
func ownNamespaces() error {
	const dir = "/run/netns"
	// A mount namespace is a thread's; exec makes it the program's.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if err := unix.Unshare(unix.CLONE_NEWNS); err != nil {
		return fmt.Errorf("a mount namespace: %w", err)
	}
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("mounts of its own: %w", err)
	}
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, "mode=755"); err != nil {
		return fmt.Errorf("%s: %w", dir, err)
	}
	program, err := os.Executable()
	if err != nil {
		return err
	}
	return unix.Exec(program, os.Args, os.Environ())
}
