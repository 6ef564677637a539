package keep

import (
	"strconv"
	"strings"

	"github.com/csmacd/csmacd/internal/experiment/record"
	"github.com/csmacd/csmacd/internal/experiment/table"
	"github.com/csmacd/csmacd/internal/series"
)

// appendRow appends a row and a comma: a text, unless it is nil, and numbers.
func appendRow(b []byte, text *string, values ...float64) []byte {
	b = append(b, '[')
	if text != nil {
		b = append(strconv.AppendQuote(b, *text), ',')
	}
	for i, v := range values {
		if i > 0 {
			b = append(b, ',')
		}
		b = series.AppendNumber(b, v)
	}
	return append(b, "],"...)
}

// Each calls row with each row of what is kept of a run, whose cells are those of the table.
// They are valid during the call.
func Each(kept string, names []string, row func(table string, cells []string) error) error {
	var cells []string
	for _, name := range names {
		rest, ok := strings.CutPrefix(kept, `,"`+name+`":[`)
		if !ok {
			return record.ErrStrange
		}
		for !strings.HasPrefix(rest, "]") {
			if rest, cells, ok = cutRow(rest, Columns[name], cells[:0]); !ok {
				return record.ErrStrange
			}
			if err := row(name, cells); err != nil {
				return err
			}
			if strings.HasPrefix(rest, ",[") {
				rest = rest[1:]
			} else if !strings.HasPrefix(rest, "]") {
				return record.ErrStrange
			}
		}
		kept = rest[1:]
	}
	if kept != "" {
		return record.ErrStrange
	}
	return nil
}

// cutRow parses the row at the beginning of a text. It appends the cells to a list, and returns the rest of the text.
func cutRow(text string, columns []table.Column, cells []string) (rest string, all []string, ok bool) {
	for i := range columns {
		before := byte(',')
		if i == 0 {
			before = '['
		}
		if text == "" || text[0] != before {
			return "", nil, false
		}
		text = text[1:]
		if columns[i].Text {
			quoted, err := strconv.QuotedPrefix(text)
			if err != nil {
				return "", nil, false
			}
			cell, _ := strconv.Unquote(quoted)
			cells, text = append(cells, cell), text[len(quoted):]
			continue
		}
		end := strings.IndexAny(text, ",]")
		if end < 0 {
			return "", nil, false
		}
		cell := text[:end]
		if cell == "null" {
			cell = ""
		}
		cells, text = append(cells, cell), text[end:]
	}
	rest, ok = strings.CutPrefix(text, "]")
	return rest, cells, ok
}
