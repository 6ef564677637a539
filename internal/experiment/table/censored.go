package table

import (
	"fmt"

	"github.com/dustin/go-humanize/english"

	"github.com/csmacd/csmacd/medium"
)

// Censored reports whether the delays of some rows together, of runs or of a point, are those of finished work
// only, by the rule of [medium.Censored]. It is always false for a cable, where a saturated station's queue always holds a
// frame; for rows in which nothing is finished, which have no delays; and for tables of what is kept of runs.
func (t *Table) Censored(rows ...[]Cell) bool {
	if _, ok := t.Find("delay_us_count"); !ok {
		return false
	}
	var sum [3]float64
	for i, name := range []string{"frames_sent", "frames_queued", "frames_dropped"} {
		column, ok := t.Find(name)
		if !ok {
			return false
		}
		for _, row := range rows {
			if !row[column].Missing() {
				sum[i] += row[column].Number
			}
		}
	}
	if slots, ok := t.Find("contention_slots"); ok { // only cables have a value here
		for _, row := range rows {
			if !row[slots].Missing() {
				return false
			}
		}
	}
	return sum[0] > 0 && medium.Censored(sum[0], sum[1]+sum[2])
}

// CensoredNote returns a note that delays at some of the points are of finished work only, or "" if there are no such points.
func CensoredNote(censored, points int) string {
	if censored == 0 {
		return ""
	}
	return fmt.Sprintf("at %d of %s more than 1 in 100 pieces of work were unfinished at the end or given up: delays there are of finished work only", censored, english.Plural(points, "point", ""))
}
