package experiment

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"
)

// sheet writes CSV that a spreadsheet opens without computing anything: a text that begins like
// a formula gets an apostrophe before it, which [plain] takes away again. Numbers stay as they are.
type sheet struct {
	*csv.Writer
	row []string
}

func newSheet(to io.Writer) *sheet { return &sheet{Writer: csv.NewWriter(to)} }

// Write writes a row.
func (s *sheet) Write(row []string) error {
	s.row = s.row[:0]
	for _, cell := range row {
		if formulaLike(cell) {
			cell = "'" + cell
		}
		s.row = append(s.row, cell)
	}
	return s.Writer.Write(s.row)
}

// plain is the cell that [sheet.Write] was given.
func plain(cell string) string {
	if text, quoted := strings.CutPrefix(cell, "'"); quoted && formulaLike(text) {
		return text
	}
	return cell
}

// formulaLike reports whether a spreadsheet would take a cell for a formula, or would with
// fewer apostrophes before it.
func formulaLike(cell string) bool {
	text := strings.TrimLeft(cell, "'")
	if text == "" || !strings.ContainsRune("=+-@\t\r", rune(text[0])) {
		return false
	}
	_, err := strconv.ParseFloat(cell, 64)
	return err != nil
}
