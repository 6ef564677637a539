//go:build !linux

package detach

import (
	"context"
	"errors"
	"os"
)

var errLinux = errors.New("a run that is detached needs Linux")

// ErrNotReady is the error of a child that ended before it was ready.
var ErrNotReady = errors.New("the run ended before it was ready")

// Child reports whether Start started this program.
func Child() bool { return os.Getenv(env) != "" }

const _ = notifyEnv

// Start fails: it needs Linux.
func Start(context.Context, string) (string, int, error) { return "", 0, errLinux }

// Run is this program's run.
type Run struct{}

// Ready does nothing.
func Ready(string, string) (*Run, error) { return nil, nil }

// Stopping does nothing.
func (*Run) Stopping() {}
