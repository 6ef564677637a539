package resource

import (
	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/internal/policies"
	"github.com/csmacd/csmacd/internal/stations"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Medium is a medium other than a cable: what clients contend for. Each kind has a file
// of its own, and an entry in the list of media.
type Medium interface {
	// Read reads the key medium, whose kind is known.
	Read(r *Reader, n *document.Node)
	// Unit is what the plain numbers of a policy are multiples of.
	Unit() phy.Time
	// Client reads an item of the list of stations, and returns what all kinds have.
	Client(r *Reader, item *document.Node, first int) *clients
	// Endless says what never ends by itself, or "".
	Endless() string
	// Network builds it.
	Network(c Common) (medium.Network, error)
	// Finish completes what has been read, of a run of this duration and warm-up.
	Finish(r *Reader, duration, warmup phy.Time)
}

// Reader reads a medium and its clients.
type Reader struct {
	*stations.Reader
	Policies *policies.Reader
	Chosen   *policies.Choice // by the scenario, for clients that do not choose; nil: not there either
}

// The tables of keys of media and clients.
type (
	table[T any] = document.Table[*Reader, T]
	field[T any] = document.Field[*Reader, T]
)

// Common is what the configurations of all media other than cables have.
type Common struct {
	Seed    uint64
	BitTime phy.Time
	Warmup  phy.Time
	Until   medium.Until
	Draws   backoff.Draws // in place of all streams; nil: the streams
}

// network returns what a constructor made: of an error, not a nil pointer in an interface.
func network[N medium.Network](n N, err error) (medium.Network, error) {
	if err != nil {
		return nil, err
	}
	return n, nil
}

// media are the kinds of medium other than cables.
var media = []struct {
	name  string
	timed bool // what goes through takes up the medium's time, so that there is a throughput
	make  func() Medium
}{
	{"aloha", true, func() Medium { return newChannel(false) }},
	{"slotted-aloha", true, func() Medium { return newChannel(true) }},
	{"store", false, newStore},
	{"server", false, newHammered},
	{"submit", true, newSchedd},
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

// New returns a medium of a kind, to be read; nil where the name is not of one.
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
