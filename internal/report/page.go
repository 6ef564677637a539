package report

import (
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Page is what a report shows besides the result.
type Page struct {
	Result   *medium.Result
	Line     phy.Line
	File     string   // the scenario's file
	Scenario string   // its text
	Changes  []string // what the command line changed in it, such as seed = 7
	Command  string   // the command that repeats the run
	Pictures []Picture
	Notes    []string // what is left out, and why
}

// Picture is a figure of a report.
type Picture struct {
	Title, Caption string
	SVG            []byte
}
