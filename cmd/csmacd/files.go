package main

import (
	"os"

	"github.com/csmacd/csmacd/internal/experiment/campaign"
	"github.com/csmacd/csmacd/internal/files"
	"github.com/csmacd/csmacd/internal/run"
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/show"
	"github.com/csmacd/csmacd/internal/usage"
)

// runFiles returns the files of a command that runs a scenario.
func runFiles(file string, s *scenario.Scenario, f run.Files) *files.Table {
	t := scenarioFiles(file, s)
	t.Write("--json", f.JSON)
	t.Write("--events", f.Events)
	t.Write("--pcap", f.Pcap)
	t.Write("--series", f.Series)
	return t
}

// liveFiles returns the files of csmacd up.
func liveFiles(file string, s *scenario.Scenario, o show.Options) *files.Table {
	t := runFiles(file, s, o.Files)
	if o.Record != "" {
		t.Write("--record", o.Record)
		t.Write("the capture of --record,", show.CaptureOf(o.Record))
	}
	for _, a := range s.Attached {
		t.Write("the socket", a.Socket.Path())
	}
	return t
}

// scenarioFiles returns the files that a scenario was read from.
func scenarioFiles(file string, s *scenario.Scenario) *files.Table {
	t := &files.Table{}
	t.Read("the scenario", file)
	for _, f := range s.Files {
		t.Read(f.What, f.Path)
	}
	return t
}

// readOutput adds what csmacd wrote earlier: a result, a file of events, or the files of a
// campaign.
func readOutput(t *files.Table, path string) {
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		t.Read("the file", path)
		return
	}
	for _, file := range campaign.Files(path) {
		t.Read("the campaign's file", file)
	}
}

// checkFiles returns an error if writing one of a command's files would destroy another.
func checkFiles(t *files.Table) error {
	if err := t.Check(); err != nil {
		return usage.Of(err)
	}
	return nil
}
