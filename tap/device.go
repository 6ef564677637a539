package tap

import (
	"errors"
	"fmt"
	"slices"
)

// ErrPermission is the error of opening a device without the privilege to do so: root, or the
// capability CAP_NET_ADMIN and access to /dev/net/tun.
var ErrPermission = errors.New("opening a TAP device needs root, or CAP_NET_ADMIN and access to /dev/net/tun")

// maxName is IFNAMSIZ less its final 0.
const maxName = 15

// checkName returns an error for a name that the kernel would refuse with "invalid argument" only,
// or would truncate silently. An empty name is valid: the kernel then chooses one.
func checkName(name string) error {
	// The kernel compares octets: 0xa0 is a space to it, even within a letter.
	bad := func(c byte) bool { return c <= ' ' || c == 0x7f || c == 0xa0 || c == '/' || c == ':' }
	switch {
	case len(name) > maxName:
		return fmt.Errorf("tap: the name %q is longer than %d octets, the most that the kernel takes", name, maxName)
	case name == ".", name == "..", slices.ContainsFunc([]byte(name), bad):
		return fmt.Errorf("tap: %q is not a name for an interface: . and .. are not, nor a name with a space, / or : in it", name)
	}
	return nil
}
