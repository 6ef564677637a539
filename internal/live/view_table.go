package live

import (
	"fmt"
	"strings"

	"github.com/mattn/go-runewidth"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/tap"
)

// row is the source of a station's row.
type row struct {
	station *medium.Station
	host    *tap.Passage // nil for a simulated station
	is      string       // what the host is
	rate    string       // in the last second
}

// column is a column of the table of stations.
type column struct {
	title string
	rank  int // without room for all columns, those of the highest rank are left out
	left  bool
	rare  bool // it is left out if it is empty for all stations
	most  int  // columns of the terminal; 0: any number
	cell  func(*row) string
}

// columnsOf returns the columns in the order of a frame's way: from the host or the traffic to the cable, and
// from the cable to the host.
func columnsOf(unit string) []column {
	number := func(title string, rank int, value func(*row) uint64) column {
		return column{title: title, rank: rank, cell: func(r *row) string { return count(value(r)) }}
	}
	lost := func(title string, rank int, value func(*tap.Passage) uint64) column {
		return column{title: title, rank: rank, rare: true, cell: func(r *row) string {
			if r.host == nil || value(r.host) == 0 {
				return nothing
			}
			return count(value(r.host))
		}}
	}
	return []column{
		{title: "station", left: true, most: 16, cell: func(r *row) string { return r.station.Name }},
		{title: "is", rank: 5, left: true, cell: state},
		lost("host drop", 14, func(h *tap.Passage) uint64 { return h.Dropped }),
		lost("refused", 13, func(h *tap.Passage) uint64 { return h.TooShort + h.TooLong }),
		number("in", 8, func(r *row) uint64 {
			if r.host != nil {
				return r.host.In
			}
			return r.station.FramesOffered
		}),
		number("sent", 1, func(r *row) uint64 { return r.station.Counters.FramesTransmittedOK }),
		number("received", 6, func(r *row) uint64 { return r.station.Counters.FramesReceivedOK }),
		{title: "out", rank: 9, cell: func(r *row) string {
			if r.host == nil {
				return nothing
			}
			return count(r.host.Out)
		}},
		lost("not taken", 10, func(h *tap.Passage) uint64 { return h.NotTaken }),
		lost("absent", 11, func(h *tap.Passage) uint64 { return h.Absent }),
		lost("missed", 12, func(h *tap.Passage) uint64 { return h.Missed }),
		number("deferred", 7, func(r *row) uint64 { return r.station.Counters.FramesWithDeferredXmissions }),
		number("coll", 2, func(r *row) uint64 { return collisions(r.station) }),
		number("drop", 3, func(r *row) uint64 { return r.station.FramesDropped }),
		number("queue", 4, func(r *row) uint64 { return r.station.FramesQueued }),
		{title: unit, cell: func(r *row) string { return r.rate }},
		{title: "host", rank: 15, left: true, most: 40, cell: func(r *row) string { return r.is }},
	}
}

func state(r *row) string {
	switch {
	case r.host == nil:
		return "sim"
	case r.host.Left != "":
		return "LEFT"
	case r.host.Waiting:
		return "waiting"
	case r.host.Down:
		return "down"
	}
	return "live"
}

// nothing is the text of an empty cell.
const nothing = "-"

// table draws a head and a number of stations from the one at top on, with as many columns as fit into the
// width.
func table(s *Snapshot, r *rates, width, top, shown int) []string {
	hosts := s.hosts()
	name, scale := unit(s.Line.Rate())
	all := make([]row, len(s.Result.Stations))
	for i := range all {
		st := &s.Result.Stations[i]
		all[i] = row{station: st, host: hosts[st.Name], is: s.Attached[st.Name], rate: fmt.Sprintf("%.2f", r.stations[i]/scale)}
		if h := all[i].host; h != nil && h.Left != "" {
			all[i].is = h.Left
		}
	}
	columns := columnsOf(name)
	cells := make([][]string, len(columns)) // by column, with the head
	widths := make([]int, len(columns))
	for c := range columns {
		cells[c] = append(cells[c], columns[c].title)
		says := !columns[c].rare
		for i := range all {
			text := printable(columns[c].cell(&all[i]))
			says = says || text != nothing
			cells[c] = append(cells[c], text)
		}
		if !says {
			continue
		}
		// All stations count, shown or not, so that nothing moves when the user scrolls.
		for _, text := range cells[c] {
			widths[c] = max(widths[c], runewidth.StringWidth(text))
		}
		if columns[c].most > 0 {
			widths[c] = min(widths[c], columns[c].most)
		}
		if columns[c].title == "host" && len(s.Attached) == 0 && widths[c] == len("host") {
			widths[c] = 0 // nothing is in it
		}
	}
	chosen := choose(columns, widths, width)
	var lines []string
	for i := range all {
		if i == 0 {
			lines = append(lines, line(columns, cells, widths, chosen, 0))
		}
		if i >= top && i < top+shown {
			lines = append(lines, line(columns, cells, widths, chosen, i+1))
		}
	}
	return lines
}

// choose returns the columns that fit.
func choose(columns []column, widths []int, width int) []bool {
	chosen := make([]bool, len(columns))
	sum := -gap
	for rank := range len(columns) {
		for c := range columns {
			if columns[c].rank != rank || widths[c] == 0 {
				continue
			}
			sum += widths[c] + gap
			if chosen[c] = sum <= width || rank == 0; !chosen[c] {
				return chosen
			}
		}
	}
	return chosen
}

// gap is the space between two columns.
const gap = 2

func line(columns []column, cells [][]string, widths []int, chosen []bool, i int) string {
	var b strings.Builder
	for c := range columns {
		if !chosen[c] {
			continue
		}
		if b.Len() > 0 {
			b.WriteString(strings.Repeat(" ", gap))
		}
		text := clip(cells[c][i], widths[c])
		pad := strings.Repeat(" ", widths[c]-runewidth.StringWidth(text))
		if columns[c].left {
			b.WriteString(text + pad)
		} else {
			b.WriteString(pad + text)
		}
	}
	return strings.TrimRight(b.String(), " ")
}
