package tap

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/songgao/water"
)

// ErrPermission is the error of opening a device without the privilege: root, or the
// capability CAP_NET_ADMIN and access to /dev/net/tun.
var ErrPermission = errors.New("opening a TAP device needs root, or CAP_NET_ADMIN and access to /dev/net/tun")

// Device is a TAP interface of the kernel, open for frames to pass.
type Device struct{ iface *water.Interface }

// Open makes a TAP interface of a name, or opens one that exists and is not in use;
// an empty name has the kernel choose one. The interface is there until Close. It is
// down at first, and has no address.
func Open(name string) (*Device, error) {
	if len(name) > maxName {
		return nil, fmt.Errorf("tap: the name %q is longer than %d octets, the most that the kernel takes", name, maxName)
	}
	iface, err := open(name)
	switch {
	case errors.Is(err, fs.ErrPermission), errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("tap: %q: %w (%w)", name, ErrPermission, err)
	case err != nil:
		return nil, fmt.Errorf("tap: %q: %w", name, err)
	}
	return &Device{iface}, nil
}

// maxName is IFNAMSIZ less its final 0.
const maxName = 15

// Name is what the kernel calls the interface.
func (d *Device) Name() string { return d.iface.Name() }

// Read waits for the next frame that the interface sends, and gives its length in
// octets, without FCS. A frame longer than p is cut.
func (d *Device) Read(p []byte) (int, error) { return d.iface.Read(p) }

// Write has the interface receive a frame, without FCS. While the interface is down
// it is refused.
func (d *Device) Write(frame []byte) (int, error) { return d.iface.Write(frame) }

// Close takes the interface away. A Read that waits comes back with an error.
func (d *Device) Close() error { return d.iface.Close() }
