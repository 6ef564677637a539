package report

import (
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Page is what a report shows besides the result: all of it in one file, to be handed in.
type Page struct {
	Result   *medium.Result
	Line     phy.Line
	File     string   // the scenario's
	Scenario string   // its text
	Changes  []string // what the command line changed of it, such as seed = 7
	Command  string   // that repeats the run
	Pictures []Picture
	Notes    []string // what is left out, and why
}

// Picture is a figure of a report.
type Picture struct {
	Title, Caption string
	SVG            []byte
}
