// Package desk is the place in the page of csmacd lab where a lab is done: it answers what the page asks about a lab's
// sheet, runs and answers, with the code of csmacd lab. Like package player it does not depend on a browser.
package desk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/csmacd/csmacd/internal/exercise"
	"github.com/csmacd/csmacd/internal/page/player"
	"github.com/csmacd/csmacd/internal/said"
)

// Desk has the lab that is being done. It is used by one goroutine.
type Desk struct {
	lab   *exercise.Lab
	work  *exercise.Work
	hosts error // why nothing can be run; nil if it can
}

// Sheet is what the page shows of a lab.
type Sheet struct {
	ID        string     `json:"id"`
	Title     string     `json:"title"`
	Question  string     `json:"question"`
	Source    string     `json:"source,omitempty"`
	Text      string     `json:"text"` // Markdown, with figures
	Runs      []Run      `json:"runs"`
	Questions []Question `json:"questions"`
	Trouble   string     `json:"trouble,omitempty"`  // why the lab cannot be done in a page
	Recorded  string     `json:"recorded,omitempty"` // the version of csmacd that recorded the runs, which the page cannot run

	TroubleSaid said.Sentence `json:"troubleSaid,omitzero"` // the same, for other languages

	In map[string]Words `json:"in"` // in other languages
}

// Words are the texts of a lab in another language. One that is "" stands in English.
type Words struct {
	Title    string `json:"title,omitempty"`
	Question string `json:"question,omitempty"`
	Text     string `json:"text,omitempty"`
}

// Run is a run of the lab, as a scenario.
type Run struct {
	Name string   `json:"name"`
	Set  []string `json:"set"`
	Text string   `json:"text"`
}

// Question is a question of the lab.
type Question struct {
	Ask    string         `json:"ask"`
	Form   string         `json:"form,omitempty"` // what the answer must look like
	Unit   string         `json:"unit,omitempty"`
	Hint   string         `json:"hint"`
	Look   exercise.Place `json:"look"`
	Leeway bool           `json:"leeway,omitempty"` // it need not be exact

	In map[string]QuestionWords `json:"in"` // in other languages
}

// QuestionWords are the texts of a question in another language.
type QuestionWords struct {
	Ask  string `json:"ask,omitempty"`
	Form string `json:"form,omitempty"`
	Hint string `json:"hint,omitempty"`
}

type request struct {
	Lab      json.RawMessage   `json:"lab"`
	Run      string            `json:"run"`
	Question int               `json:"question"`
	Answer   string            `json:"answer"`
	Name     string            `json:"name"`
	Answers  []exercise.Answer `json:"answers"`
	Text     string            `json:"text"`
	Set      []string          `json:"set"`
}

// ErrNoLab says that no lab is open.
var ErrNoLab = errors.New("no lab is open")

// Ask answers a question of the page: lab opens a lab and returns its [Sheet], check returns an [exercise.Verdict],
// prepare does a piece of the work on a question and returns how
// far it is ([Progress]), figures returns what csmacd run prints of a run, counters what the stations of a run have counted, vary a scenario's
// text with changes, and handIn returns the file to hand in. known is false for any other.
func (d *Desk) Ask(name string, text []byte) (answer any, known bool, err error) {
	switch name {
	case "lab", "check", "prepare", "figures", "counters", "vary", "handIn":
	default:
		return nil, false, nil
	}
	var r request
	if err := json.Unmarshal(text, &r); err != nil {
		return nil, true, fmt.Errorf("%s: %w", name, err)
	}
	if name == "lab" {
		answer, err = d.open(r.Lab)
		return answer, true, err
	}
	switch {
	case d.lab == nil:
		return nil, true, ErrNoLab
	case d.hosts != nil:
		return nil, true, d.hosts
	}
	ctx := context.Background()
	switch name {
	case "check":
		answer, err = d.work.Check(ctx, r.Question, r.Answer)
	case "prepare":
		answer, err = d.prepare(ctx, r.Question)
	case "vary":
		answer, err = player.Vary(r.Text, r.Set)
	case "counters":
		answer, err = d.work.Counters(ctx, r.Run)
	case "figures":
		answer, err = d.work.Summary(ctx, r.Run, player.Version)
	default:
		var h *exercise.HandIn
		if h, err = d.work.HandIn(ctx, strings.TrimSpace(r.Name), player.Version, r.Answers); err == nil {
			answer, err = h.JSON()
		}
	}
	return answer, true, err
}

// Progress is how much of the work on a question is done.
type Progress struct {
	Done int `json:"done"`
	Of   int `json:"of"`
}

// aPiece is about how long a piece of the work on a question takes, so that the page can say how far it is, and stop.
const aPiece = 100 * time.Millisecond

func (d *Desk) prepare(ctx context.Context, question int) (p Progress, err error) {
	for began := time.Now(); ; {
		if p.Done, p.Of, err = d.work.Prepare(ctx, question); err != nil || p.Done >= p.Of || time.Since(began) > aPiece {
			return p, err
		}
	}
}

func (d *Desk) open(text []byte) (*Sheet, error) {
	l, err := exercise.Open(text)
	if err != nil && !errors.Is(err, exercise.ErrHosts) {
		return nil, err
	}
	d.lab, d.work, d.hosts = l, exercise.NewWork(l), err
	s := &Sheet{ID: l.ID, Title: l.Title, Question: line(l.Question), Source: line(l.Source), Runs: []Run{}, Questions: []Question{}, In: map[string]Words{}}
	if d.hosts != nil {
		s.Trouble = d.hosts.Error()
		s.TroubleSaid, _ = said.By(d.hosts)
	}
	if r := l.Runs[0].Recorded; d.hosts == nil && len(r) > 0 {
		s.Recorded = r[0].Version
	}
	if s.Text, err = d.text(l.Text); err != nil {
		return nil, err
	}
	for language, w := range l.In {
		in := Words{Title: w.Title, Question: line(w.Question)}
		if in.Text, err = d.text(w.Text); err != nil {
			return nil, err
		}
		s.In[language] = in
	}
	for _, r := range l.Runs {
		text, err := player.Vary(l.Scenario, r.Set)
		if err != nil {
			return nil, fmt.Errorf("the run %s: %w", r.Name, err)
		}
		s.Runs = append(s.Runs, Run{r.Name, append([]string{}, r.Set...), text})
	}
	for i := range l.Questions {
		q := &l.Questions[i]
		of := Question{Ask: line(q.Ask), Form: q.Form(), Unit: q.Unit, Hint: line(q.Hint), Look: l.Place(q), Leeway: q.Tolerance != (exercise.Tolerance{}), In: map[string]QuestionWords{}}
		for language, w := range q.In {
			of.In[language] = QuestionWords{Ask: line(w.Ask), Form: q.FormIn(language), Hint: line(w.Hint)}
		}
		s.Questions = append(s.Questions, of)
	}
	return s, nil
}

// text returns a text of the lab with its figures, as far as it has any here.
func (d *Desk) text(parts []exercise.Part) (string, error) {
	if d.hosts != nil {
		return exercise.Unfilled(parts), nil
	}
	return d.work.Filled(context.Background(), parts)
}

// line joins the lines of a text.
func line(text string) string { return strings.Join(strings.Fields(text), " ") }
