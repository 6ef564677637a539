package lab

import (
	"errors"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/internal/scenario"
)

// scenario takes the scenario's text: the lines below its key, or a file of that name.
func (r *reader) scenario(k, v *yaml.Node) {
	switch {
	case v.Kind == yaml.ScalarNode && v.Tag == "!!str" && v.Style&(yaml.LiteralStyle|yaml.FoldedStyle) == 0:
		text, err := readFile(r.from, v.Value)
		if err != nil {
			r.fail(v, "scenario: %v", err)
			return
		}
		r.place = func(p document.Problem) document.Problem { return p }
		r.scenarioFile = v.Value
		r.lab.Scenario = text
	case v.Kind == yaml.MappingNode && v.Style&yaml.FlowStyle == 0 && v.Line > k.Line:
		r.cut(k, v)
	default:
		r.fail(v, "scenario: write the scenario's keys on the lines below, indented, or the name of a file in the labs' folder")
	}
}

// cut takes the lines of a mapping as a text of its own, comments and all.
func (r *reader) cut(k, v *yaml.Node) {
	indent := v.Column - 1
	lines := strings.Split(r.source, "\n")
	var b, held strings.Builder
	for i := k.Line; i < len(lines); i++ {
		line := strings.TrimRight(lines[i], "\r")
		bare := strings.TrimLeft(line, " ")
		outside := len(line)-len(bare) < indent
		if outside && bare != "" && bare[0] != '#' {
			break
		}
		if outside {
			held.WriteString(bare + "\n") // a comment that may be about what comes after the scenario
			continue
		}
		b.WriteString(held.String() + line[indent:] + "\n")
		held.Reset()
	}
	r.lab.Scenario = b.String()
	r.scenarioFile = r.file
	first := k.Line
	r.place = func(p document.Problem) document.Problem {
		if p.Line > 0 {
			p.Line, p.Column = p.Line+first, p.Column+indent
		}
		return p
	}
}

// parseRuns reads the scenario as each run has it.
func (r *reader) parseRuns() {
	if r.lab.Scenario == "" {
		return
	}
	for i := range r.lab.Runs {
		run := &r.lab.Runs[i]
		s, err := scenario.Parse(r.scenarioFile, []byte(r.lab.Scenario), scenario.Options{Set: run.Set})
		var list document.Problems
		switch {
		case errors.As(err, &list):
			for _, p := range list {
				if i == 0 {
					r.problems = append(r.problems, r.place(p))
				} else {
					r.fail(r.runAt[i-1], "runs.%s: %s", run.Name, strings.TrimPrefix(p.String(), r.scenarioFile+":"))
				}
			}
			if i == 0 {
				return // the runs would say it again
			}
			continue
		case err != nil:
			r.problem(r.scenarioFile, 0, 0, err.Error())
			return
		case len(s.Attached) > 0:
			r.problem(r.file, 1, 1, "the scenario has a station with a host: its figures would be of this machine. Put it into the sheet's text, and simulate here")
			return
		}
		run.scenario = s
	}
	if s := r.lab.Runs[0].scenario; s != nil {
		r.lab.seed, r.lab.bit = s.Config.Seed, s.Line.BitTime
	}
}
