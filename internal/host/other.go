//go:build !linux

package host

import (
	"errors"

	"github.com/csmacd/csmacd/tap"
)

// RunDirEnv is the environment variable that names the run directory.
const RunDirEnv = "CSMACD_RUN_DIR"

var (
	// ErrNoCommand is the error of [Host.Exec] where the program cannot be run.
	ErrNoCommand = errors.New("the program cannot be run")

	errLinux = errors.New("network namespaces and TAP devices need Linux")
)

// Run is a live run's part of the machine. It does something on Linux only.
type Run struct{}

// Begin fails: it needs Linux.
func Begin(string) (*Run, error) { return nil, errLinux }

// Up fails: it needs Linux.
func (*Run) Up(Spec) (*tap.Device, error) { return nil, errLinux }

// Leave does nothing.
func (*Run) Leave(string) error { return nil }

// Packet fails: it needs Linux.
func (*Run) Packet(string, string) (*tap.Packet, error) { return nil, errLinux }

// Close removes nothing.
func (*Run) Close() error { return nil }

// ID returns "".
func (*Run) ID() string { return "" }

// Socket returns "".
func (*Run) Socket() string { return "" }

// Control returns "".
func (*Run) Control() string { return "" }

// Name does nothing.
func (*Run) Name([]Named) error { return nil }

// Swept returns nothing.
func (*Run) Swept() []string { return nil }

// Runs returns no runs.
func Runs() ([]Record, error) { return nil, errLinux }

// Down fails: it needs Linux.
func Down() ([]string, error) { return nil, errLinux }

// Exec fails: it needs Linux.
func (Host) Exec(_, _ []string) error { return errLinux }

func (Host) isGone() bool { return false }

// Rootless fails: it needs Linux.
func Rootless(bool) (bool, error) { return false, errLinux }

// User returns -1: there are no rootless runs.
func User() int { return -1 }

// DropPrivileges drops nothing.
func DropPrivileges(bool) error { return nil }

// DropAllPrivileges drops nothing.
func DropAllPrivileges(bool) error { return nil }

// IsHelper returns false: there are no helpers.
func IsHelper() bool { return false }

// Help does nothing.
func Help() int { return 1 }

// BeginHelped fails: it needs Linux.
func BeginHelped(string) (*Run, error) { return nil, errLinux }

func othersRuns(int) string { return "" }

// Alive returns false: there are no runs.
func (*Record) Alive() bool { return false }
