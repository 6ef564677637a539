package report

import (
	"fmt"
	"text/tabwriter"
)

// flows writes what happened to each flow between hosts.
func (s *summary) flows() {
	if len(s.r.Flows) == 0 {
		return
	}
	t := tabwriter.NewWriter(s, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "\nflow\tto\toctets\ttime\tgoodput\tRTT p50\tp99\tagain\ttimeouts\t\n")
	for i := range min(len(s.r.Flows), Rows) {
		f := &s.r.Flows[i]
		took, p50, p99 := "-", "-", "-"
		if f.EndedUs != nil {
			took = micros(*f.EndedUs - f.StartedUs)
		}
		if f.RTT != nil {
			p50, p99 = micros(f.RTT.P50), micros(f.RTT.P99)
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t\n", clip(f.Name, 12), clip(f.To, 8), count(uint64(f.Delivered)), took, rate(f.GoodputBps), p50, p99, count(f.Retransmissions), count(f.Timeouts))
	}
	t.Flush()
	s.more(len(s.r.Flows)-Rows, "flows")
	for i := range s.r.Flows {
		if f := &s.r.Flows[i]; f.Failed != "" {
			fmt.Fprintf(s, "%s failed: %s\n", f.Name, f.Failed)
		}
	}
}
