package live

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/dustin/go-humanize"
	"github.com/mattn/go-runewidth"

	"github.com/csmacd/csmacd/tap"
)

// printable removes from a text from elsewhere what would move the cursor of a terminal.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, s)
}

// clip shortens a text to a number of columns of a terminal.
func clip(s string, columns int) string {
	if runewidth.StringWidth(s) <= columns {
		return s
	}
	if columns < 2 {
		return runewidth.Truncate(s, max(columns, 0), "")
	}
	return runewidth.Truncate(s, columns, "~")
}

// fit joins the parts that fit.
func fit(columns int, parts ...string) string {
	line := ""
	for _, p := range parts {
		switch {
		case p == "":
		case line == "":
			line = clip(p, columns)
		case runewidth.StringWidth(line)+3+runewidth.StringWidth(p) > columns:
			return line
		default:
			line += "   " + p
		}
	}
	return line
}

func count(n uint64) string {
	if n < 100_000_000 {
		return humanize.Comma(int64(n))
	}
	v, prefix := humanize.ComputeSI(float64(n))
	return fmt.Sprintf("%.4g%s", v, prefix)
}

// many formats a number of things: "1 frame", "2 frames".
func many(n uint64, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return count(n) + " " + thing + "s"
}

// percent formats a share, so that one above 0 never looks like 0.
func percent(share float64) string {
	if share > 0 && share < 0.005 {
		return "<1 %"
	}
	return fmt.Sprintf("%.0f %%", 100*share)
}

// perSecond formats a frequency.
func perSecond(x float64) string {
	if x >= 100 || x == float64(int64(x)) {
		return count(uint64(x + 0.5))
	}
	return fmt.Sprintf("%.1f", x)
}

// unit returns the unit of bit rates on a line, and its size.
func unit(line float64) (name string, scale float64) {
	if line < 1e6 {
		return "kb/s", 1e3
	}
	return "Mb/s", 1e6
}

// micros formats a time in microseconds.
func micros(us float64) string {
	switch {
	case us >= 1e6:
		return fmt.Sprintf("%.3g s", us/1e6)
	case us >= 1000:
		return fmt.Sprintf("%.3g ms", us/1000)
	}
	return fmt.Sprintf("%.0f us", us)
}

// lateness says how late frames reach hosts, in full and as briefly as possible.
func lateness(p *tap.Lateness) [2]string {
	median, most := micros(p.P50), micros(p.P99)
	return [2]string{
		fmt.Sprintf("frames reach hosts %s late (median), %s (99 %%)", median, most),
		fmt.Sprintf("%s late, %s (99 %%)", median, most),
	}
}

// drawn matches a story's text about a collision and its backoff.
var drawn = regexp.MustCompile(`(: frame [\d,]+)( met collision \d+, waits [\d,]+) slots? \(drawn from (\d+) to (\d+)\)$`)

// brief shortens an event of a story to the main part and, if that does not fit into the columns, to the
// backoff.
func brief(event string, columns int) string {
	if s := drawn.ReplaceAllString(event, "$1$2 of $3..$4"); runewidth.StringWidth(s) <= columns {
		return s
	}
	return drawn.ReplaceAllString(event, ":$2 of $3..$4")
}

// pick returns the last n events. Since a busy cable has very many collisions, they get at most half of the
// places if there are other events.
func pick(events []string, n int) []string {
	others := 0
	for _, e := range events {
		if !drawn.MatchString(e) {
			others++
		}
	}
	draws := n - min(others, n/2) // room for these
	var picked []string
	for i := len(events) - 1; i >= 0 && len(picked) < n; i-- {
		if drawn.MatchString(events[i]) {
			if draws == 0 {
				continue
			}
			draws--
		}
		picked = append(picked, events[i])
	}
	slices.Reverse(picked)
	return picked
}

// pace describes whether the machine keeps up.
func pace(f *tap.Figures, late bool) string {
	lag := fmt.Sprintf("%s behind, %s", micros(f.Behind*1e6), many(f.Stalls, "stall"))
	switch {
	case late:
		return "!! DOES NOT KEEP UP: " + lag
	case f.Behind > 0 || f.Stalls > 0:
		return "keeps up again, " + lag
	}
	return "keeps up"
}

// stations returns the number of stations and of live ones, in words.
func stations(s *Snapshot) string {
	all := many(uint64(len(s.Result.Stations)), "station")
	if n := len(s.Figures.Hosts); n > 0 {
		all += fmt.Sprintf(" (%d live)", n)
	}
	return all
}
