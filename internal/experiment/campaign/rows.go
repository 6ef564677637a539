package campaign

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/csmacd/csmacd/internal/experiment/keep"
	"github.com/csmacd/csmacd/internal/experiment/record"
	"github.com/csmacd/csmacd/internal/series"
)

// point writes the rows of a point.
func (w *tableWriter) point(i int) error {
	p, at := &w.c.points[i], w.c.Sweep.Point(i)
	w.c.figures.begin(at.Key)
	w.row = w.row[:0]
	for k := range w.c.Sweep.Axes {
		w.row = append(w.row, cell(at.Cells[k], w.c.Sweep.Axes[k].Text))
	}
	for k := range w.c.Sweep.Derived {
		w.row = append(w.row, cell(at.Derived[k], w.c.Sweep.Derived[k].Text))
	}
	named, n := len(w.row), 0
	for r := range p.want {
		if !p.has(r) {
			continue
		}
		n++
		if err := w.run(p, r, named); err != nil {
			return err
		}
	}
	w.row = append(w.row[:named], strconv.Itoa(n), strconv.Itoa(p.want))
	if w.c.Sweep.SteadyOf != "" {
		w.row = append(w.row, strconv.Itoa(p.unsettled()))
	}
	w.c.figures.pool(w.metrics)
	for _, k := range w.metrics {
		_, value, half := w.c.figures.figure(k)
		w.row = append(w.row, number(value), number(half))
	}
	return w.points.Write(w.row)
}

// run writes the rows of a run, and adds its figures to those of its point. w.row begins with the point's cells.
func (w *tableWriter) run(p *point, r, named int) error {
	rec, err := w.records.record()
	if err != nil {
		return err
	}
	w.row = append(w.row[:named], strconv.Itoa(r), strconv.FormatUint(rec.Seed, 10), rec.Digest)
	if !p.runs[r].unsettled {
		w.c.figures.add(rec)
	}
	if err := w.keep(w.row[:named+1], rec.Kept); errors.Is(err, record.ErrStrange) {
		return fmt.Errorf("%s: the record at octet %d %w", w.c.files.name(p.runs[r]), p.runs[r].offset, err)
	} else if err != nil {
		return err
	}
	w.cells = append(w.cells[:0], w.row...)
	for _, k := range w.metrics {
		w.cells = append(w.cells, rec.texts[k])
	}
	if err := w.runs.Write(w.cells); err != nil {
		return err
	}
	return w.json(w.cells, named)
}

// keep writes the rows of what is kept of a run. Each row begins with the axes and the replication.
func (w *tableWriter) keep(run []string, kept string) error {
	return keep.Each(kept, w.c.Sweep.Keep, func(table string, cells []string) error {
		w.cells = append(append(w.cells[:0], run...), cells...)
		return w.kept[table].Write(w.cells)
	})
}

// json writes a run as a line of JSON.
func (w *tableWriter) json(row []string, named int) error {
	w.line = append(w.line[:0], '{')
	for i, text := range row {
		if i > 0 {
			w.line = append(w.line, ',')
		}
		w.line = append(w.line, w.heads[i]...)
		switch {
		case i < named && w.text(i), i == named+2:
			quoted, err := json.Marshal(text)
			if err != nil {
				return err
			}
			w.line = append(w.line, quoted...)
		case text == "":
			w.line = append(w.line, "null"...)
		default:
			w.line = append(w.line, text...)
		}
	}
	_, err := w.lines.Write(append(w.line, "}\n"...))
	return err
}

// text reports whether a column of an axis or of a derived value contains text.
func (w *tableWriter) text(column int) bool {
	if axes := len(w.c.Sweep.Axes); column >= axes {
		return w.c.Sweep.Derived[column-axes].Text
	}
	return w.c.Sweep.Axes[column].Text
}

// cell returns a value of an axis with its number written as everywhere.
func cell(s string, text bool) string {
	if text {
		return s
	}
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return ""
	}
	return number(v)
}

// number returns a number as text, or "" if it is not finite.
func number(v float64) string {
	return string(series.AppendCell(nil, v))
}
