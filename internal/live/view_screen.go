package live

import (
	"fmt"
	"math"
	"strings"
)

// screen is what a terminal shows of a run. It is always drawn as a whole, with lines that fit the terminal. It
// can be read without colour and, apart from names, is ASCII.
type screen struct {
	width, height int
	top           int      // the first station shown
	notes         []string // of the program, the oldest first
	window        window
}

// Lines of a screen that are neither rows of the table nor events.
const (
	headLines = 4 // title, time, shares, rates
	tableHead = 1
	footLines = 1
)

// wide is the width from which a terminal has room for whole events.
const wide = 100

func (s *screen) latest() *Snapshot {
	if n := len(s.window.kept); n > 0 {
		return s.window.kept[n-1]
	}
	return nil
}

// rows returns the numbers of lines for stations and for events, and whether blank lines separate them.
func (s *screen) rows() (stations, events int, airy bool) {
	snap := s.latest()
	have, told := len(snap.Result.Stations), len(snap.Events)+len(s.notes)
	room := s.height - headLines - tableHead - footLines
	if room >= 10 {
		airy = true
		room -= 3
	}
	room = max(room, 0)
	events = min(room/3, told)
	stations = min(have, room-events)
	return stations, min(told, room-stations), airy
}

// scroll moves the table by a number of stations.
func (s *screen) scroll(by int) {
	snap := s.latest()
	if snap == nil {
		return
	}
	shown, _, _ := s.rows()
	s.top = max(0, min(s.top+by, len(snap.Result.Stations)-shown))
}

// page returns the number of stations on a page.
func (s *screen) page() int {
	if s.latest() == nil {
		return 0
	}
	shown, _, _ := s.rows()
	return max(1, shown-1)
}

// draw returns the lines.
func (s *screen) draw() string {
	if s.width <= 0 || s.height <= 0 {
		return ""
	}
	var lines []string
	if snap := s.latest(); snap == nil {
		lines = append(lines, "the run begins ...")
		lines = append(lines, s.notes...)
	} else {
		lines = s.lines(snap)
	}
	if len(lines) > s.height {
		lines = lines[:s.height]
	}
	for i := range lines {
		lines[i] = clip(printable(lines[i]), s.width)
	}
	return strings.Join(lines, "\n")
}

func (s *screen) lines(snap *Snapshot) []string {
	r := s.window.rates()
	s.scroll(0) // the terminal may have grown
	shown, told, airy := s.rows()
	lines := []string{s.title(snap), s.time(snap, &r), s.shares(&r), s.flow(snap, &r)}
	blank := func() {
		if airy {
			lines = append(lines, "")
		}
	}
	blank()
	lines = append(lines, table(snap, &r, s.width, s.top, shown)...)
	blank()
	for _, e := range pick(append(append([]string{}, snap.Events...), s.notes...), told) {
		if s.width < wide {
			e = brief(e, s.width)
		}
		lines = append(lines, e)
	}
	for len(lines) < s.height-footLines {
		lines = append(lines, "")
	}
	foot := "q ends the run"
	if all := len(snap.Result.Stations); shown < all {
		foot = fit(s.width, foot, fmt.Sprintf("%d-%d of %d", s.top+1, s.top+shown, all), "arrows and PgUp, PgDn move")
	}
	return append(lines, foot)
}

func (s *screen) title(snap *Snapshot) string {
	of := stations(snap) + " on " + snap.Line.Name
	name := snap.Name
	if room := s.width - len(of) - 3; room >= 8 {
		name = clip(name, room)
	}
	state := ""
	if snap.Over {
		state = "ENDED"
	}
	return fit(s.width, name, of, state)
}

func (s *screen) time(snap *Snapshot, r *rates) string {
	f := &snap.Figures
	if r.late {
		return fit(s.width, pace(f, true), fmt.Sprintf("speed %.3g", r.speed), fmt.Sprintf("at %.3f s", snap.Now.Seconds()))
	}
	line := fit(s.width, fmt.Sprintf("simulated %.3f s", snap.Now.Seconds()), fmt.Sprintf("speed %.3g", r.speed), pace(f, false))
	if p := &f.PacingError; p.Count > 0 {
		for _, late := range lateness(p) {
			if longer := fit(s.width, line, late); longer != line {
				return longer
			}
		}
	}
	return line
}

// shares returns the bar of the medium's use in the last second.
func (s *screen) shares(r *rates) string {
	success, collision := percent(r.success), percent(r.collision)
	idle := percent(1 - r.success - r.collision)
	legend := fmt.Sprintf(" # frames %4s  x collisions %4s  . idle %4s", success, collision, idle)
	if s.width < 80 {
		legend = fmt.Sprintf(" #%s x%s .%s", success, collision, idle)
	}
	return bar(r, s.width-len(legend)-2) + legend
}

// bar draws shares. Each share above 0 gets at least one column.
func bar(r *rates, columns int) string {
	if columns < 4 {
		return ""
	}
	if !r.known {
		return "[" + strings.Repeat(" ", columns) + "]"
	}
	part := func(share float64) int {
		n := int(math.Round(share * float64(columns)))
		if n == 0 && share > 0 {
			n = 1
		}
		return n
	}
	x := part(r.collision)
	n := min(part(r.success), columns-x)
	return "[" + strings.Repeat("#", n) + strings.Repeat("x", x) + strings.Repeat(".", columns-x-n) + "]"
}

// flow returns the line on what passed in the last second, and what was lost in all.
func (s *screen) flow(snap *Snapshot, r *rates) string {
	name, scale := unit(snap.Line.Rate())
	m := &snap.Result.Medium
	bar := ""
	if r.busiest != "" {
		bar = "bar: " + r.busiest
	}
	return fit(s.width, fmt.Sprintf("%.2f %s", r.throughput/scale, name), perSecond(r.collisions)+" collisions/s", perSecond(r.frames)+" frames/s",
		"in all: "+many(m.FramesDropped, "frame")+" discarded", count(m.FramesLost)+" lost", count(m.FramesQueued)+" queued", bar)
}
