package tap

import (
	"errors"
	"fmt"
	"slices"
)

// ErrPermission is the error of opening a device without the privilege: root, or the
// capability CAP_NET_ADMIN and access to /dev/net/tun.
var ErrPermission = errors.New("opening a TAP device needs root, or CAP_NET_ADMIN and access to /dev/net/tun")

// maxName is IFNAMSIZ less its final 0.
const maxName = 15

// checkName refuses what the kernel would refuse with no more than "invalid argument",
// and what it would cut without a word. An empty name is right: the kernel chooses.
func checkName(name string) error {
	// Octet by octet: the kernel takes 0xa0 for a space, even within a letter.
	bad := func(c byte) bool { return c <= ' ' || c == 0x7f || c == 0xa0 || c == '/' || c == ':' }
	switch {
	case len(name) > maxName:
		return fmt.Errorf("tap: the name %q is longer than %d octets, the most that the kernel takes", name, maxName)
	case name == ".", name == "..", slices.ContainsFunc([]byte(name), bad):
		return fmt.Errorf("tap: %q is not a name for an interface: no space, / or : is in one, and . and .. are none", name)
	}
	return nil
}
