package experiment

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/csmacd/csmacd/internal/plan"
)

// The tables of a campaign, by the names that [ReadTable] takes. What its plan keeps
// besides is there by its name: [plan.Kept].
const (
	Runs   = "runs"   // a row a run
	Points = "points" // a row a point: means over its replications
)

// The kinds of columns.
const (
	AxisColumn      = "axis"       // a value of the plan
	DerivedColumn   = "derived"    // a value that follows from the axes
	RunColumn       = "run"        // which run, or how many of them
	MetricColumn    = "metric"     // a figure of a run, or its mean over the runs of a point
	HalfWidthColumn = "half_width" // half the confidence interval of the mean in the column Of
)

// Column says what a column of a table holds.
type Column struct {
	Name string `json:"name"`
	Unit string `json:"unit,omitempty"` // us, m, frames, ...; "" for pure numbers and text
	Text bool   `json:"text,omitempty"` // its cells are text; else numbers
	Kind string `json:"kind"`           // [AxisColumn] and so on
	Of   string `json:"of,omitempty"`   // of a half-width: the column of its mean
	What string `json:"what"`           // in words; of an axis the path that it sets
}

// Cell is one value of a table.
type Cell struct {
	Text   string  // as the file has it; "" is missing
	Number float64 // NaN where the cell is missing, or text
}

// Missing says whether there is no value: no frame was delivered, so that there is no
// delay; or one run only, so that there is no interval.
func (c Cell) Missing() bool { return c.Text == "" }

// Info is what holds for all of a campaign's tables.
type Info struct {
	Schema     string  `json:"schema"`
	Name       string  `json:"name"`       // of the plan
	Engine     string  `json:"engine"`     // the hash of the code that made its runs
	Confidence float64 `json:"confidence"` // of the intervals, such as 0.95
	Complete   bool    `json:"complete"`   // false: some runs of the plan are missing
}

// Table is a table of a campaign.
type Table struct {
	Info
	Columns []Column
	Rows    [][]Cell // each as long as Columns
}

// ColumnsSchema names the format of columns.json.
const ColumnsSchema = "csmacd/columns/1"

// columnsFile is columns.json: what the columns of all tables are.
type columnsFile struct {
	Info
	Made   made     `json:"made"`
	Runs   []Column `json:"runs"`
	Points []Column `json:"points"`

	Kept map[string][]Column `json:"kept,omitempty"` // of the tables of what is kept besides
}

// Find gives the place of the column of a name.
func (t *Table) Find(name string) (i int, ok bool) {
	for i := range t.Columns {
		if t.Columns[i].Name == name {
			return i, true
		}
	}
	return 0, false
}

// ReadTable reads a table of a campaign's folder. The error of a
// campaign that has no tables yet is an fs.ErrNotExist.
func ReadTable(dir, name string) (*Table, error) {
	text, err := os.ReadFile(filepath.Join(dir, columnsName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: there are no tables here (csmacd sweep writes them when all runs are done, csmacd merge at any time): %w", dir, fs.ErrNotExist)
	}
	if err != nil {
		return nil, err
	}
	var c columnsFile
	if err := json.Unmarshal(text, &c); err != nil {
		return nil, fmt.Errorf("%s: %w: csmacd merge writes it anew", filepath.Join(dir, columnsName), err)
	}
	if c.Schema != ColumnsSchema {
		return nil, fmt.Errorf("%s: its schema is %q; this version reads %s", filepath.Join(dir, columnsName), c.Schema, ColumnsSchema)
	}
	t := &Table{Info: c.Info}
	switch name {
	case Runs:
		t.Columns = c.Runs
	case Points:
		t.Columns = c.Points
	default:
		if t.Columns = c.Kept[name]; t.Columns == nil {
			return nil, fmt.Errorf("%s: there is no table %q: write %s, or %s, or what the plan keeps of %s", dir, name, Runs, Points, strings.Join(plan.Kept, ", "))
		}
	}
	f, err := os.Open(filepath.Join(dir, name+".csv"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if err := t.read(f); err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name(), err)
	}
	return t, nil
}

// read reads the rows, whose head must be the columns.
func (t *Table) read(from io.Reader) error {
	r := csv.NewReader(from)
	r.FieldsPerRecord = len(t.Columns)
	r.ReuseRecord = true
	head, err := r.Read()
	if err != nil {
		return err
	}
	for i, c := range t.Columns {
		if name := plain(head[i]); name != c.Name {
			return fmt.Errorf("column %d is called %q, and %q in %s: csmacd merge writes both anew", i+1, name, c.Name, columnsName)
		}
	}
	for {
		line, err := r.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		row := make([]Cell, len(line))
		for i, text := range line {
			text = plain(text)
			row[i] = Cell{text, math.NaN()}
			if t.Columns[i].Text || text == "" {
				continue
			}
			if row[i].Number, err = strconv.ParseFloat(text, 64); err != nil {
				at, column := r.FieldPos(i)
				return fmt.Errorf("line %d, column %d: %q in %s is not a number", at, column, text, t.Columns[i].Name)
			}
		}
		t.Rows = append(t.Rows, row)
	}
}
