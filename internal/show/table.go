package show

import (
	"github.com/csmacd/csmacd/internal/files"
	"github.com/csmacd/csmacd/internal/scenario"
)

// Table returns the files of a live run, to be checked: those that its scenario was read from, and
// those that it writes.
func (o *Options) Table(file string, s *scenario.Scenario) *files.Table {
	t := o.Files.Table(file, s)
	if o.Record != "" {
		t.Write("--record", o.Record)
		t.Write("the capture of --record,", CaptureOf(o.Record))
	}
	for _, a := range s.Attached {
		t.Write("the socket", a.Socket.Path())
	}
	return t
}
