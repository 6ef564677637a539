package figure

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/csmacd/csmacd/internal/palette"
)

// Matrix is a drawn table: rows that are compared in columns of numbers. Each cell is toned by how
// much worse it is than the best of its column.
type Matrix struct {
	Rows    []string
	Columns []Column
	Cells   [][]Cell // by row and column
}

// Column is a quantity in which the rows are compared.
type Column struct {
	Group string // columns of one group stand together, the deciding one first
	Title string
}

// Cell is the value of a row in a column.
type Cell struct {
	Text  string
	Worse float64 // 1: the best; 2: twice as bad; NaN: left out
	Best  bool    // to be framed: it is one of the few best
}

// The measures of a table.
const (
	rowHeight   = vg.Length(13)
	cellWidth   = vg.Length(38)
	groupGap    = vg.Length(7) // between groups
	edge        = vg.Length(6)
	mostRows    = 100
	mostColumns = 30
)

// tones are the classes of cells: how much worse than the best a cell is at most, and how dark it is
// drawn. The steps are even, so that a grey copy says the same.
var tones = []struct {
	worse float64
	words string
	dark  float64 // share of navy in white
}{
	{1.1, "to 1.1", 0}, {1.5, "1.5", 0.12}, {2, "2", 0.26}, {5, "5", 0.42}, {10, "10", 0.6}, {100, "100", 0.8}, {math.Inf(1), "more, or never", 1},
}

// tone returns the colours of a cell's ground and text.
func (c *Cell) tone() (ground, ink color.RGBA) {
	for _, t := range tones {
		if c.Worse <= t.worse {
			ground = palette.Tone(t.dark)
			break
		}
	}
	return ground, palette.Readable(ground)
}

func (t *Matrix) check() error {
	switch {
	case len(t.Rows) == 0 || len(t.Columns) == 0:
		return ErrNothing
	case len(t.Rows) > mostRows || len(t.Columns) > mostColumns:
		return fmt.Errorf("%d rows and %d columns are too many for one table, which holds up to %d and %d: choose fewer (--where, --y)", len(t.Rows), len(t.Columns), mostRows, mostColumns)
	}
	return nil
}

// groups returns the index at which each group of columns begins, and the number of columns.
func (t *Matrix) groups() (begin []int) {
	for k, c := range t.Columns {
		if k == 0 || c.Group != t.Columns[k-1].Group {
			begin = append(begin, k)
		}
	}
	return append(begin, len(t.Columns))
}

// names returns the width of the rows' names.
func (t *Matrix) names() (wide vg.Length) {
	sty := Sans(7.5)
	for _, name := range t.Rows {
		wide = max(wide, sty.Width(Clip(name, 40)))
	}
	return wide*1.05 + 6
}

// titles returns the columns' titles, broken into lines that fit, and the largest number of lines.
func (t *Matrix) titles(width vg.Length) (list [][]string, most int) {
	sty := Sans(7)
	for _, c := range t.Columns {
		var lines []string
		for _, word := range strings.Fields(c.Title) {
			if n := len(lines); n > 0 && sty.Width(lines[n-1]+" "+word) < width-2 {
				lines[n-1] += " " + word
				continue
			}
			lines = append(lines, word)
		}
		list, most = append(list, lines), max(most, len(lines))
	}
	return list, most
}

// head returns the height of what stands above the rows.
func (t *Matrix) head(lines int) vg.Length {
	high := vg.Length(lines)*8.5 + 5
	if slices.ContainsFunc(t.Columns, func(c Column) bool { return c.Group != "" }) {
		high += 14
	}
	return high
}

// foot is the height of the key of the tones.
const foot = vg.Length(42)

// size returns the size of the page: the given one, or where that is 0 what the table needs.
func (t *Matrix) size(width, height vg.Length) (w, h vg.Length) {
	gaps := vg.Length(len(t.groups())-2) * groupGap
	if width == 0 {
		width = max(mm(defaultWidth), 2*edge+t.names()+gaps+vg.Length(len(t.Columns))*cellWidth)
	}
	if height == 0 {
		_, lines := t.titles(t.column(width))
		height = 2*edge + t.head(lines) + vg.Length(len(t.Rows))*rowHeight + foot
	}
	return width, height
}

// column returns the width of a column.
func (t *Matrix) column(width vg.Length) vg.Length {
	gaps := vg.Length(len(t.groups())-2) * groupGap
	return (width - 2*edge - t.names() - gaps) / vg.Length(len(t.Columns))
}

// draw draws the table.
func (t *Matrix) draw(c draw.Canvas, slack vg.Length) {
	wide := t.column(c.Max.X - c.Min.X)
	titles, lines := t.titles(wide)
	top := c.Max.Y - edge - t.head(lines)
	high := (top - c.Min.Y - edge - foot) / vg.Length(len(t.Rows))
	small, name, head := Sans(7), Sans(7.5), Sans(8.5)
	left := c.Min.X + edge + t.names()
	groups := t.groups()
	for g, from := range groups[:len(groups)-1] {
		to := groups[g+1]
		right := left + wide*vg.Length(to-from)
		if group := t.Columns[from].Group; group != "" {
			centred(c, head, vg.Point{X: (left + right) / 2, Y: c.Max.Y - edge - 6}, group, (right-left)/slack)
			c.StrokeLine2(draw.LineStyle{Color: palette.Faint, Width: 0.5}, left+1, c.Max.Y-edge-13, right-1, c.Max.Y-edge-13)
		}
		for k := from; k < to; k++ {
			x := left + wide*vg.Length(k-from)
			for i, line := range titles[k] {
				y := top + 8 + 8.5*vg.Length(len(titles[k])-1-i)
				centred(c, small, vg.Point{X: x + wide/2, Y: y}, line, (wide-2)/slack)
			}
			for i := range t.Rows {
				y := top - high*vg.Length(i+1)
				t.Cells[i][k].draw(c, vg.Rectangle{Min: vg.Point{X: x, Y: y}, Max: vg.Point{X: x + wide, Y: y + high}}, small, slack)
			}
		}
		left = right + groupGap
	}
	name.XAlign, name.YAlign = draw.XLeft, draw.YCenter
	for i, row := range t.Rows {
		c.FillText(name, vg.Point{X: c.Min.X + edge, Y: top - high*(vg.Length(i)+0.5)}, Clip(row, 40))
	}
	t.key(c, small)
}

// draw draws a toned cell; the best are framed.
func (cell *Cell) draw(c draw.Canvas, at vg.Rectangle, sty text.Style, slack vg.Length) {
	if math.IsNaN(cell.Worse) {
		return
	}
	ground, onGround := cell.tone()
	box := inset(at, 0.5)
	if ground != palette.Tone(0) {
		c.FillPolygon(ground, box)
	}
	if cell.Best {
		box = inset(at, 1)
		c.StrokeLines(draw.LineStyle{Color: palette.Ink, Width: 0.9}, append(box, box[0]))
	}
	sty.Color = onGround
	centred(c, sty, vg.Point{X: (at.Min.X + at.Max.X) / 2, Y: (at.Min.Y + at.Max.Y) / 2}, cell.Text, (at.Max.X-at.Min.X-3)/slack)
}

// inset returns the corners of a rectangle that is smaller on all sides.
func inset(r vg.Rectangle, by vg.Length) []vg.Point {
	return []vg.Point{{X: r.Min.X + by, Y: r.Min.Y + by}, {X: r.Max.X - by, Y: r.Min.Y + by}, {X: r.Max.X - by, Y: r.Max.Y - by}, {X: r.Min.X + by, Y: r.Max.Y - by}}
}

// centred writes a text around a place, smaller if it is too wide.
func centred(c draw.Canvas, sty text.Style, at vg.Point, words string, room vg.Length) {
	if w := sty.Width(words); w > room {
		sty.Font.Size *= max(room/w, 0.7)
	}
	sty.XAlign, sty.YAlign = draw.XCenter, draw.YCenter
	c.FillText(sty, at, words)
}

// key explains the tones, and what is left out, in as many lines as it takes.
func (t *Matrix) key(c draw.Canvas, sty text.Style) {
	sty.XAlign, sty.YAlign = draw.XLeft, draw.YCenter
	left := c.Min.X + edge
	x, y := left, c.Min.Y+edge+foot-14
	write := func(words string, room vg.Length) {
		wide := room + sty.Width(words)*1.05 + 8
		if x > left && x+wide > c.Max.X {
			x, y = left, y-11
		}
		c.FillText(sty, vg.Point{X: x + room, Y: y}, words)
		x += wide
	}
	write("times as bad as the best (framed where few are best):", 0)
	for _, k := range tones {
		write(k.words, 16)
		box := inset(vg.Rectangle{Min: vg.Point{X: x - 24 - sty.Width(k.words)*1.05, Y: y - 4.5}, Max: vg.Point{X: x - 11 - sty.Width(k.words)*1.05, Y: y + 4.5}}, 0.5)
		c.FillPolygon(palette.Tone(k.dark), box)
		c.StrokeLines(draw.LineStyle{Color: palette.Faint, Width: 0.4}, append(box, box[0]))
	}
	if slices.ContainsFunc(t.Cells, func(row []Cell) bool {
		return slices.ContainsFunc(row, func(c Cell) bool { return math.IsNaN(c.Worse) })
	}) {
		x, y = left, y-11
		write("left out: the row is more than twice as bad as the best in the first column of the group", 0)
	}
}
