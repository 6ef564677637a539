package published

import (
	"fmt"
	"io/fs"
)

// Cases reads the numbers in published and the lessons in scenarios, two directories of testdata,
// which is given as a file system. It returns everything that is checked against them, in this
// order: textbooks, theory, counters, a measured Ethernet, other simulators.
func Cases(files fs.FS) ([]Case, error) {
	s := sources{files, &memo{kept: map[any]any{}}}
	var all []Case
	for _, part := range []func() ([]Case, error){s.textbook, s.theory, s.counters, s.boggs, s.peers} {
		cases, err := part()
		if err != nil {
			return nil, err
		}
		all = append(all, cases...)
	}
	return all, nil
}

// problem is a problem of a textbook.
type problem struct {
	ID       string `json:"id"`
	Title    string `json:"title"`
	Source   string `json:"source"`
	Note     string `json:"note"`
	Inputs   raw    `json:"inputs"`
	Expected raw    `json:"expected"`
}

// raw is a part that each problem has in a form of its own.
type raw []byte

func (r *raw) UnmarshalJSON(text []byte) error {
	*r = append((*r)[:0], text...)
	return nil
}

// into decodes the part, strictly.
func (p *problem) into(part raw, v any) error { return strict("textbook.json: "+p.ID, part, v) }

// textbook returns the cases of textbook.json. Each problem must have one.
func (s sources) textbook() ([]Case, error) {
	var book struct {
		Problems []problem `json:"problems"`
	}
	if err := s.read("textbook.json", &book); err != nil {
		return nil, err
	}
	makers := map[string]func(*problem) ([]Case, error){
		"KR6-P17": s.waitOfSlots, "KR6-P18": s.finishUnaware, "KR6-P19": s.gapAfterBackoff,
		"STRICT-2STA": s.twoStations, "STRICT-ASYM": s.fragments,
		"KR6-P20": s.persistentEfficiency, "KR-slotted3": s.threeNodes,
		"TAN4-2sta": s.contentionRounds, "TAN4-poll": s.readyTogether, "TAN4-aloha-b": alohaIdle,
		"PD2-capture": s.captureProblem, "PD2-N/2": halfOfN, "RATE-max": s.greatestRate,
	}
	var all []Case
	for i := range book.Problems {
		p := &book.Problems[i]
		maker := makers[p.ID]
		if maker == nil {
			return nil, fmt.Errorf("published: textbook.json: no case checks problem %s", p.ID)
		}
		cases, err := maker(p)
		if err != nil {
			return nil, err
		}
		all = append(all, cases...)
	}
	return all, nil
}

// made sets the fields that a case has from its problem.
func (p *problem) made(cases ...Case) ([]Case, error) {
	for i := range cases {
		c := &cases[i]
		c.ID = p.ID + c.ID
		if c.Title == "" {
			c.Title = p.Title
		}
		c.Source = p.Source
	}
	return cases, nil
}
