//go:build !linux

package tap

import "errors"

var errLinux = errors.New("tap: TAP devices, and sockets for frames, are Linux's")

// Device is a TAP interface; on this platform there is none.
type Device struct{ none }

// Open returns an error: TAP devices are Linux's.
func Open(name string) (*Device, error) { return nil, errLinux }

// Name is what the kernel calls the interface.
func (*Device) Name() string { return "" }

// Existed says that the interface was there before.
func (*Device) Existed() bool { return false }

// Dropped is how many frames the kernel has dropped.
func (*Device) Dropped() uint64 { return 0 }

// none is a Link that cannot be had.
type none struct{}

func (none) Start(func()) error       { return errLinux }
func (none) FD() int                  { return -1 }
func (none) Read([]byte) (int, error) { return 0, errLinux }
func (none) Write([]byte) error       { return errLinux }
func (none) Close() error             { return nil }
