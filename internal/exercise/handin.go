package exercise

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/csmacd/csmacd/internal/engine"
)

// HandInFormat is the format of a file that a student hands in.
const HandInFormat = "csmacd/hand-in/1"

// HandIn is what a student hands in: answers, with the verdicts that the student has seen, and the digests of the runs
// that the answers are about. A reader computes the verdicts and the digests anew ([Work.Verify]).
type HandIn struct {
	Format  string            `json:"format"`
	Lab     string            `json:"lab"`
	Title   string            `json:"title"`
	Name    string            `json:"name"` // of the student
	Seed    uint64            `json:"seed"`
	Answers []Answer          `json:"answers"`
	Runs    map[string]string `json:"runs"` // digests by the names of runs
	Version string            `json:"version"`
	Engine  string            `json:"engine"`
}

// Answer is a student's last answer to a question.
type Answer struct {
	Question int    `json:"question"` // from 1
	Answer   string `json:"answer"`
	Right    bool   `json:"right"`
	Tries    int    `json:"tries,omitempty"` // answers given, this one included
	Hints    int    `json:"hints,omitempty"` // how many hints the page has shown
}

// Verdict returns "right" or "wrong".
func (a Answer) Verdict() string {
	if a.Right {
		return "right"
	}
	return "wrong"
}

// HandIn returns what a student hands in, with verdicts and digests computed here. An answer that cannot be understood is
// wrong.
func (w *Work) HandIn(ctx context.Context, name, version string, answers []Answer) (*HandIn, error) {
	l := w.lab
	h := &HandIn{Format: HandInFormat, Lab: l.ID, Title: l.Title, Name: name, Seed: l.seed(), Answers: []Answer{}, Runs: map[string]string{}, Version: version, Engine: engine.Hash}
	needs := []string{Base}
	for _, a := range answers {
		if a.Question < 1 || a.Question > len(l.Questions) {
			return nil, fmt.Errorf("has an answer to question %d: the lab %s has the questions 1 to %d", a.Question, l.ID, len(l.Questions))
		}
		if slices.ContainsFunc(h.Answers, func(b Answer) bool { return b.Question == a.Question }) {
			return nil, fmt.Errorf("has two answers to question %d", a.Question)
		}
		v, err := w.Check(ctx, a.Question, a.Answer)
		if bad := (AnswerError{}); err != nil && !errors.As(err, &bad) {
			return nil, err
		}
		a.Right = v.Right
		h.Answers = append(h.Answers, a)
		for _, run := range l.Place(&l.Questions[a.Question-1]).Runs {
			if !slices.Contains(needs, run) {
				needs = append(needs, run)
			}
		}
	}
	for i := range l.Runs {
		if r := &l.Runs[i]; slices.Contains(needs, r.Name) {
			o, err := w.run(ctx, ranKey{run: i, seed: l.seed()})
			if err != nil {
				return nil, err
			}
			h.Runs[r.Name] = o.result.Digest
		}
	}
	return h, nil
}

// JSON returns the file.
func (h *HandIn) JSON() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(h)
	return b.Bytes(), err
}

// Verify computes anew what a student has handed in. differs lists, in sentences, what the file says otherwise. A wrong
// answer that the file calls wrong is not a difference.
func (w *Work) Verify(ctx context.Context, h *HandIn) (anew *HandIn, differs []string, err error) {
	if h.Lab != w.lab.ID {
		return nil, nil, fmt.Errorf("is of the lab %s, not of %s", h.Lab, w.lab.ID)
	}
	if anew, err = w.HandIn(ctx, h.Name, h.Version, h.Answers); err != nil {
		return nil, nil, err
	}
	for i, a := range anew.Answers {
		if said := h.Answers[i]; said.Right != a.Right {
			differs = append(differs, fmt.Sprintf("the file says that the answer to question %d is %s, and it is %s", a.Question, said.Verdict(), a.Verdict()))
		}
	}
	if h.Seed != anew.Seed {
		differs = append(differs, fmt.Sprintf("the seed is %d in the file, and %d here: is it the same lab?", h.Seed, anew.Seed))
	}
	for i := range w.lab.Runs {
		run := w.lab.Runs[i].Name
		here, ok := anew.Runs[run]
		if !ok {
			continue // no answer needs it
		}
		switch said := h.Runs[run]; {
		case said == here:
		case said == "":
			differs = append(differs, fmt.Sprintf("the file has no digest of the run %q", run))
		case h.Engine == anew.Engine:
			differs = append(differs, fmt.Sprintf("the digest of the run %q differs from that in the file: was the file edited, or is it of another lab?", run))
		default: // what the file says of its engine can have been edited, too
			differs = append(differs, fmt.Sprintf("the digest of the run %q differs from that in the file: was the file edited, or saved by another engine?", run))
		}
	}
	return anew, differs, nil
}
