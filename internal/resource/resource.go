package resource

import (
	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/internal/policies"
	"github.com/csmacd/csmacd/internal/stations"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Medium is a medium other than a cable, for which clients contend. Each kind has a file of its
// own, and an entry in the list of media.
type Medium interface {
	// Read reads the key medium, whose kind is known.
	Read(r *Reader, n *document.Node)
	// Unit is the time that the plain numbers of a policy are multiples of.
	Unit() phy.Time
	// Client reads an item of the list of stations, and returns the part that all kinds have.
	Client(r *Reader, item *document.Node, first int) *clients
	// Endless says what never ends by itself, or returns "".
	Endless() string
	// Network builds the network.
	Network(c Common) (medium.Network, error)
	// Finish completes what has been read, for a run with this duration and warm-up.
	Finish(r *Reader, duration, warmup phy.Time)
}

// Reader reads a medium and its clients.
type Reader struct {
	*stations.Reader
	Policies *policies.Reader
	Chosen   *policies.Choice // the scenario's, for clients that have none of their own; nil: the scenario has none either
	// ReadTimes reads measured times. If it cannot, it reports why, at the node of the file's name, and returns nil.
	ReadTimes func(n *document.Node, t Times) []phy.Time
}

// The tables of the keys of media and clients.
type (
	table[T any] = document.Table[*Reader, T]
	field[T any] = document.Field[*Reader, T]
)

// Common has the fields that the configurations of all media other than cables share.
type Common struct {
	Seed    uint64
	BitTime phy.Time
	Warmup  phy.Time
	Until   medium.Until
	Draws   backoff.Draws // in place of all streams; nil: the streams
}

// network returns what a constructor made. For an error it returns nil, not a nil pointer in an
// interface.
func network[N medium.Network](n N, err error) (medium.Network, error) {
	if err != nil {
		return nil, err
	}
	return n, nil
}

// media are the kinds of medium other than cables.
var media = []struct {
	name  string
	timed bool // a frame or job occupies the medium for a time, so that there is a throughput
	make  func() Medium
	keys  func() (medium, clients []string)
}{
	{"aloha", true, func() Medium { return newChannel(false) }, func() (m, c []string) { return alohaTable.Keys(), usersTable.Keys() }},
	{"slotted-aloha", true, func() Medium { return newChannel(true) }, func() (m, c []string) { return slottedTable.Keys(), usersTable.Keys() }},
	{"store", false, newStore, func() (m, c []string) { return storeTable.Keys(), writersTable.Keys() }},
	{"server", false, newHammered, func() (m, c []string) { return serverTable.Keys(), callersTable.Keys() }},
	{"submit", true, newSchedd, func() (m, c []string) { return submitTable.Keys(), submittersTable.Keys() }},
}

// Keys returns the keys that a medium of a kind has, and those that an item of the list of its clients has.
func Keys(kind string) (medium, clients []string) {
	for _, k := range media {
		if k.name == kind {
			return k.keys()
		}
	}
	return nil, nil
}

// Timed are the kinds of medium that have a throughput.
func Timed() []string { return kinds(true) }

// Untimed are the kinds of medium that have no throughput.
func Untimed() []string { return kinds(false) }

func kinds(timed bool) []string {
	var names []string
	for _, k := range media {
		if k.timed == timed {
			names = append(names, k.name)
		}
	}
	return names
}

// New returns a medium of a kind, to be read, or nil if there is no such kind.
func New(name string) Medium {
	for _, k := range media {
		if k.name == name {
			return k.make()
		}
	}
	return nil
}

// Names returns the kinds of medium other than cables.
func Names() []string {
	var names []string
	for _, k := range media {
		names = append(names, k.name)
	}
	return names
}
