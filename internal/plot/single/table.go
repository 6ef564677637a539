package single

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/csmacd/csmacd/internal/compress"
	"github.com/csmacd/csmacd/internal/figure"
)

// ofTable makes a figure of the table in a file.
func ofTable(path string, draw func(io.Reader) (figure.Figure, error)) (figure.Figure, error) {
	f, err := compress.Open(path)
	if err != nil {
		return figure.Figure{}, err
	}
	defer f.Close()
	drawn, err := draw(f)
	if err != nil && !errors.Is(err, figure.ErrNothing) {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return drawn, err
}

// table is a table as CSV, which is read line by line.
type table struct {
	head  []string // the names of the columns
	cells []string // of the current line
	from  *csv.Reader
	err   error
}

// newTable reads the first line of a table.
func newTable(from io.Reader) (*table, error) {
	t := &table{from: csv.NewReader(from)}
	t.from.ReuseRecord = true
	head, err := t.from.Read()
	t.head = slices.Clone(head)
	return t, err
}

// next reads the next line. It returns false at the end, and after an error, which is then in err.
func (t *table) next() bool {
	if t.err != nil {
		return false
	}
	t.cells, t.err = t.from.Read()
	if errors.Is(t.err, io.EOF) {
		t.err = nil
		return false
	}
	return t.err == nil
}

// number returns the number in a cell of the current line. If it is not one, that is the table's error, unless there is one.
func (t *table) number(column int) float64 {
	v, err := strconv.ParseFloat(t.cells[column], 64)
	if err != nil && t.err == nil {
		line, at := t.from.FieldPos(column)
		t.err = fmt.Errorf("line %d, column %d: %q is not a number", line, at, t.cells[column])
	}
	return v
}
