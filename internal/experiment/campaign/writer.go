package campaign

import (
	"bufio"
	"path/filepath"
	"strconv"

	"github.com/csmacd/csmacd/internal/experiment/table"
)

// tableWriter writes all tables in one pass over the records, in the plan's order.
type tableWriter struct {
	c     *Campaign
	sizes map[string]int64

	runs, points *table.Sheet
	lines        *bufio.Writer
	heads        []string // of the members of a line of JSON
	kept         map[string]*table.Sheet

	row     []string
	cells   []string
	line    []byte
	records *readAhead
	metrics []int // indices of those that the tables have
}

func (w *tableWriter) write() (err error) {
	var files []*file
	open := func(name string) *file {
		if err != nil {
			return nil
		}
		var f *file
		if f, err = newFile(w.c.Dir, name); err == nil {
			files = append(files, f)
		}
		return f
	}
	runs, lines, points := open(runsName), open(linesName), open(pointsName)
	w.kept = map[string]*table.Sheet{}
	for _, name := range w.c.Sweep.Keep {
		if f := open(keptFile(name)); f != nil {
			w.kept[name] = table.NewSheet(f)
		}
	}
	if err == nil {
		w.runs, w.points, w.lines = table.NewSheet(runs), table.NewSheet(points), bufio.NewWriterSize(lines, 64<<10)
		err = w.rows()
	}
	for _, f := range files {
		if info, e := f.Stat(); e == nil {
			w.sizes[filepath.Base(f.path)] = info.Size()
		}
		if e := f.done(err); err == nil {
			err = e
		}
	}
	return err
}

func (w *tableWriter) rows() error {
	for _, c := range w.c.runColumns() {
		w.row = append(w.row, c.Name)
		w.heads = append(w.heads, strconv.Quote(c.Name)+":")
	}
	_ = w.runs.Write(w.row)
	_ = w.points.Write(w.head(w.c.pointColumns()))
	for name, table := range w.kept {
		_ = table.Write(w.head(w.c.keptColumns(name)))
	}
	w.metrics = w.c.shown()
	w.records = newReadAhead(w.c)
	defer w.records.close()
	for i := range w.c.points {
		if err := w.point(i); err != nil {
			return err
		}
	}
	w.runs.Flush()
	w.points.Flush()
	errs := []error{w.lines.Flush(), w.runs.Error(), w.points.Error()}
	for _, name := range w.c.Sweep.Keep {
		w.kept[name].Flush()
		errs = append(errs, w.kept[name].Error())
	}
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func (w *tableWriter) head(columns []table.Column) []string {
	w.row = w.row[:0]
	for _, c := range columns {
		w.row = append(w.row, c.Name)
	}
	return w.row
}
