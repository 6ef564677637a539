package lab

import (
	"errors"
	"slices"
	"strings"

	"github.com/csmacd/csmacd/internal/attach"
	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/internal/exercise"
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/virtual"
)

// readScenario reads the scenario's text: the lines below its key, or a file that it names. The
// runs of the scenario are read after it.
func readScenario(r *reader, l *exercise.Lab, n *document.Node) {
	e := n.Parent.Find(n.Key)
	switch {
	case n.Kind == document.Scalar && n.Tag == "!!str" && !n.Block():
		text, err := readFile(r.from, n.Text)
		if err != nil {
			r.Fail(n, "%v", err)
			return
		}
		r.place = func(p document.Problem) document.Problem { return p }
		r.scenarioFile = n.Text
		l.Scenario = text
	case n.Kind == document.Mapping && n.Block() && n.Line > e.Line:
		r.cut(e.Line, n.Column-1)
	default:
		r.Fail(n, "write the scenario's keys on the lines below, indented, or the name of a file in the labs' folder")
	}
}

// cut returns the lines of a mapping below a line as a text of its own, with all comments.
func (r *reader) cut(first, indent int) {
	lines := strings.Split(r.source, "\n")
	var b, held strings.Builder
	for i := first; i < len(lines); i++ {
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
	r.scenarioFile = r.File
	r.place = func(p document.Problem) document.Problem {
		if p.Line > 0 {
			p.Line, p.Column = p.Line+first, p.Column+indent
		}
		return p
	}
}

// parseRuns reads the scenario with the changes of each run.
func (r *reader) parseRuns() {
	for i := range r.lab.Runs {
		run := &r.lab.Runs[i]
		s, err := scenario.Parse(r.scenarioFile, []byte(r.lab.Scenario), scenario.Options{Set: run.Set})
		var list document.Problems
		switch {
		case errors.As(err, &list):
			for _, p := range list {
				if i == 0 {
					r.Problems.Add(r.place(p))
				} else {
					r.Fail(r.runAt[i-1].AtKey(), "%s", strings.TrimPrefix(p.String(), r.scenarioFile+":"))
				}
			}
			if i == 0 {
				return // the runs would report it again
			}
			continue
		case err != nil:
			r.problem(r.scenarioFile, 0, 0, err.Error())
			return
		case slices.ContainsFunc(s.Attached, func(h attach.Host) bool { return h.Kind != attach.Soft }):
			r.problem(r.File, 1, 1, "the scenario has a station with a host: its figures would be of this machine. Put it into the sheet's text, and simulate here")
			return
		}
		if err := virtual.Check(s, "the scenario"); err != nil {
			r.problem(r.File, 1, 1, err.Error())
			return
		}
		run.Scenario = s
	}
}
