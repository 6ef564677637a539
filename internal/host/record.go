package host

import (
	"fmt"
	"net/netip"
	"time"
)

// Record describes a run: its process, its hosts, and what it made.
type Record struct {
	ID       string    `json:"id"`       // the process's number, with -2 and so on if a process has several runs
	PID      int       `json:"pid"`      // the process
	Start    uint64    `json:"start"`    // when the process began, in clock ticks since the machine started
	Boot     string    `json:"boot"`     // the machine's boot in which it began
	Began    time.Time `json:"began"`    // when the run was set up
	Scenario string    `json:"scenario"` // what runs
	Rootless bool      `json:"rootless"` // in namespaces of its own: see Rootless
	Socket   string    `json:"socket"`   // path of the socket on which the run may offer a capture
	Control  string    `json:"control"`  // path of the socket on which the run may take commands
	Names    string    `json:"names"`    // path of the hosts file that commands in a host see as /etc/hosts
	Hosts    []Host    `json:"hosts"`
	Made     []Thing   `json:"made"` // in order; each is recorded before it is made
}

// Host is a host of a run.
type Host struct {
	Station   string         `json:"station"`
	Space     Space          `json:"space"`
	TAP       string         `json:"tap"`
	Addresses []netip.Prefix `json:"addresses,omitempty"`

	run  *Record // where Find found it
	gone bool    // its namespace is no longer there
}

// Space is a network namespace: its name under /run/netns, empty for the one that the run began
// in, and what distinguishes it from all others.
type Space struct {
	Name   string `json:"name,omitempty"`
	Device uint64 `json:"device"`
	Inode  uint64 `json:"inode"`
	Cookie uint64 `json:"cookie,omitempty"` // 0 on kernels before 5.14
}

// same reports whether two are the same namespace, whatever their names.
func (s Space) same(o Space) bool {
	return s.Device == o.Device && s.Inode == o.Inode && s.Inode != 0 &&
		(s.Cookie == o.Cookie || s.Cookie == 0 || o.Cookie == 0)
}

// String returns the namespace as messages name it.
func (s Space) String() string {
	if s.Name == "" {
		return "the namespace that the run began in"
	}
	return "namespace " + s.Name
}

// Kind is a kind of Thing.
type Kind string

// The kinds of things that a run makes.
const (
	MadeSpace   Kind = "namespace"
	MadeTAP     Kind = "tap"
	MadeUp      Kind = "up" // a TAP device that existed and was down is up
	MadeAddress Kind = "address"
	MadeRoute   Kind = "route"
	MadeSocket  Kind = "socket" // the file of a Unix socket
)

// Thing is something that a run made, or was about to make.
type Thing struct {
	Kind    Kind         `json:"kind"`
	Space   Space        `json:"space"`
	TAP     string       `json:"tap,omitempty"`
	Index   int          `json:"index,omitempty"` // of a TAP device that existed
	Alias   string       `json:"alias,omitempty"` // of a TAP device that was made
	Address netip.Prefix `json:"address,omitzero"`
	Gateway netip.Addr   `json:"gateway,omitzero"`
	Path    string       `json:"path,omitempty"`   // of a socket
	Device  uint64       `json:"device,omitempty"` // of its file
	Inode   uint64       `json:"inode,omitempty"`
}

// String returns the thing as messages name it.
func (t Thing) String() string {
	switch t.Kind {
	case MadeSpace:
		return t.Space.String()
	case MadeTAP:
		return fmt.Sprintf("TAP device %s in %v", t.TAP, t.Space)
	case MadeUp:
		return fmt.Sprintf("state up of TAP device %s in %v", t.TAP, t.Space)
	case MadeAddress:
		return fmt.Sprintf("address %v of TAP device %s in %v", t.Address, t.TAP, t.Space)
	case MadeRoute:
		return fmt.Sprintf("default route via %v in %v", t.Gateway, t.Space)
	case MadeSocket:
		return "socket " + t.Path
	}
	return string(t.Kind)
}

// String returns the run as messages name it.
func (r *Record) String() string {
	if r.Scenario == "" {
		return "run " + r.ID
	}
	return fmt.Sprintf("run %s (%s)", r.ID, r.Scenario)
}
