//go:build !linux

package tap

// Stream is a connection with a virtual machine; on this platform there is none.
type Stream struct{ none }

// ListenStream returns an error: streams are for Linux so far.
func ListenStream(at Socket) (*Stream, error) { return nil, errLinux }

// DialStream returns an error: streams are for Linux so far.
func DialStream(to Socket) (*Stream, error) { return nil, errLinux }

// Datagram is a socket of one datagram a frame; on this platform there is none.
type Datagram struct{ none }

// OpenDatagram returns an error: datagrams are for Linux so far.
func OpenDatagram(local, peer Socket) (*Datagram, error) { return nil, errLinux }
