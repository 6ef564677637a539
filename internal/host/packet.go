//go:build linux

package host

import (
	"errors"
	"fmt"

	"github.com/csmacd/csmacd/tap"
)

// Packet opens a packet socket on an existing interface, in the namespace of that name or the
// present one. It makes nothing that outlasts the socket.
func (r *Run) Packet(netns, name string) (p *tap.Packet, err error) {
	if netns == "" {
		return tap.OpenPacket(name)
	}
	space, err := identify(netns)
	if errors.Is(err, errNoSpace) {
		return nil, fmt.Errorf("there is no network namespace %s (ip netns list lists them)", netns)
	}
	if err != nil {
		return nil, fmt.Errorf("network namespace %s: %w", netns, err)
	}
	err = space.enter(func() error {
		p, err = tap.OpenPacket(name)
		return err
	})
	return p, err
}
