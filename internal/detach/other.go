//go:build !linux

package detach

import (
	"context"
	"errors"
)

var errLinux = errors.New("a run that is detached needs Linux")

// Start fails: it needs Linux.
func Start(context.Context, string) (string, int, error) { return "", 0, errLinux }

// Run is this program's run.
type Run struct{}

// Ready does nothing.
func Ready(string, string) (*Run, error) { return nil, nil }

// Stopping does nothing.
func (*Run) Stopping() {}
