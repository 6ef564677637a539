//go:build unix

package bench

import (
	"syscall"
	"time"
)

// cpu returns the processor time of this process. It does not include other work on the machine,
// except for its effect on the caches.
func cpu() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
