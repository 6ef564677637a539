//go:build !linux

package host

import (
	"errors"

	"github.com/csmacd/csmacd/tap"
)

// RunDirEnv is the environment variable that names the run directory.
const RunDirEnv = "CSMACD_RUN_DIR"

var (
	// ErrNoCommand is the error of [Host.Exec] where the command cannot be run.
	ErrNoCommand = errors.New("the command cannot be run")

	errLinux = errors.New("host: network namespaces and TAP devices are Linux's")
)

// Run is a live run's part of the machine; only Linux has it.
type Run struct{}

// Begin fails: only Linux can.
func Begin(string) (*Run, error) { return nil, errLinux }

// Up fails: only Linux can.
func (*Run) Up(Spec) (*tap.Device, error) { return nil, errLinux }

// Close has nothing to take away.
func (*Run) Close() error { return nil }

// ID names nothing.
func (*Run) ID() string { return "" }

// Socket is nowhere.
func (*Run) Socket() string { return "" }

// Swept is nothing.
func (*Run) Swept() []string { return nil }

// Runs are none.
func Runs() ([]Record, error) { return nil, errLinux }

// Down fails: only Linux can.
func Down() ([]string, error) { return nil, errLinux }

// Exec fails: only Linux can.
func (Host) Exec(_, _ []string) error { return errLinux }

// Rootless fails: only Linux can.
func Rootless(bool) (bool, error) { return false, errLinux }

// User returns -1: there are no rootless runs.
func User() int { return -1 }

// DropPrivileges has nothing to drop.
func DropPrivileges(bool) error { return nil }

func othersRuns(int) string { return "" }
