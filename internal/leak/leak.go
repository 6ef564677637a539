// Package leak fails a package's tests if goroutines outlive them: whatever is closed, stopped
// or cancelled must have ended.
package leak

import (
	"fmt"
	"os"
	"time"

	"go.uber.org/goleak"
)

// patience is how long a goroutine that is ending may take, on a busy machine.
const patience = time.Minute

// Run runs tests, and returns their exit status, or 1 if a goroutine that options do not excuse
// continues afterwards. It is for TestMain.
func Run(m interface{ Run() int }, options ...goleak.Option) (status int) {
	if status = m.Run(); status != 0 {
		return status
	}
	// Find itself waits, for a second or two.
	for until := time.Now().Add(patience); ; {
		err := goleak.Find(options...)
		if err == nil {
			return 0
		}
		if time.Now().After(until) {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
	}
}
