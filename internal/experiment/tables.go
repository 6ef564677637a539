package experiment

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strconv"

	"github.com/csmacd/csmacd/internal/stats"
)

// tablesVersion changes as the tables do, so that old ones are written anew.
const tablesVersion = "csmacd/tables/1"

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
	text, err := json.MarshalIndent(columnsFile{
		Info: Info{ColumnsSchema, c.plan.Name, c.Engine, c.Confidence, complete},
		Made: made{of, w.sizes},
		Runs: c.runColumns(), Points: c.pointColumns(),
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
	for _, name := range []string{runsName, linesName, pointsName} {
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

	row     []string
	line    []byte
	samples [][]float64
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
	w.row = w.row[:0]
	for _, c := range w.pointColumns() {
		w.row = append(w.row, c.Name)
	}
	_ = w.points.Write(w.row)
	w.samples = make([][]float64, len(Metrics))
	for i := range w.campaign.points {
		if err := w.point(i); err != nil {
			return err
		}
	}
	w.runs.Flush()
	w.points.Flush()
	err := w.lines.Flush()
	for _, e := range []error{w.runs.Error(), w.points.Error()} {
		if err == nil {
			err = e
		}
	}
	return err
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
		if err := w.runs.Write(all); err != nil {
			return err
		}
		if err := w.json(all, named); err != nil {
			return err
		}
	}
	if n == 0 {
		return nil
	}
	w.row = append(w.row[:named], strconv.Itoa(n))
	for k := range Metrics {
		s := stats.Summarize(w.samples[k])
		w.row = append(w.row, number(s.Mean), number(w.halfWidth(s)))
	}
	return w.points.Write(w.row)
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
