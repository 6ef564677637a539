package exercise

import (
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Lab is an exercise.
type Lab struct {
	ID       string `json:"id"` // the name of its files, without the extension
	Title    string `json:"title"`
	Question string `json:"question"`         // what the lab is about
	Source   string `json:"source,omitempty"` // clause, book or paper; "" for none

	Scenario  string     `json:"scenario"` // the text of the scenario, as a file
	Runs      []Run      `json:"runs"`     // of it; the first is the scenario as it is
	Figures   []Figure   `json:"figures,omitempty"`
	Questions []Question `json:"questions"`
	Text      []Part     `json:"text"` // of the sheet

	In map[string]*Words `json:"in,omitempty"` // its texts in other languages, by their names: de
}

// Words are the texts of a lab in another language. One that is missing stands in English.
type Words struct {
	Title    string `json:"title,omitempty"`
	Question string `json:"question,omitempty"`
	Text     []Part `json:"text,omitempty"` // of the sheet
}

// Run is a run of a lab's scenario, changed or as it is.
type Run struct {
	Name  string       `json:"name"`            // by which expressions know it; "run" for the scenario as it is
	Set   []string     `json:"set,omitempty"`   // what is changed, as --set takes it
	Kinds medium.Kinds `json:"kinds,omitempty"` // of events that some expression of the lab asks for

	Recorded []*medium.Result `json:"recorded,omitempty"` // by seeds, of a lab with hosts in a page ([Record])

	Scenario *scenario.Scenario `json:"-"` // as it has been read
}

// Figure is a number with a name, for expressions after it and for the sheet.
type Figure struct {
	Name    string  `json:"name"`
	Formula Formula `json:"formula"`
}

// Part is a piece of a sheet's text: words, or a figure among them.
type Part struct {
	Text   string   `json:"text,omitempty"`
	Figure *Formula `json:"figure,omitempty"`
}

// Question is asked at the end of a lab. Its answer is a number, yes or no, or a word.
type Question struct {
	Ask       string    `json:"ask"`
	Answer    Formula   `json:"answer"`
	Tolerance Tolerance `json:"tolerance,omitzero"`
	Unit      string    `json:"unit,omitempty"` // of the answer: bt, ns, us, ms, s, %, or any word; "" for a pure number, yes or no, or a word
	Hint      string    `json:"hint"`           // shown after a wrong answer
	Seeds     int       `json:"seeds"`          // the answer is the mean over this many seeds, from the scenario's on; 1: the answer is that of the scenario's seed

	In map[string]*QuestionWords `json:"in,omitempty"` // its texts in other languages
}

// QuestionWords are the texts of a question in another language. One that is missing stands in English.
type QuestionWords struct {
	Ask  string `json:"ask,omitempty"`
	Unit string `json:"unit,omitempty"` // the word for the unit
	Hint string `json:"hint,omitempty"`

	Answers map[string]string `json:"answers,omitempty"` // words that an answer can be, by those of the question's expression
}

// Tolerance is how far from the answer an answer is still right.
type Tolerance struct {
	Absolute float64 `json:"absolute,omitempty"` // in the question's unit
	Relative float64 `json:"relative,omitempty"` // a share of the answer
}

// Most is the largest share of an answer that a tolerance can be: twice the answer, half of it,
// or nothing is wrong, whatever the tolerance.
const Most = 0.25

// within returns how far from a value an answer is still right.
func (t Tolerance) within(v float64) float64 {
	size := max(v, -v)
	tolerance := max(t.Absolute, t.Relative*size)
	if size == 0 {
		return tolerance
	}
	return min(tolerance, Most*size)
}

// Base is the name of the run of the unchanged scenario.
const Base = "run"

// seed returns the seed of the scenario, and bit the bit time of its line.
func (l *Lab) seed() uint64  { return l.Runs[0].Scenario.Config.Seed }
func (l *Lab) bit() phy.Time { return l.Runs[0].Scenario.Line.BitTime }
