package main

import (
	"os"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/experiment"
	"github.com/csmacd/csmacd/internal/files"
	"github.com/csmacd/csmacd/internal/scenario"
)

// runFiles are the files of a command that runs a scenario.
func runFiles(c *cli.Context, file string, s *scenario.Scenario) *files.Table {
	t := scenarioFiles(file, s)
	for _, name := range []string{"json", "events", "pcap", "series", "html"} {
		t.Write("--"+name, c.String(name))
	}
	return t
}

// liveFiles are the files of csmacd up.
func liveFiles(c *cli.Context, s *scenario.Scenario) *files.Table {
	t := runFiles(c, c.Args().First(), s)
	if file := c.String("record"); file != "" {
		t.Write("--record", file)
		t.Write("the capture of --record,", captureOf(file))
	}
	for _, a := range s.Attached {
		t.Write("the socket", a.Socket.Path())
	}
	return t
}

// scenarioFiles are the files that a scenario was read from.
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
	for _, file := range experiment.Files(path) {
		t.Read("the campaign's file", file)
	}
}

// checkFiles returns an error if writing one of a command's files would destroy another.
func checkFiles(t *files.Table) error {
	if err := t.Check(); err != nil {
		return exit{exitUsage, err}
	}
	return nil
}
