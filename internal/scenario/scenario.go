package scenario

import (
	"path/filepath"
	"strings"

	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// FormatVersion is what a scenario's key schema may say.
const FormatVersion = "csmacd/scenario/1"

// Scenario is a scenario file, checked and turned into what runs.
type Scenario struct {
	Name     string     // its key name, else the file's base name without extension
	Line     phy.Line   // that phy names, at the bit time that runs
	Config   bus.Config // complete; stations in the order of the file
	Duration phy.Time   // 0: none given
	Length   phy.Time   // of the cable, as a delay; 0 for a star
	Warnings []Problem  // legal, but probably not what is meant; in order of position

	Attached []Attachment // the live stations, in order; none: all are simulated
	Contents *Contents    // the octets of frames that traffic replays as captured; nil: there are none
	Sweep    *Sweep       // the plan of an experiment, which this scenario is the base of; nil: none

	origin *origin // of one with live stations
}

// Options change a scenario before it is checked.
type Options struct {
	Set      []string  // path=value, in order: stations[0].traffic.size=64
	Seed     *uint64   // in place of the key seed
	Duration *phy.Time // in place of the key duration

	// Live is for a run that somebody watches and ends: then neither duration nor
	// until need be given.
	Live bool

	// ReadCapture reads a pcap or pcapng file for traffic of kind pcap, with the
	// octets of its frames if that is asked for; nil refuses that kind. Frames need
	// not be in order of time.
	ReadCapture func(path string, octets bool) (Capture, error)
}

// Parse reads a scenario from text that came from a file of the name given. The
// error is a [Problems].
func Parse(file string, text []byte, o Options) (*Scenario, error) {
	return parse(file, text, o, standard)
}

func parse(file string, text []byte, o Options, l limits) (*Scenario, error) {
	r := &reader{limits: l, options: o, file: file, nodesLeft: l.nodes}
	r.read(text)
	if err := r.problems.err(); err != nil {
		return nil, err
	}
	r.scenario.Warnings = r.warnings.sorted()
	return &r.scenario, nil
}

// read works off the stages. One that leaves nothing to go on with ends it.
func (r *reader) read(text []byte) {
	if !r.checkText(text) {
		return
	}
	root := r.tree(text)
	if root == nil {
		return
	}
	if root.kind != mappingNode {
		r.fail(root, "a scenario is a mapping of keys such as name, stations and duration; this is %s", root.kind)
		return
	}
	r.applyOptions(root)
	r.top(root)
}

// baseName is the name of a scenario that gives itself none.
func baseName(file string) string {
	base := filepath.Base(file)
	if name := strings.TrimSuffix(base, filepath.Ext(base)); name != "" && file != standardInput && file != standardInputName {
		return name
	}
	return "scenario"
}
