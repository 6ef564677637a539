package host

import "github.com/csmacd/csmacd/tap"

// Machine is what a live run does on the machine: a [Run] of the process itself, or a [Helped] one.
type Machine interface {
	ID() string
	Socket() string
	Control() string
	Swept() []string
	Name(hosts []Named) error
	Up(Spec) (*tap.Device, error)
	Leave(station string) error
	Packet(netns, name string) (*tap.Packet, error)
	MakeSocket(path string, open func() error) error
	NameGone(station string) bool
	Close() error
}
