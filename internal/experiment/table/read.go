package table

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

	"github.com/csmacd/csmacd/internal/files"
	"github.com/csmacd/csmacd/internal/plan"
	"github.com/csmacd/csmacd/internal/usage"
)

// Read reads a table in a campaign's folder. If the
// campaign has no tables yet, the error is an fs.ErrNotExist.
func Read(dir, name string) (*Table, error) {
	text, err := os.ReadFile(filepath.Join(dir, FileName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, files.Missing("%s: there are no tables here (csmacd sweep writes them when all runs are done, csmacd merge at any time)", dir)
	}
	if err != nil {
		return nil, err
	}
	var c File
	if err := json.Unmarshal(text, &c); err != nil {
		return nil, fmt.Errorf("%s: is damaged (%w): csmacd merge writes it again", filepath.Join(dir, FileName), files.JSON(err))
	}
	if c.Schema != ColumnsSchema {
		return nil, fmt.Errorf("%s: its schema is %q; this version reads %s", filepath.Join(dir, FileName), c.Schema, ColumnsSchema)
	}
	t := &Table{Info: c.Info}
	switch name {
	case Runs:
		t.Columns = c.Runs
	case Points:
		t.Columns = c.Points
	default:
		if t.Columns = c.Kept[name]; t.Columns == nil {
			return nil, usage.Errorf("%s: there is no table %q: write %s, %s, or what the plan keeps of %s", dir, name, Runs, Points, strings.Join(plan.Kept, ", "))
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

// read reads the rows. The first line must be the names of the columns.
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
			return fmt.Errorf("column %d is called %q, and %q in %s: csmacd merge writes both again", i+1, name, c.Name, FileName)
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
