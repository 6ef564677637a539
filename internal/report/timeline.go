package report

import (
	"fmt"
	"text/tabwriter"

	"github.com/csmacd/csmacd/medium"
)

// timeline lists what changed during the run.
func (s *summary) timeline() {
	all := s.r.Timeline
	if len(all) == 0 {
		return
	}
	t := tabwriter.NewWriter(s, 0, 0, 2, ' ', 0)
	shown := all[:s.first(len(all))]
	fmt.Fprint(t, "changes\n")
	for _, e := range shown {
		fmt.Fprintf(t, "  %s\t%s\n", span(e), clip(e.Change, 48))
	}
	t.Flush()
	s.more(len(all)-len(shown), "changes")
	fmt.Fprintln(s)
}

// span says when an entry of a timeline begins, and how long it lasts.
func span(e medium.Effect) string {
	if e.ForUs == 0 {
		return "at " + micros(e.AtUs)
	}
	return "at " + micros(e.AtUs) + " for " + micros(e.ForUs)
}

// errors lists the stations that faults have made count errors, if anything changed during the run.
func (s *summary) errors() {
	if len(s.r.Timeline) == 0 {
		return
	}
	t := tabwriter.NewWriter(s, 0, 0, 1, ' ', tabwriter.AlignRight)
	rows := 0
	for i := range s.r.Stations {
		c := &s.r.Stations[i].Counters
		if c.FrameCheckSequenceErrors+c.AlignmentErrors+c.Fragments+c.CarrierSenseErrors+c.SQETestErrors+c.LateCollisions == 0 {
			continue
		}
		if rows++; rows > Rows {
			continue
		}
		if rows == 1 {
			fmt.Fprint(t, "\nstation\tFCS\talignment\tfragments\tlate coll\tcarrier sense\tSQE test\t\n")
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t\n", clip(s.r.Stations[i].Name, 16), count(c.FrameCheckSequenceErrors), count(c.AlignmentErrors),
			count(c.Fragments), count(c.LateCollisions), count(c.CarrierSenseErrors), count(c.SQETestErrors))
	}
	t.Flush()
	s.more(rows-Rows, "stations with errors")
}
