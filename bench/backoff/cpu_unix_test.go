//go:build unix

package backoff

import (
	"syscall"
	"time"
)

// cpu returns the processor time that this process has used: what other work on the
// machine takes is not in it, but for what it does to the caches.
func cpu() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
