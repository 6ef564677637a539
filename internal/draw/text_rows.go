package draw

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/mattn/go-runewidth"

	"github.com/csmacd/csmacd/internal/scene"
	"github.com/csmacd/csmacd/phy"
)

// said is a fact of a station.
type said struct {
	fact
	who string
}

// mostSaid is the approximate number of lines for what happens in a row. With many stations there are
// fewer lines, for the most important events.
const mostSaid, mostOfMany = 8, 4

// crowded reports whether there are too many stations to write everything that each does.
func (p *printer) crowded() bool { return len(p.view.Lanes) > mostLabelled }

// body writes the rows.
func (p *printer) body(out io.Writer) {
	v := p.view
	var all []said
	if v.Rows == nil {
		for k := range v.Lanes {
			for _, f := range facts(v, &v.Lanes[k]) {
				if p.crowded() && f.weight < 3 {
					continue
				}
				all = append(all, said{f, v.Stations[v.Lanes[k].Station].Name})
			}
		}
		slices.SortStableFunc(all, func(a, b said) int { return cmp.Compare(a.at, b.at) })
	}
	for row, from := 0, v.From; from < v.To; row++ {
		until, folded := p.row(from)
		n := 0
		for n < len(all) && all[n].at < until {
			n++
		}
		line := p.cells(row, from, until)
		beside := p.beside(all[:n])
		if folded != nil {
			line = p.broken()
			beside = append([]string{rounded(until-from, v.Bit) + " bit times idle"}, beside...)
		}
		cells := strings.TrimRight(string(line), " ")
		if v.Rows != nil && row < len(v.Rows) {
			beside = []string{fmt.Sprintf("through %3.0f %%  collided %3.0f %%", 100*v.Rows[row].Success, 100*v.Rows[row].Collision)}
		}
		all = all[n:]
		time := Count(from, v.Bit)
		for k := range max(1, len(beside)) {
			line := fmt.Sprintf("%*s %s", p.time-1, time, cells)
			if k < len(beside) {
				line += strings.Repeat(" ", max(1, p.time+p.wide+2-runewidth.StringWidth(line))) + beside[k]
			}
			fmt.Fprintln(out, p.name(strings.TrimRight(line, " ")))
			time = ""
		}
		from = until
	}
}

// foldAt returns the fold that begins at an instant, or nil.
func (p *printer) foldAt(at phy.Time) *fold {
	for k := range p.folds {
		if p.folds[k].from == at {
			return &p.folds[k]
		}
	}
	return nil
}

// broken draws the stations' lines where time is left out.
func (p *printer) broken() []rune {
	line := []rune(strings.Repeat(" ", p.wide))
	for _, at := range p.at {
		line[at] = p.marks.fold
	}
	return line
}

// beside returns lines about what happens in a row. Stations that do the same at one instant share a
// line. Where there is too much, what matters least is left out: first the lesser parts of what happens at one instant, then
// instants. A frame that gets through is always named.
func (p *printer) beside(row []said) (lines []string) {
	most := mostSaid
	if p.crowded() {
		most = mostOfMany
	}
	whole := len(row)
	for limit := 0; ; limit++ {
		if lines = p.told(row); len(lines) <= most || limit == 5 {
			break
		}
		kept := row[:0:0]
		for _, s := range row {
			if f, some := s.above(limit + 1); some {
				kept = append(kept, said{f, s.who})
			}
		}
		row = kept
	}
	if more := whole - len(row); more > 0 {
		lines = append(lines, fmt.Sprintf("... and %d more", more))
	}
	return lines
}

// told writes what happens in a row.
func (p *printer) told(row []said) (lines []string) {
	room := p.Columns - p.time - p.wide - 2
	for k := 0; k < len(row); {
		who := []string{row[k].who}
		n := k + 1
		for ; n < len(row) && row[n].at == row[k].at && row[n].text == row[k].text; n++ {
			who = append(who, row[n].who)
		}
		if len(who) > 4 {
			who = append(who[:3], fmt.Sprintf("%d more", len(who)-3))
		}
		text := fmt.Sprintf("%s (%s us) %s: %s", bits(p.view, row[k].at), micros(row[k].at), strings.Join(who, ", "), row[k].text)
		for i, line := range wrap(text, func(s string) bool { return runewidth.StringWidth(s) <= room-1 }) {
			lines = append(lines, strings.Repeat(" ", min(i, 1))+line)
		}
		k = n
	}
	return lines
}

// heardPart is a stretch of a signal at a place.
type heardPart struct {
	from, until phy.Time
	part        scene.Part
	station     int32
}

// cells draws the cable in a row of time.
func (p *printer) cells(row int, from, until phy.Time) []rune {
	line := []rune(strings.Repeat(" ", p.wide))
	v := p.view
	if v.Rows != nil {
		return p.shares(line, row)
	}
	until = min(until, v.Until)
	if !p.apart() {
		for c := range line {
			k, x := 0, p.place(c)
			if v.Sections != nil {
				if k, x = p.section(c); k < 0 {
					continue // in a device
				}
			}
			line[c] = p.cell(p.partsAt(from, until, k, func(s int32) phy.Time {
				d := x - v.Stations[s].Place
				return max(d, -d)
			}), -1)
		}
	}
	for k := range v.Lanes {
		l, at := &v.Lanes[k], p.at[k]
		if p.apart() && at > 0 {
			line[at-1] = p.cell(p.partsAt(from, until, 0, func(s int32) phy.Time {
				if int(s) == l.Station {
					return 0
				}
				return v.Delay
			}), int32(l.Station))
		}
		if p.apart() || 4*len(v.Lanes) <= p.wide { // with more, they would hide the cable
			line[at] = p.doing(l, from, until)
		}
	}
	return line
}

// partsAt returns the parts of signals that are on in a row, at a place of a section that each signal of it reaches
// with a delay.
func (p *printer) partsAt(from, until phy.Time, section int, delay func(station int32) phy.Time) (on []heardPart) {
	v := p.view
	for k := range v.Transmissions {
		t := &v.Transmissions[k]
		if v.Stations[t.Station].Section != section {
			continue
		}
		d := delay(t.Station)
		if t.Start+d >= until || t.End != scene.None && t.End+d <= from {
			continue
		}
		for _, s := range t.Parts(v.Until) {
			if a, b := max(s.From+d, from), min(s.Until+d, until); b > a {
				on = append(on, heardPart{a, b, s.Part, t.Station})
			}
		}
	}
	return on
}

// cell returns the character for the signals that are on: for the most important part, or for overlapping
// signals. If own is a station, the signals of others are only heard.
func (p *printer) cell(on []heardPart, own int32) rune {
	m := p.marks
	part, meet := -1, false
	for k, a := range on {
		if own < 0 || a.station == own {
			part = max(part, int(a.part))
		}
		for _, b := range on[:k] {
			meet = meet || b.station != a.station && min(a.until, b.until) > max(a.from, b.from)
		}
	}
	switch {
	case len(on) == 0:
		return ' '
	case meet && part == int(scene.Jam):
		return m.jamMeet
	case meet:
		return m.meet
	case part < 0:
		return m.heard
	}
	return []rune{m.preamble, m.frame, m.jam, m.beacon, m.commit}[part]
}

// doing returns the character on a station's line for what it does while it does not send.
func (p *printer) doing(l *scene.Lane, from, until phy.Time) rune {
	for k := range p.view.Transmissions {
		t := &p.view.Transmissions[k]
		if int(t.Station) == l.Station && t.Start < until && (t.End == scene.None || t.End > from) {
			return p.marks.line
		}
	}
	// The most important of those that take a part of the row.
	weights := [...]int{scene.Defers: 2, scene.GapPart1: 4, scene.GapPart2: 5, scene.OwnGap: 3, scene.Backoff: 1, scene.Waiting: 0}
	best, mark := 0, p.marks.line
	for _, s := range l.Spans {
		if s.From >= until || s.Until != scene.None && s.Until <= from {
			continue
		}
		if w := weights[s.Kind]; w > best {
			best, mark = w, rune("d12gbw"[s.Kind])
		}
	}
	return mark
}

// shares draws a row that stands for many transmissions.
func (p *printer) shares(line []rune, row int) []rune {
	for k := range p.view.Lanes {
		if row >= len(p.view.Lanes[k].Rows) {
			continue
		}
		s := p.view.Lanes[k].Rows[row]
		mark := rune(0)
		switch {
		case s.Collision > s.Success:
			mark = 'x'
		case s.Success >= 0.5:
			mark = '='
		case s.Success > 0:
			mark = '-'
		}
		if line[p.at[k]] = p.marks.line; mark != 0 {
			line[p.at[k]] = mark
		}
	}
	return line
}
