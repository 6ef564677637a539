package report

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/tap"
)

// Lived is the result of a live run, with its timing and its hosts.
type Lived struct {
	*medium.Result
	Live tap.Figures `json:"live"`
}

// Live writes, for people, how a live run kept time and what passed at its hosts.
func Live(w io.Writer, f *tap.Figures) error {
	s := new(strings.Builder)
	fmt.Fprintf(s, "\nlive        %v of the wall clock at speed %g\n", (time.Duration(f.WallSeconds*1e6) * time.Microsecond).Round(time.Millisecond), f.Speed)
	if f.PacingError.Count > 0 {
		fmt.Fprintf(s, "pacing      frames reach hosts %s late (median), %s (99 %%), %s (max)\n",
			micros(f.PacingError.P50), micros(f.PacingError.P99), micros(f.PacingError.Max))
	}
	if f.Stalls > 0 {
		fmt.Fprintf(s, "BEHIND      the machine did not keep up: simulated time stood still for %.3f s, on %s\n", f.Behind, occasions(f.Stalls))
	}
	t := tabwriter.NewWriter(s, 0, 0, 1, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "\n host\tin\ttoo short\ttoo long\thost drop\tout\tnot taken\tabsent\t\n")
	for i, h := range f.Hosts {
		if i == Rows {
			fmt.Fprintf(t, " %d more\t\t\t\t\t\t\t\t\n", len(f.Hosts)-i)
			break
		}
		fmt.Fprintf(t, " %s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t", clip(h.Station, 20), count(h.In), count(h.TooShort), count(h.TooLong),
			count(h.Dropped), count(h.Out), count(h.NotTaken), count(h.Absent))
		switch {
		case h.Left != "":
			fmt.Fprintf(t, " left: %s", h.Left)
		case h.Waiting:
			fmt.Fprint(t, " waiting")
		case h.Foreign > 0:
			fmt.Fprintf(t, " sent %s from another address than the station's, to which it missed %s", count(h.Foreign), count(h.Missed))
		}
		fmt.Fprintln(t)
	}
	t.Flush()
	_, err := io.WriteString(w, s.String())
	return err
}

func occasions(n uint64) string {
	if n == 1 {
		return "one occasion"
	}
	return count(n) + " occasions"
}
