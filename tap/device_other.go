//go:build !linux

package tap

import "errors"

var errLinux = errors.New("tap: TAP devices, and sockets for frames, need Linux")

// Device is a TAP interface. It does not exist on this platform.
type Device struct{ none }

// Open returns an error: TAP devices need Linux.
func Open(name string) (*Device, error) { return nil, errLinux }

// Name returns the kernel's name of the interface.
func (*Device) Name() string { return "" }

// Existed reports whether the interface existed before Open.
func (*Device) Existed() bool { return false }

// Dropped returns the number of frames that the kernel has dropped.
func (*Device) Dropped() uint64 { return 0 }

// Packet is a packet socket on an interface. It does not exist on this platform.
type Packet struct{ none }

// OpenPacket returns an error: packet sockets need Linux.
func OpenPacket(name string) (*Packet, error) { return nil, errLinux }

// Name returns the name by which the interface was opened.
func (*Packet) Name() string { return "" }

// Dropped returns the number of frames for which the socket had no room.
func (*Packet) Dropped() uint64 { return 0 }

// none is a Link that cannot be made on this platform.
type none struct{}

func (none) Start(func()) error       { return errLinux }
func (none) FD() int                  { return -1 }
func (none) Read([]byte) (int, error) { return 0, errLinux }
func (none) Write([]byte) error       { return errLinux }
func (none) Close() error             { return nil }
