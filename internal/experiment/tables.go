package experiment

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"

	"github.com/csmacd/csmacd/internal/stats"
)

// tablesVersion changes as the tables do, so that old ones are written anew.
const tablesVersion = "csmacd/tables/2"

// tables writes the tables, unless they are there and made of the same.
func (c *campaign) tables(s *shelf, complete bool) error {
	of := c.fingerprint(complete)
	if c.written(of) {
		return nil
	}
	// Until all are written, there are none.
	if err := os.Remove(filepath.Join(c.dir, columnsName)); err != nil && !os.IsNotExist(err) {
		return err
	}
	w := &tableWriter{campaign: c, shelf: s, sizes: map[string]int64{}}
	if err := w.write(); err != nil {
		return err
	}
	for _, name := range notKept(c.plan) { // of what the plan was before
		if err := os.Remove(filepath.Join(c.dir, keptFile(name))); err != nil && !os.IsNotExist(err) {
			return err
		}
	}
	kept := map[string][]Column{}
	for _, name := range c.plan.Keep {
		kept[name] = c.keptColumns(name)
	}
	text, err := json.MarshalIndent(columnsFile{
		Info: Info{ColumnsSchema, c.plan.Name, c.Engine, c.Confidence, complete},
		Made: made{of, w.sizes},
		Runs: c.runColumns(), Points: c.pointColumns(), Kept: kept,
	}, "", "  ")
	if err != nil {
		return err
	}
	return replace(c.dir, columnsName, append(text, '\n'))
}

// made says what tables were made of.
type made struct {
	Of    string           `json:"of"`
	Sizes map[string]int64 `json:"sizes"` // in octets
}

// fingerprint stands for all that the tables hang on.
func (c *campaign) fingerprint(complete bool) string {
	h := sha256.New()
	writePart(h, tablesVersion)
	writePart(h, strconv.FormatBool(complete))
	text, _ := json.Marshal(c.header)
	writePart(h, string(text))
	var b [12]byte
	for i := range c.points {
		p := &c.points[i]
		for r := range p.want {
			if p.has(r) {
				binary.BigEndian.PutUint32(b[:], uint32(r))
				binary.BigEndian.PutUint64(b[4:], p.runs[r].sum)
				h.Write(b[:])
			}
		}
		h.Write(p.address[:])
	}
	return hex.EncodeToString(h.Sum(nil))
}

// written says whether the tables are there, as they would be written.
func (c *campaign) written(of string) bool {
	text, err := os.ReadFile(filepath.Join(c.dir, columnsName))
	if err != nil {
		return false
	}
	var f columnsFile
	if json.Unmarshal(text, &f) != nil || f.Made.Of != of {
		return false
	}
	names := []string{runsName, linesName, pointsName}
	for _, name := range c.plan.Keep {
		names = append(names, keptFile(name))
	}
	for _, name := range names {
		info, err := os.Stat(filepath.Join(c.dir, name))
		if err != nil || info.Size() != f.Made.Sizes[name] {
			return false
		}
	}
	return true
}

// tableWriter writes all tables in one pass over the records, in the plan's order.
type tableWriter struct {
	*campaign
	*shelf
	sizes map[string]int64

	runs, points *csv.Writer
	lines        *bufio.Writer
	heads        []string // of the members of a line of JSON
	kept         map[string]*csv.Writer

	row     []string
	cells   []string
	line    []byte
	samples [][]float64
	metrics []int           // those that the tables have
	width   map[int]float64 // half-width of a standard error of 1, by the number of values
}

func (w *tableWriter) write() (err error) {
	var files []*file
	open := func(name string) *file {
		if err != nil {
			return nil
		}
		var f *file
		if f, err = newFile(w.dir, name); err == nil {
			files = append(files, f)
		}
		return f
	}
	runs, lines, points := open(runsName), open(linesName), open(pointsName)
	w.kept = map[string]*csv.Writer{}
	for _, name := range w.plan.Keep {
		if f := open(keptFile(name)); f != nil {
			w.kept[name] = csv.NewWriter(f)
		}
	}
	if err == nil {
		w.runs, w.points, w.lines = csv.NewWriter(runs), csv.NewWriter(points), bufio.NewWriterSize(lines, 64<<10)
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
	for _, c := range w.runColumns() {
		w.row = append(w.row, c.Name)
		w.heads = append(w.heads, strconv.Quote(c.Name)+":")
	}
	_ = w.runs.Write(w.row)
	_ = w.points.Write(w.head(w.pointColumns()))
	for name, table := range w.kept {
		_ = table.Write(w.head(w.keptColumns(name)))
	}
	w.samples, w.metrics = make([][]float64, len(Metrics)), w.shown()
	for i := range w.campaign.points {
		if err := w.point(i); err != nil {
			return err
		}
	}
	w.runs.Flush()
	w.points.Flush()
	errs := []error{w.lines.Flush(), w.runs.Error(), w.points.Error()}
	for _, name := range w.plan.Keep {
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

func (w *tableWriter) head(columns []Column) []string {
	w.row = w.row[:0]
	for _, c := range columns {
		w.row = append(w.row, c.Name)
	}
	return w.row
}

// point writes the rows of a point.
func (w *tableWriter) point(i int) error {
	p, at := &w.campaign.points[i], w.plan.Point(i)
	for k := range w.samples {
		w.samples[k] = w.samples[k][:0]
	}
	w.row = w.row[:0]
	for k := range w.plan.Axes {
		w.row = append(w.row, cell(at.Cells[k], w.plan.Axes[k].Text))
	}
	for k := range w.plan.Derived {
		w.row = append(w.row, cell(at.Derived[k], w.plan.Derived[k].Text))
	}
	named, n := len(w.row), 0
	for r := range p.want {
		if !p.has(r) {
			continue
		}
		n++
		rec, all, err := w.read(p.runs[r], append(w.row[:named], strconv.Itoa(r), "", ""))
		if err != nil {
			return err
		}
		w.row = all
		all[named+1], all[named+2] = strconv.FormatUint(rec.seed, 10), rec.digest
		for k, text := range all[named+3:] {
			if text != "" {
				v, _ := strconv.ParseFloat(text, 64)
				w.samples[k] = append(w.samples[k], v)
			}
		}
		w.cells = append(w.cells[:0], all[:named+3]...)
		for _, k := range w.metrics {
			w.cells = append(w.cells, all[named+3+k])
		}
		if err := w.runs.Write(w.cells); err != nil {
			return err
		}
		if err := w.json(w.cells, named); err != nil {
			return err
		}
		if err := w.keep(all[:named+1], rec.kept); err != nil {
			return fmt.Errorf("%s: the record at octet %d %w", w.name(p.runs[r]), p.runs[r].offset, err)
		}
	}
	if n == 0 {
		return nil
	}
	w.row = append(w.row[:named], strconv.Itoa(n))
	if w.plan.SteadyOf != "" {
		w.row = append(w.row, strconv.Itoa(p.unsettled()))
	}
	for _, k := range w.metrics {
		s := stats.Summarize(w.samples[k])
		w.row = append(w.row, number(s.Mean), number(w.halfWidth(s)))
	}
	return w.points.Write(w.row)
}

// keep writes what is kept of a run, behind the axes and its replication.
func (w *tableWriter) keep(run []string, kept string) error {
	return eachKept(kept, w.plan.Keep, func(table string, cells []string) error {
		w.cells = append(append(w.cells[:0], run...), cells...)
		return w.kept[table].Write(w.cells)
	})
}

// halfWidth is that of a mean, not a number where there is none. Student's t takes longer
// than all else of a row, and is the same for all rows of as many runs.
func (w *tableWriter) halfWidth(s stats.Sample) float64 {
	unit, ok := w.width[s.N]
	if !ok {
		unit = stats.Sample{N: s.N, SD: math.Sqrt(float64(s.N))}.HalfWidth(w.Confidence)
		if w.width == nil {
			w.width = map[int]float64{}
		}
		w.width[s.N] = unit
	}
	if s.N < 2 {
		return math.NaN()
	}
	return s.Error() * unit
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

// text says whether a column of the axes and what follows from them is of text.
func (w *tableWriter) text(column int) bool {
	if axes := len(w.plan.Axes); column >= axes {
		return w.plan.Derived[column-axes].Text
	}
	return w.plan.Axes[column].Text
}

// cell writes a value of an axis as numbers are written everywhere.
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

// number writes a number, or nothing for one that is none.
func number(v float64) string {
	b := appendNumber(nil, v)
	if b[0] == 'n' {
		return ""
	}
	return string(b)
}
