//go:build !linux

package tap

// Stream is a connection to a virtual machine. It does not exist on this platform.
type Stream struct{ none }

// ListenStream returns an error: streams need Linux.
func ListenStream(at Socket) (*Stream, error) { return nil, errLinux }

// DialStream returns an error: streams need Linux.
func DialStream(to Socket) (*Stream, error) { return nil, errLinux }

// Datagram is a socket on which each datagram is a frame. It does not exist on this platform.
type Datagram struct{ none }

// OpenDatagram returns an error: datagram sockets need Linux.
func OpenDatagram(local, peer Socket) (*Datagram, error) { return nil, errLinux }
