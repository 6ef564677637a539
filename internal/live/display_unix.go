//go:build unix

package live

import (
	"os"

	"golang.org/x/sys/unix"
)

// inForeground reports whether the process may use the terminal. The system stops a process that does so in
// the background, as after csmacd up FILE &. To read keys, the terminal must also be the one that controls the
// process.
func inForeground(terminal *os.File) bool {
	group, err := unix.IoctlGetInt(int(terminal.Fd()), unix.TIOCGPGRP)
	return err == nil && group == unix.Getpgrp()
}
