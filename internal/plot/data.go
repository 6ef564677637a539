package plot

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/csmacd/csmacd/internal/experiment/table"
	"github.com/csmacd/csmacd/internal/figure"
	"github.com/csmacd/csmacd/internal/files"
	"github.com/csmacd/csmacd/internal/names"
)

// Data holds values from elsewhere that are drawn beside a campaign's: a table whose first line names its
// columns, by the names of the campaign's columns.
type Data struct {
	Label string // in the figure; the file's name unless given

	path string
	head []string
	rows []dataRow
}

// dataRow is a row and the places of its cells in the file.
type dataRow struct {
	cells  []string
	line   int
	column []int
}

// mostData bounds the rows of a file: more marks could not be told apart.
const mostData = 10000

// ReadData reads a CSV file. The label names the values in the figure; "" means the file's name.
func ReadData(path, label string) (*Data, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, files.Because(path, err)
	}
	defer f.Close()
	d := &Data{Label: label, path: path}
	if d.Label == "" {
		d.Label = strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	}
	if err := d.read(f); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return d, nil
}

func (d *Data) read(from io.Reader) error {
	r := csv.NewReader(files.WithoutMark(from))
	r.TrimLeadingSpace = true
	r.Comment = '#'
	head, err := r.Read()
	if errors.Is(err, io.EOF) {
		return errors.New("is empty: its first line names the columns")
	}
	if err != nil {
		return err
	}
	for i, name := range head {
		if name = strings.TrimSpace(name); slices.Contains(d.head, name) {
			line, column := r.FieldPos(i)
			return fmt.Errorf("line %d, column %d: there are two columns %q", line, column, name)
		}
		d.head = append(d.head, name)
	}
	for {
		cells, err := r.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if len(d.rows) == mostData {
			return fmt.Errorf("has more than %d rows: they could not be told apart in a figure", mostData)
		}
		row := dataRow{}
		for i, c := range cells {
			line, column := r.FieldPos(i)
			row.cells, row.line, row.column = append(row.cells, strings.TrimSpace(c)), line, append(row.column, column)
		}
		d.rows = append(d.rows, row)
	}
}

// find returns the index of a column, or -1.
func (d *Data) find(name string) int { return slices.Index(d.head, name) }

// number reads a cell. It returns NaN for an empty cell and for column -1.
func (d *Data) number(row dataRow, column int) (float64, error) {
	if column < 0 || row.cells[column] == "" {
		return math.NaN(), nil
	}
	v, err := strconv.ParseFloat(row.cells[column], 64)
	if err != nil || !figure.Finite(v) {
		return v, fmt.Errorf("%s: line %d, column %d: %q in %s is not a number", d.path, row.line, row.column[column], row.cells[column], d.head[column])
	}
	return v, nil
}

// same reports whether a text is the value of a cell of the campaign.
func same(text string, c table.Cell) bool {
	v, err := strconv.ParseFloat(text, 64)
	return text == c.Text || err == nil && v == c.Number
}

// data returns series of values from elsewhere. The values that belong to a line have its colour.
func (r *rows) data(d *Data, lines []line, axis *figure.Axis) (list []figure.Series, err error) {
	x := d.find(r.Columns[r.x].Name)
	var needed []string
	if x < 0 {
		needed = append(needed, r.Columns[r.x].Name)
	}
	if !slices.ContainsFunc(r.y, func(y int) bool { return d.find(r.Columns[y].Name) >= 0 }) {
		needed = append(needed, r.Columns[r.y[0]].Name)
	}
	if len(needed) > 0 {
		return nil, fmt.Errorf("%s: line 1: there is no column %s, which is drawn (there are %s)", d.path, strings.Join(needed, ", and no "), strings.Join(d.head, ", "))
	}
	taken := make([]bool, len(d.rows))
	for i, l := range lines {
		name := r.Columns[l.y].Name
		s := figure.Series{Mark: figure.Outside, Like: i + 1}
		y, half := d.find(name), d.find(name+"_half_width")
		for k, row := range d.rows {
			if y < 0 || !r.meant(d, row, l) {
				continue
			}
			taken[k] = true
			if err := d.add(&s, row, x, y, half, axis); err != nil {
				return nil, err
			}
		}
		if len(s.X) > 0 {
			list = append(list, s)
		}
	}
	// The values that belong to no line: their value of by is another one, or is missing.
	if y := d.find(r.Columns[r.y[0]].Name); len(r.y) == 1 {
		s := figure.Series{Mark: figure.Outside}
		for k, row := range d.rows {
			if !taken[k] && r.left(d, row) {
				if err := d.add(&s, row, x, y, d.find(r.Columns[r.y[0]].Name+"_half_width"), axis); err != nil {
					return nil, err
				}
			}
		}
		if len(s.X) > 0 {
			list = append(list, s)
		}
	}
	if len(list) > 0 {
		list[0].Label = d.Label
	}
	return list, nil
}

// left reports whether --where keeps a row.
func (r *rows) left(d *Data, row dataRow) bool {
	for column, value := range r.fixed {
		if i := d.find(r.Columns[column].Name); i >= 0 && !same(row.cells[i], value) {
			return false
		}
	}
	return true
}

// meant reports whether a row belongs to a line.
func (r *rows) meant(d *Data, row dataRow, l line) bool {
	if !r.left(d, row) {
		return false
	}
	if r.by < 0 {
		return true
	}
	i := d.find(r.Columns[r.by].Name)
	return i >= 0 && len(l.rows) > 0 && same(row.cells[i], l.rows[0][r.by])
}

// add puts a row into a series.
func (d *Data) add(s *figure.Series, row dataRow, x, y, half int, axis *figure.Axis) error {
	at, err := d.place(row, x, axis)
	if err != nil {
		return err
	}
	v, err := d.number(row, y)
	if err != nil {
		return err
	}
	h, err := d.number(row, half)
	if err != nil {
		return err
	}
	s.X, s.Y, s.Half = append(s.X, at), append(s.Y, v), append(s.Half, h)
	return nil
}

// place returns the place of a row on the horizontal axis.
func (d *Data) place(row dataRow, x int, axis *figure.Axis) (float64, error) {
	if axis.Ticks == nil {
		return d.number(row, x)
	}
	var known []string
	for _, t := range axis.Ticks {
		if t.Label == row.cells[x] || t.Label == figure.Clip(short(row.cells[x]), 16) {
			return t.At, nil
		}
		known = append(known, t.Label)
	}
	return 0, fmt.Errorf("%s: line %d, column %d: %q is not a value that %s has in the figure: %s", d.path, row.line, row.column[x], row.cells[x], d.head[x], names.Some(known))
}
