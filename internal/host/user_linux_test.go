package host

import (
	"fmt"
	"os"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
)

// In namespaces of its own a user's process is root. Messages name the user all the same.
func TestMessagesNameTheCaller(t *testing.T) {
	defer func(was int) { caller = was }(caller)
	caller = 4711
	none := func(string) (string, bool) { return "", false }
	off := func(string) (string, bool) { return "0", true }
	for _, err := range []error{
		closed(syscall.EPERM, none), closed(syscall.EPERM, off),
		tunClosed(&os.PathError{Op: "open", Path: tunDevice, Err: syscall.EACCES}),
	} {
		assert.ErrorContains(t, err, "closed to user 4711")
	}
	caller = -1
	assert.ErrorContains(t, tunClosed(&os.PathError{Op: "open", Path: tunDevice, Err: syscall.EACCES}), fmt.Sprintf("closed to user %d", os.Getuid()))
}
