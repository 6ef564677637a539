//go:build unix

package live

import (
	"os"

	"golang.org/x/sys/unix"
)

// inForeground says whether the process may use the terminal as it likes: in the
// background, as after csmacd up FILE &, the system would stop it for that. And it must
// be the terminal that the process belongs to, for keys.
func inForeground(terminal *os.File) bool {
	group, err := unix.IoctlGetInt(int(terminal.Fd()), unix.TIOCGPGRP)
	return err == nil && group == unix.Getpgrp()
}
