// Package listen opens TCP ports for servers that users ask for, and explains in plain words why one
// cannot be opened.
package listen

import (
	"errors"
	"fmt"
	"net"
	"strconv"
	"syscall"

	"github.com/csmacd/csmacd/internal/usage"
)

// On listens on an address, HOST:PORT. With port 0 the system chooses a port. If the text is not an address,
// the error is a [usage.Error] with example as an address.
func On(address, example string) (net.Listener, error) {
	_, port, err := net.SplitHostPort(address)
	if _, bad := strconv.ParseUint(port, 10, 16); err != nil || bad != nil {
		return nil, usage.Errorf("%q is not an address to listen on: give HOST:PORT, such as %s", address, example)
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, because(address, err)
	}
	return l, nil
}

// because returns an error that says why an address cannot be used.
func because(address string, err error) error {
	var dns *net.DNSError
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return fmt.Errorf("%s is in use, perhaps by another run: give another port, or 0 for any free one", address)
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		return fmt.Errorf("%s is not an address of this machine: 127.0.0.1 always is", address)
	case errors.Is(err, syscall.EACCES):
		return fmt.Errorf("no permission for %s: give a port above 1023", address)
	case errors.As(err, &dns):
		return fmt.Errorf("%s: no such host: 127.0.0.1 is this machine", address)
	}
	var op *net.OpError
	if errors.As(err, &op) {
		err = op.Err
	}
	return fmt.Errorf("%s: %w", address, err)
}
