package table

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"
)

// Sheet writes CSV that a spreadsheet opens without computing anything: it writes an apostrophe before a text that
// begins like a formula, and [plain] removes it. Numbers stay as they are.
type Sheet struct {
	*csv.Writer
	row []string
}

// NewSheet returns a Sheet that writes to a file.
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

// plain returns the cell that was passed to [Sheet.Write].
func plain(cell string) string {
	if text, quoted := strings.CutPrefix(cell, "'"); quoted && formulaLike(text) {
		return text
	}
	return cell
}

// formulaLike reports whether a spreadsheet would take a cell, without the apostrophes before it, for a
// formula.
func formulaLike(cell string) bool {
	text := strings.TrimLeft(cell, "'")
	if text == "" || !strings.ContainsRune("=+-@\t\r", rune(text[0])) {
		return false
	}
	_, err := strconv.ParseFloat(cell, 64)
	return err != nil
}
