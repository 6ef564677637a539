// Package tooltest lets tests use programs that may not be installed.
package tooltest

import (
	"os"
	"os/exec"
	"testing"
)

// Need returns the path of a program. Where it is not installed it skips the test, and names the package of Debian; in CI, where
// all tests must run, the test fails.
func Need(t testing.TB, program, debian string) string {
	t.Helper()
	path, err := exec.LookPath(program)
	switch {
	case err == nil:
	case os.Getenv("CI") != "":
		t.Fatalf("%s is not installed, and CI needs it: apt-get install %s", program, debian)
	default:
		t.Skipf("%s is not installed: apt-get install %s", program, debian)
	}
	return path
}
