package lab

import (
	"strings"

	"github.com/csmacd/csmacd/internal/exercise"
)

// readText reads the text of a sheet, and the expressions in it. ending is that of the sheet's file.
func (r *reader) readText(ending, sheet string) (parts []exercise.Part) {
	file := strings.TrimSuffix(r.File, ".yaml") + ending
	if strings.TrimSpace(sheet) == "" {
		r.problem(file, 0, 0, "is empty: it is what students read and do")
		return nil
	}
	rest, line, column := sheet, 1, 1
	for rest != "" {
		before, after, found := strings.Cut(rest, "{{")
		parts = append(parts, exercise.Part{Text: before})
		if !found {
			return parts
		}
		line, column = advance(line, column, before)
		code, rest2, closed := strings.Cut(after, "}}")
		if !closed || strings.Contains(code, "\n") {
			r.problem(file, line, column, "{{ is not closed: a figure is written {{EXPRESSION}}, on one line")
			return parts
		}
		f, err := r.compile(strings.TrimSpace(code))
		if err != nil {
			r.problem(file, line, column, err.Error())
		}
		parts = append(parts, exercise.Part{Figure: &f})
		line, column = advance(line, column, "{{"+code+"}}")
		rest = rest2
	}
	return parts
}

// advance returns the place after a text.
func advance(line, column int, text string) (int, int) {
	if n := strings.Count(text, "\n"); n > 0 {
		line += n
		text, column = text[strings.LastIndexByte(text, '\n')+1:], 1
	}
	return line, column + len([]rune(text))
}
