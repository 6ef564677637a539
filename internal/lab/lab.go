package lab

import (
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Lab is an exercise.
type Lab struct {
	ID       string // the name of its files, without the extension
	Title    string
	Question string // what the lab is about
	Source   string // clause, book or paper; "" for none

	Scenario  string // the text of the scenario, as a file
	Runs      []Run  // of it; the first is the scenario as it is
	Figures   []Figure
	Questions []Question

	text  string // of the sheet, with its placeholders
	parts []part // of that text

	seed uint64   // of the scenario
	bit  phy.Time // bit time of the scenario's line
}

// Run is a run of a lab's scenario, changed or as it is.
type Run struct {
	Name string   // by which expressions know it; "run" for the scenario as it is
	Set  []string // what is changed, as --set takes it

	scenario *scenario.Scenario
	kinds    medium.Kinds // of events that some expression of the lab asks for
}

// Figure is a number with a name, for expressions after it and for the sheet.
type Figure struct {
	Name    string
	Formula Formula
}

// Question is asked at the end of a lab. Its answer is a number, yes or no, or a word.
type Question struct {
	Ask       string
	Answer    Formula
	Tolerance Tolerance
	Unit      string // of the answer: bt, ns, us, ms, s, %, or any word; "" for a pure number, yes or no, or a word
	Hint      string // shown after a wrong answer
	Seeds     int    // the answer is the mean over this many seeds, from the scenario's on; 1: the answer is that of the scenario's seed
}

// Tolerance is how far from the answer an answer is still right.
type Tolerance struct {
	Absolute float64 // in the question's unit
	Relative float64 // a share of the answer
}

// most is the largest share of an answer that a tolerance can be: twice the answer, half of it,
// or nothing is wrong, whatever the tolerance.
const most = 0.25

// within returns how far from a value an answer is still right.
func (t Tolerance) within(v float64) float64 {
	size := max(v, -v)
	tolerance := max(t.Absolute, t.Relative*size)
	if size == 0 {
		return tolerance
	}
	return min(tolerance, most*size)
}

// base is the name of the run of the unchanged scenario.
const base = "run"
