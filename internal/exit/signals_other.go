//go:build !unix

package exit

import (
	"os"
	"syscall"
)

// endings are the signals that end a command.
func endings() []os.Signal { return []os.Signal{os.Interrupt, syscall.SIGTERM} }

func endingOf(s os.Signal) ending {
	if s == os.Interrupt {
		return ending{"Ctrl-C", Interrupted}
	}
	return ending{"SIGTERM", 128 + 15}
}

// IgnoreBrokenPipe makes writing to a pipe without a reader an error, so that it does not end
// the process.
func IgnoreBrokenPipe() {}
