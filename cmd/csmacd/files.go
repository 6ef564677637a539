package main

import (
	"os"

	"github.com/csmacd/csmacd/internal/experiment/campaign"
	"github.com/csmacd/csmacd/internal/files"
	"github.com/csmacd/csmacd/internal/usage"
)

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
