package lab

import (
	"strings"

	"github.com/csmacd/csmacd/internal/exercise"
)

// readText reads the sheet's text, and the expressions in it.
func (r *reader) readText() {
	file := strings.TrimSuffix(r.File, ".yaml") + ".md"
	if strings.TrimSpace(r.sheet) == "" {
		r.problem(file, 0, 0, "is empty: it is what students read and do")
		return
	}
	rest, line, column := r.sheet, 1, 1
	for rest != "" {
		before, after, found := strings.Cut(rest, "{{")
		r.lab.Text = append(r.lab.Text, exercise.Part{Text: before})
		if !found {
			return
		}
		line, column = advance(line, column, before)
		code, rest2, closed := strings.Cut(after, "}}")
		if !closed || strings.Contains(code, "\n") {
			r.problem(file, line, column, "{{ is not closed: a figure is written {{EXPRESSION}}, on one line")
			return
		}
		f, err := r.compile(strings.TrimSpace(code))
		if err != nil {
			r.problem(file, line, column, err.Error())
		}
		r.lab.Text = append(r.lab.Text, exercise.Part{Figure: &f})
		line, column = advance(line, column, "{{"+code+"}}")
		rest = rest2
	}
}

// advance returns the place after a text.
func advance(line, column int, text string) (int, int) {
	if n := strings.Count(text, "\n"); n > 0 {
		line += n
		text, column = text[strings.LastIndexByte(text, '\n')+1:], 1
	}
	return line, column + len([]rune(text))
}
