package scenario

import (
	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/internal/policies"
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/phy"
)

// reader is what the stages share while one scenario is read.
type reader struct {
	*document.Reader
	limits   limits
	options  Options
	scenario Scenario

	// What later keys lean on.
	rules    rules // of the medium as a whole
	cable    cable
	resource resource         // a medium that is no cable, nil: it is one
	policy   *policies.Choice // the scenario's own backoff, nil: none
	until    *document.Node
	groups   []*group
	members  []*members     // of all items of the list of stations
	total    int            // stations
	numbers  map[string]int // of stations, by name
	unnamed  bool           // some station's name could not be read
	placed   *document.Node // a place given to a station of a star
	tags     int            // octets of a VLAN tag, which frames of real hosts may have on top

	addresses map[phy.Address]int // of stations, by those that are written

	params   map[mac.Params]*mac.Params // stations alike share one
	choosing policies.Reader
	captures captureCache
	replayed int // frames from captures so far
}

// format is what a scenario is.
var format = document.Format{
	Name: "scenario", Needs: "at least stations and a duration",
	Items: map[string]string{"stations": "station"}, Short: map[string]string{"backoff": "policy"}, Calls: []string{"uniform"},
}

func newReader(file string, o Options, l limits) *reader {
	return &reader{Reader: document.NewReader(file, &format, l.Limits), limits: l, options: o}
}

// The tables of keys of a scenario.
type (
	table[T any] = document.Table[*reader, T]
	field[T any] = document.Field[*reader, T]
)

// policies is the reader of backoff policies.
func (r *reader) policies() *policies.Reader {
	r.choosing.Reader, r.choosing.Bit = r.Reader, r.line().BitTime
	return &r.choosing
}

// line is the line of the scenario; its bit time is what bt means.
func (r *reader) line() *phy.Line { return &r.scenario.Line }
