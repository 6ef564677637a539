package resource

import (
	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/phy"
)

// Times says where the measured times of a server are: in a column of a CSV file.
type Times struct {
	File   string // relative to the scenario's folder; the reader of the file gets the whole path
	Column string // its name in the first line, or its number from 1; "": the only one
	Unit   string // of plain numbers: s, ms, us or ns; "": each has its own
}

var timesTable = table[Times]{
	What: "measured times",
	Fields: []field[Times]{
		{Key: "file", Read: func(r *Reader, t *Times, n *document.Node) {
			if t.File, _ = r.Word(n); t.File == "" {
				r.Fail(n, "must be the name of a CSV file, relative to the scenario's folder")
			}
		}},
		{Key: "column", Read: func(r *Reader, t *Times, n *document.Node) { t.Column, _ = r.Name(n) }},
		{Key: "unit", Read: func(r *Reader, t *Times, n *document.Node) {
			t.Unit, _ = r.OneOf(n, "a unit of measured times", "s", "ms", "us", "ns")
		}},
	},
	Misplaced: map[string]string{
		"delay": "times are in place of the delay: leave it out",
		"path":  "write file: response-times.csv",
	},
}

// readTimes reads the times of a server from their file.
func readTimes(r *Reader, n *document.Node) []phy.Time {
	var t Times
	before := len(r.Problems.List)
	switch {
	case n.Kind == document.Scalar && !n.Null():
		r.Fail(n, "write a mapping: times: {file: %s, unit: ms}", n.Text)
	case !timesTable.Read(r, n, &t):
	case n.Get("file") == nil:
		r.Fail(n, "file is missing: the CSV file of the measured times")
	case len(r.Problems.List) > before:
	default:
		return r.ReadTimes(n.Get("file"), t)
	}
	return nil
}
