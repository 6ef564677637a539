package report

import (
	"fmt"
	"text/tabwriter"

	"github.com/csmacd/csmacd/medium"
)

// flowTables are the tables of flows: each has those of some kinds.
var flowTables = []struct {
	kind string
	head string
	row  func(f *medium.Flow) string // after the flow's name and receiver
}{
	{"tcp", "octets\ttime\tgoodput\tRTT p50\tp99\tagain\ttimeouts\t", func(f *medium.Flow) string {
		took := "-"
		if f.EndedUs != nil {
			took = micros(*f.EndedUs - f.StartedUs)
		}
		return fmt.Sprintf("%s\t%s\t%s\t%s\t%s\t%s\t", count(uint64(f.Delivered)), took, rate(f.GoodputBps), quantiles(f.RTT), count(f.Retransmissions), count(f.Timeouts))
	}},
	{"http", "answers\tfailed\ttime p50\tp99\tgoodput\tagain\ttimeouts\t", func(f *medium.Flow) string {
		q := f.Requests
		return fmt.Sprintf("%s\t%s\t%s\t%s\t%s\t%s\t", count(q.Done), count(q.Failed), quantiles(q.Time), rate(f.GoodputBps), count(f.Retransmissions), count(f.Timeouts))
	}},
	{"udp", "received\tlost\tdelay p50\tp99\tjitter\tgoodput\t", func(f *medium.Flow) string {
		d := f.Datagrams
		return fmt.Sprintf("%s\t%s\t%s\t%s\t%s\t", count(d.Received), count(d.Lost), quantiles(d.Delay), micros(d.JitterUs), rate(f.GoodputBps))
	}},
	{"ping", "replies\tlost\tRTT p50\tp99\tjitter\t", func(f *medium.Flow) string {
		p := f.Pings
		return fmt.Sprintf("%s\t%s\t%s\t%s\t", count(p.Received), count(p.Lost), quantiles(f.RTT), micros(p.JitterUs))
	}},
}

// flows writes what happened to each flow between hosts.
func (s *summary) flows() {
	for _, k := range flowTables {
		t := tabwriter.NewWriter(s, 0, 0, 2, ' ', tabwriter.AlignRight)
		rows := 0
		for i := range s.r.Flows {
			f := &s.r.Flows[i]
			if f.Kind != k.kind {
				continue
			}
			if rows == 0 {
				fmt.Fprintf(t, "\nflow\tto\t%s\n", k.head)
			}
			if rows++; rows <= Rows {
				fmt.Fprintf(t, "%s\t%s\t%s\n", clip(f.Name, 12), clip(f.To, 8), k.row(f))
			}
		}
		t.Flush()
		s.more(rows-Rows, "flows")
	}
	for i := range s.r.Flows {
		if f := &s.r.Flows[i]; f.Failed != "" {
			fmt.Fprintf(s, "%s failed: %s\n", f.Name, f.Failed)
		}
	}
}

// quantiles writes the median and the 99th percentile of some times.
func quantiles(t *medium.Times) string {
	if t == nil {
		return "-\t-"
	}
	return micros(t.P50) + "\t" + micros(t.P99)
}
