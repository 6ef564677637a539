//go:build !race

package lan

import (
	"os"
	"runtime"
	"testing"
)

// With a processor for each, workers look for work in a loop. That costs the tests of other packages, which run at the same time, their
// processors, and takes minutes: here they have one, and sleep. With the race detector, which is slower than they are, they look.
func TestMain(m *testing.M) {
	if os.Getenv("GOMAXPROCS") == "" {
		runtime.GOMAXPROCS(1)
	}
	os.Exit(m.Run())
}
