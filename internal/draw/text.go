package draw

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/mattn/go-runewidth"

	"github.com/csmacd/csmacd/internal/scene"
	"github.com/csmacd/csmacd/phy"
)

// Text is how a view is drawn as text.
type Text struct {
	Title   string
	Notes   []string
	Plain   bool // ASCII only
	Columns int  // 0: 80
	Rows    int  // approximate number of rows of time; 0: 48
}

const (
	defaultRows  = 48
	timeColumns  = 10 // at least
	leastColumns = 60
	mostColumns  = 1000
	mostRows     = 10000
)

// step returns the length of time of a row.
func (t *Text) step(long, bit phy.Time) phy.Time {
	rows := t.Rows
	if rows == 0 {
		rows = defaultRows
	}
	return nice(long, bit, min(max(rows, 4), mostRows))
}

// RowsOf returns the number of rows that a window has.
func (t *Text) RowsOf(long, bit phy.Time) int {
	step := t.step(long, bit)
	return int((long + step - 1) / step)
}

// Write writes a view as lines of text: each row is a step of time, with the cable across and, beside it,
// what happens.
func (t Text) Write(w io.Writer, v *scene.View) error {
	if t.Columns == 0 {
		t.Columns = 80
	}
	switch {
	case t.Columns < leastColumns || t.Columns > mostColumns:
		return fmt.Errorf("a text cannot have %d columns: it has %d to %d columns", t.Columns, leastColumns, mostColumns)
	case t.Rows < 0 || t.Rows > mostRows:
		return fmt.Errorf("a text cannot have %d rows: it has at most %d rows", t.Rows, mostRows)
	}
	if len(v.Lanes) == 0 {
		return errors.New("there is no station to draw")
	}
	out := bufio.NewWriter(w)
	p := newPrinter(t, clean(v))
	p.head(out)
	p.body(out)
	p.foot(out)
	return out.Flush()
}

// printer is a text that is being written.
type printer struct {
	Text
	view  *scene.View
	marks marks
	time  int   // columns of the times of rows
	wide  int   // columns of the cable
	at    []int // the lanes' columns
	step  phy.Time
	folds []fold // from the beginning of a row to that of another
}

// marks are the characters of a text.
type marks struct{ preamble, frame, jam, beacon, commit, meet, jamMeet, line, heard, fold rune }

var (
	ascii  = marks{':', '=', '#', 'B', 'c', 'X', '%', '|', '.', '~'}
	blocks = marks{'░', '▒', '▓', 'B', 'c', '╳', '█', '│', '·', '≈'}
)

func newPrinter(t Text, v *scene.View) *printer {
	p := &printer{Text: t, view: v, marks: blocks}
	p.folds = foldsOf(v)
	p.step = t.step(unfolded(v, p.folds), v.Bit)
	p.folds = p.wholeRows(p.folds)
	if t.Plain {
		p.marks = ascii
	}
	p.time = timeColumns
	for from := v.From; from < v.To; {
		p.time = max(p.time, len(Count(from, v.Bit))+1)
		from, _ = p.row(from)
	}
	p.wide = (t.Columns - p.time) * 4 / 9
	for k, l := range v.Lanes {
		at := (2*k + 1) * p.wide / (2 * len(v.Lanes))
		switch {
		case p.apart():
		case v.Sections != nil:
			at = int(v.Stations[l.Station].X*float64(p.wide-1) + 0.5)
		default:
			at = p.column(v.Stations[l.Station].Place)
		}
		p.at = append(p.at, at)
	}
	return p
}

// row returns the end of the row that begins at an instant, and its fold, if it is one.
func (p *printer) row(from phy.Time) (until phy.Time, folded *fold) {
	if folded = p.foldAt(from); folded != nil {
		return folded.until, folded
	}
	return min(from+p.step, p.view.To), nil
}

// wholeRows returns those of the folds that take more than two rows, as whole rows.
func (p *printer) wholeRows(folds []fold) (whole []fold) {
	for _, f := range folds {
		f.from = p.view.From + (f.from-p.view.From+p.step-1)/p.step*p.step
		if f.until < p.view.To {
			f.until = p.view.From + (f.until-p.view.From)/p.step*p.step
		}
		if f.until-f.from > 2*p.step {
			whole = append(whole, f)
		}
	}
	return whole
}

func (p *printer) apart() bool { return p.view.Star || p.view.Length == 0 || p.view.Rows != nil }

// column returns the column of a place, and place the place of a column.
func (p *printer) column(place phy.Time) int {
	return int(float64(place)/float64(p.view.Length)*float64(p.wide-1) + 0.5)
}

func (p *printer) place(column int) phy.Time {
	return phy.Time(float64(p.view.Length) * float64(column) / float64(p.wide-1))
}

// section returns the section of a path and the place there of a column, or -1 in a device.
func (p *printer) section(column int) (section int, place phy.Time) {
	x := float64(column) / float64(p.wide-1)
	for k := range p.view.Sections {
		// The columns of the ends are those of the stations and ports there.
		t := trackOf(p.view, k)
		first, last := int(t.from*float64(p.wide-1)+0.5), int(t.to*float64(p.wide-1)+0.5)
		if column >= first && column <= last {
			share := max(0, min(1, (x-t.from)/max(t.to-t.from, 1e-9)))
			return k, phy.Time(share * float64(t.length))
		}
	}
	return -1, 0
}

// name returns a text that terminals show as it is.
func (p *printer) name(s string) string {
	if !p.Plain {
		return s
	}
	return strings.Map(func(r rune) rune {
		if r > '~' {
			return '?'
		}
		return r
	}, s)
}

func (p *printer) head(out io.Writer) {
	fmt.Fprintln(out, p.name(shownText(p.Title)))
	names, places := []rune(strings.Repeat(" ", p.wide)), []rune(strings.Repeat(" ", p.wide))
	for k, l := range p.view.Lanes {
		s := &p.view.Stations[l.Station]
		if s.Side != scene.Left && s.Side != scene.Right {
			put(names, p.at[k], p.name(s.Name))
		}
		if !p.apart() && p.view.Sections == nil {
			put(places, p.at[k], bits(p.view, s.Place))
		}
	}
	for _, d := range p.view.Devices {
		put(names, int((d.From+d.To)/2*float64(p.wide-1)+0.5), p.name(d.Name))
	}
	unit := ""
	if p.view.Sections != nil {
		unit = "bit times"
	}
	fmt.Fprintf(out, "%*s %s\n", p.time-1, unit, strings.TrimRight(string(names), " "))
	if !p.apart() && p.view.Sections == nil {
		fmt.Fprintf(out, "%*s %s bt\n", p.time-1, "bit times", strings.TrimRight(string(places), " "))
	}
}

// put writes a word into a line, around a column, if there is room.
func put(line []rune, at int, word string) {
	r := []rune(word)
	if runewidth.StringWidth(word) != len(r) {
		return // it would push what stands to the right
	}
	from := max(0, min(at-len(r)/2, len(line)-len(r)))
	for k := max(0, from-1); k < min(len(line), from+len(r)+1); k++ {
		if line[k] != ' ' {
			return
		}
	}
	copy(line[from:], r)
}

func (p *printer) foot(out io.Writer) {
	m := p.marks
	v := p.view
	var legend string
	if v.Rows != nil {
		legend = "of each station's time, attempts that got through: = half or more, - less; x: most of them collided"
	} else {
		legend = fmt.Sprintf("%c preamble  %c frame  %c jam  %c overlapping signals  %c jam over another signal", m.preamble, m.frame, m.jam, m.meet, m.jamMeet)
		if signals(v) {
			legend += fmt.Sprintf("  %c BEACON  %c COMMIT", m.beacon, m.commit)
		}
		if p.apart() {
			legend += fmt.Sprintf("  %c another's signal", m.heard)
		}
		legend += fmt.Sprintf("  %c a station; while it does not send: d defers  1, 2 part of the gap  b backoff", m.line)
	}
	notes := append([]string{legend + fmt.Sprintf(". A row is %s bit times (%v).", Count(p.step, v.Bit), p.step)}, p.Notes...)
	if v.Rows == nil && p.crowded() {
		notes = append(notes, fmt.Sprintf("With more than %d stations only the most important events are written: choose stations with --stations A,B.", mostLabelled))
	}
	for _, n := range notes {
		n = shownText(n)
		for _, line := range wrap(n, func(s string) bool { return runewidth.StringWidth(s) <= p.Columns }) {
			fmt.Fprintln(out, p.name(line))
		}
	}
}
