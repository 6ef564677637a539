package scenario

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/csmacd/csmacd/internal/attach"
	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/internal/plan"
	"github.com/csmacd/csmacd/internal/resource"
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/medium/lan"
	"github.com/csmacd/csmacd/medium/t1s"
	"github.com/csmacd/csmacd/phy"
)

// FormatVersion is the value that a scenario's key schema may have.
const FormatVersion = "csmacd/scenario/1"

// Scenario is a scenario file that has been checked and turned into what runs.
type Scenario struct {
	Name     string             // its key name, or the file's name without extension
	Line     phy.Line           // the line that phy names, with the bit time that applies
	Kind     string             // of the medium: bus, star, one that is not a cable, or network
	Config   bus.Config         // complete, with stations in the order of the file; for a medium other than a cable, only Seed, Warmup and Until; for a network, see [Scenario.LAN]
	Duration phy.Time           // 0: none given
	Length   phy.Time           // of the cable, as a delay; 0 for a star
	Warnings []document.Problem // of what is legal but probably not intended, in order of position

	Attached  []attach.Host // the live stations, in order; none if all are simulated
	Flows     []Flow        // between soft hosts
	FlowsDone bool          // until: the run ends when all flows are over
	Contents  *Contents     // the octets of frames that traffic replays as captured, or nil
	Files     []File        // the files that were read for it, other than its own
	Text      []byte        // what it was read from, without the changes of Options
	Sweep     *plan.Sweep   // the plan of an experiment that this scenario is the base of, or nil

	// Changeable makes Network return a network that can be changed while it runs ([medium.Changer]).
	// Its results are the same, but it is slower.
	Changeable bool

	origin    *origin         // of a scenario with live stations
	resource  resource.Medium // a medium other than a cable; nil for a cable
	wiring    *wiring         // of a network; nil: there is one medium
	multidrop *multidrop      // of a bus of 10BASE-T1S with PLCA or latencies; nil: any other medium
	draws     *backoff.Recorded
	reader    *reader // of one with a cable or a network: for entries of a timeline to come
}

// File is a file that was read for a scenario.
type File struct {
	What string // "the capture", "the measured times", "the recorded draws"
	Path string
}

// Cable reports whether the medium is a cable or a star, which Config describes.
func (s *Scenario) Cable() bool { return s.resource == nil && s.wiring == nil }

// Channel returns the medium if it is an ALOHA channel, else nil.
func (s *Scenario) Channel() *resource.Aloha {
	c, _ := s.resource.(*resource.Aloha)
	return c
}

// Network builds the scenario's network, at time 0. The caller may have changed Config before:
// its seed, its end.
func (s *Scenario) Network() (medium.Network, error) {
	if c := s.LAN(); c != nil {
		n, err := lan.New(*c)
		if err != nil {
			return nil, err // as below
		}
		return n, nil
	}
	if s.Cable() {
		n, err := s.OnCable()
		if err != nil {
			return nil, err // as below
		}
		return n, nil
	}
	return s.resource.Network(resource.Common{Seed: s.Config.Seed, BitTime: s.Line.BitTime, Warmup: s.Config.Warmup, Until: s.Config.Until, Draws: s.drawsAgain()})
}

// OnCable is Network for a cable or star.
func (s *Scenario) OnCable() (Cable, error) {
	if c := s.T1S(); c != nil {
		n, err := t1s.New(*c)
		if err != nil {
			return nil, err // not a nil network in an interface
		}
		return n, nil
	}
	if s.changes() {
		c := domain.Cable(s.Config, s.Length)
		c.Segments[0].Multidrop = s.Line.Name == t1sName
		n, err := domain.New(c)
		if err != nil {
			return nil, err // not a nil network in an interface
		}
		return n, nil
	}
	n, err := bus.New(s.Config)
	if err != nil {
		return nil, err
	}
	return n, nil
}

// Cable is the network of a cable or star: a [bus.Network], or the [domain.Network] of one that
// changes.
type Cable interface {
	medium.Network
	medium.Changer
	Next() phy.Time
	Span() phy.Time
	Params(station int) mac.Params
	Place(station int) phy.Time
}

// changes reports whether a cable or star changes while it runs in ways that the faster engine of
// package bus does not know.
func (s *Scenario) changes() bool {
	return s.Changeable || s.Config.Params.RxGap > 0 || slices.ContainsFunc(s.Config.Stations, func(b bus.Station) bool { return b.Params != nil && b.Params.RxGap > 0 }) || slices.ContainsFunc(s.Config.Timeline, func(c medium.Change) bool { return c.Kind != medium.BitErrors })
}

// Options change a scenario before it is checked.
type Options struct {
	Set      []string  // path=value, in order: stations[0].traffic.size=64
	Seed     *uint64   // in place of the key seed
	Duration *phy.Time // in place of the key duration

	// Live is for a run that somebody watches and ends. It then needs neither duration nor
	// until.
	Live bool

	// ReadCapture reads a pcap or pcapng file for traffic of kind pcap, with the octets of its
	// frames if asked for. Nil refuses that kind. Frames need not be in order of time.
	ReadCapture func(path string, octets bool) (Capture, error)

	// ReadTimes reads the measured times of a server; nil refuses them.
	ReadTimes func(resource.Times) ([]phy.Time, error)

	// ReadDraws reads a file of recorded draws, the key draws; nil refuses that key.
	ReadDraws func(path string) (*backoff.Recorded, error)
}

// Parse reads a scenario from the text of a file with the name given. The error is a
// [document.Problems].
func Parse(file string, text []byte, o Options) (*Scenario, error) {
	return parse(file, text, o, standard)
}

func parse(file string, text []byte, o Options, l limits) (*Scenario, error) {
	r := newReader(file, o, l)
	r.read(text)
	if err := r.Problems.Err(); err != nil {
		return nil, err
	}
	r.scenario.Text, r.scenario.Warnings, r.scenario.reader = text, r.Warnings.Sorted(), r
	return &r.scenario, nil
}

// read runs the stages. A stage that leaves nothing to continue with ends it.
func (r *reader) read(text []byte) {
	root := r.Tree(text)
	if root == nil {
		return
	}
	if root.Kind != document.Mapping {
		r.Fail(root, "a scenario is a mapping of keys such as name, stations and duration; this is %s", root.Kind)
		return
	}
	listStations(root)
	r.applyOptions(root)
	r.top(root)
}

// applyOptions changes the tree as the options say, in order; --seed and
// --duration come last.
func (r *reader) applyOptions(root *document.Node) {
	for _, s := range r.options.Set {
		r.Assign(root, s)
	}
	if r.options.Seed != nil {
		text := strconv.FormatUint(*r.options.Seed, 10)
		root.Adopt("seed", &document.Node{Text: text, Tag: "!!int", Option: "--seed"})
	}
	if r.options.Duration != nil {
		text := r.options.Duration.String() // as a scenario would say it: a plan keeps it, and the keys of runs depend on it
		root.Adopt("duration", &document.Node{Text: text, Tag: "!!str", Option: "--duration"})
	}
}

// listStations turns stations that are written as one item without a dash into a list, so that
// the same paths lead to them.
func listStations(root *document.Node) {
	only := root.Get("stations")
	if only == nil || only.Kind != document.Mapping || len(only.Entries) == 0 {
		return
	}
	if first := only.Entries[0]; first.Value.Kind == document.Mapping && !slices.Contains(nested, first.Key) {
		return // names of stations, such as {A: {at: 0m}}: readStations says what to write
	}
	list := &document.Node{Kind: document.List, Items: []*document.Node{only}, Line: only.Line, Column: only.Column, Option: only.Option}
	root.Adopt("stations", list)
	only.Parent, only.Key, only.Index = list, "", 0
}

// nested are the keys of a station that have keys of their own.
var nested = []string{"attach", "backoff", "mac", "plca", "traffic"}

// baseName returns the name of a scenario that has none.
func baseName(file string) string {
	base := filepath.Base(file)
	if name := strings.TrimSuffix(base, filepath.Ext(base)); name != "" && file != standardInput && file != standardInputName {
		return name
	}
	return "scenario"
}
