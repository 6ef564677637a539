package table

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"
)

// Sheet writes CSV that a spreadsheet opens without computing anything: a text that begins like
// a formula gets an apostrophe before it, which [plain] takes away again. Numbers stay as they are.
type Sheet struct {
	*csv.Writer
	row []string
}

// NewSheet returns a writer of a sheet.
func NewSheet(to io.Writer) *Sheet { return &Sheet{Writer: csv.NewWriter(to)} }

// Write writes a row.
func (s *Sheet) Write(row []string) error {
	s.row = s.row[:0]
	for _, cell := range row {
		if formulaLike(cell) {
			cell = "'" + cell
		}
		s.row = append(s.row, cell)
	}
	return s.Writer.Write(s.row)
}

// plain is the cell that [Sheet.Write] was given.
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
