//go:build unix

package exit

import (
	"os"
	"os/signal"

	"golang.org/x/sys/unix"
)

// endings are the signals that end a command. Under nohup SIGHUP is not one of them.
func endings() []os.Signal {
	all := []os.Signal{unix.SIGINT, unix.SIGTERM}
	if !signal.Ignored(unix.SIGHUP) {
		all = append(all, unix.SIGHUP)
	}
	return all
}

func endingOf(s os.Signal) ending {
	n := s.(unix.Signal)
	return ending{unix.SignalName(n), 128 + int(n)}
}

// IgnoreBrokenPipe makes writing to a pipe without a reader an error, so that it does not end
// the process.
func IgnoreBrokenPipe() { signal.Ignore(unix.SIGPIPE) }
