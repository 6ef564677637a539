package scenario

import (
	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/internal/policies"
	"github.com/csmacd/csmacd/internal/resource"
	"github.com/csmacd/csmacd/internal/stations"
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/phy"
)

// reader is what the stages share while they read one scenario.
type reader struct {
	*stations.Reader
	limits   limits
	options  Options
	scenario Scenario

	// What later keys depend on.
	rules    rules // of the medium as a whole
	cable    cable
	plca     sublayer         // of all stations with PLCA
	resource resource.Medium  // a medium other than a cable; nil for a cable
	net      *network         // segments, devices and links, in place of cable; nil: there is a medium
	policy   *policies.Choice // the scenario's own backoff, or nil
	until    *document.Node
	goesOn   *document.Node // the first flow that never ends
	root     *document.Node
	groups   []*group
	timeline []*Entry       // in order of time
	live     bool           // entries are changes of a live run
	joining  bool           // what is read is a station that joins
	room     phy.Time       // where the cable ends that it joins
	past     *timeline      // of a live run: what the entries have done that are over
	passed   int            // the number of those
	placed   *document.Node // a place given to a station of a star
	tags     int            // octets of a VLAN tag, which frames of real hosts may have in addition

	ownAddresses *phy.Address // the first octets of a live run's addresses; nil: the usual ones

	addresses map[phy.Address]int // the number of each station whose address is written

	params   map[mac.Params]*mac.Params // identical stations share one
	choosing policies.Reader
	captures captureCache
	replayed int // the number of frames from captures so far
}

// format describes a scenario to the reader.
var format = document.Format{
	Name: "scenario", Needs: "at least stations and a duration",
	Items: map[string]string{"stations": "item of stations", "devices": "device", "links": "link"}, Short: map[string]string{"backoff": "policy"}, Calls: []string{"uniform"},
}

func newReader(file string, o Options, l limits) *reader {
	return &reader{
		Reader: &stations.Reader{Reader: document.NewReader(file, &format, l.Limits), Most: l.stations},
		limits: l, options: o,
		plca: sublayer{Params: plca.Default()},
	}
}

// The tables of keys of a scenario.
type (
	table[T any] = document.Table[*reader, T]
	field[T any] = document.Field[*reader, T]
)

// policies is the reader of backoff policies.
func (r *reader) policies() *policies.Reader {
	r.choosing.Reader, r.choosing.Bit = r.Document(), r.Bit
	return &r.choosing
}

// noFiles is the error of a key that names a file if the options have no reader for it.
const noFiles = "the page, a lab and plot --theory read no such file: use csmacd run"

// resources is the reader of media other than cables.
func (r *reader) resources() *resource.Reader {
	return &resource.Reader{Reader: r.Reader, Policies: r.policies(), Chosen: r.policy, ReadTimes: r.times}
}

// times reads the measured times of a server. A relative name starts at the scenario's folder.
func (r *reader) times(n *document.Node, t resource.Times) []phy.Time {
	if r.options.ReadTimes == nil {
		r.Fail(n, noFiles)
		return nil
	}
	t.File = r.Besides(t.File)
	r.scenario.Files = append(r.scenario.Files, File{"the measured times", t.File})
	times, err := r.options.ReadTimes(t)
	if err != nil {
		r.Fail(n, "%v", err)
	}
	return times
}

// line returns the line of the scenario; its bit time is what bt stands for.
func (r *reader) line() *phy.Line { return &r.scenario.Line }

// limits bound what a file may ask for: with counts, a few lines of YAML can describe a great
// deal. They are checked before anything is allocated.
type limits struct {
	document.Limits
	stations int
	attached int // stations
	frames   int // replayed from captures
	sizes    int // in one distribution
}

var standard = limits{Limits: document.StandardLimits, stations: stations.Most, attached: 1000, frames: 5_000_000, sizes: 10_000}
