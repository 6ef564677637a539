package run

import (
	"github.com/csmacd/csmacd/internal/files"
	"github.com/csmacd/csmacd/internal/scenario"
)

// Read returns the table of the files that a scenario was read from.
func Read(file string, s *scenario.Scenario) *files.Table {
	t := &files.Table{}
	t.Read("the scenario", file)
	for _, f := range s.Files {
		t.Read(f.What, f.Path)
	}
	return t
}

// Table returns the files of a run, to be checked: those that its scenario was read from, and
// those that it writes.
func (f *Files) Table(file string, s *scenario.Scenario) *files.Table {
	t := Read(file, s)
	t.Write("--json", f.JSON)
	t.Write("--events", f.Events)
	pcap, _ := f.rotated(nil, new(int))
	t.Write("--pcap", pcap)
	t.Write("--series", f.Series)
	t.Write("--flow-series", f.FlowSeries)
	return t
}
