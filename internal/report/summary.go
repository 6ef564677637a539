package report

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"github.com/csmacd/csmacd/internal/said"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Rows is the number of stations that a summary lists; it leaves out the others.
const Rows = 32

// Summary writes a result for people, 80 columns wide.
func Summary(w io.Writer, r *medium.Result, line phy.Line) error {
	s := &summary{Builder: new(strings.Builder), r: r, line: line}
	if cable(r) {
		s.heading()
		s.story()
		s.timeline()
		if network(r) {
			s.network()
		} else {
			s.mediumShares()
		}
		s.delays()
		s.histogram()
		s.stations()
		s.plca()
		s.flows()
		s.errors()
	} else {
		s.resource()
	}
	fmt.Fprintf(s, "\nseed %d   digest %s   csmacd %s\n", r.Seed, r.Digest, r.Version)
	_, err := io.WriteString(w, s.String())
	return err
}

type summary struct {
	*strings.Builder
	r    *medium.Result
	line phy.Line
	said []said.Sentence // of the story
}

func (s *summary) heading() {
	r := s.r
	stations := "stations"
	if len(r.Stations) == 1 {
		stations = "station"
	}
	fmt.Fprintf(s, "%s: %s %s on a %s, %s, %s simulated", clip(r.Scenario, 48), count(uint64(len(r.Stations))), stations,
		r.Medium.Kind, s.line.Name, phy.Time(r.SimulatedPs))
	s.headingEnd()
}

// headingEnd says what the figures exclude, and whether the run is complete.
func (s *summary) headingEnd() {
	r := s.r
	if r.WarmupPs > 0 {
		fmt.Fprintf(s, " after %s of warm-up", phy.Time(r.WarmupPs))
	}
	if !r.Complete {
		fmt.Fprint(s, "\nNOT COMPLETE: the run was stopped before its end")
	}
	fmt.Fprint(s, "\n\n")
}

func (s *summary) mediumShares() {
	m := &s.r.Medium
	t := tabwriter.NewWriter(s, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "medium\tsuccess %s\tcollision %s\tidle %s\n", percent(m.ShareSuccess), percent(m.ShareCollision), percent(m.ShareIdle))
	fmt.Fprintf(t, "throughput\t%.4f of the line\t%s\toffered %.3f\tJain %.3f\n", m.Throughput, rate(m.Throughput*s.line.Rate()), m.OfferedLoad, m.Jain)
	fmt.Fprintf(t, "frames\toffered %s\tsent %s\tdelivered %s\n", count(m.FramesOffered), count(m.FramesSent), count(m.FramesDelivered))
	fmt.Fprintf(t, "\tlost %s\tdropped %s\tqueued %s\n", count(m.FramesLost), count(m.FramesDropped), count(m.FramesQueued))
	fmt.Fprintf(t, "attempts\t%s\tcollisions %s\t%s\n", count(m.Attempts), count(m.Collisions), perFrame(m))
	t.Flush()
}

func perFrame(m *medium.Medium) string {
	if m.FramesSent == 0 {
		return ""
	}
	return fmt.Sprintf("%.3f attempts a frame", float64(m.Attempts)/float64(m.FramesSent))
}

func (s *summary) delays() {
	t := tabwriter.NewWriter(s, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "\ndelay\tframes\tmean\tp50\tp95\tp99\tmax\t\n")
	for _, d := range []struct {
		name string
		medium.Delays
	}{{"access", s.r.AccessDelay}, {"queue to delivery", s.r.Delay}} {
		if d.Count == 0 {
			fmt.Fprintf(t, "%s\t0\t-\t-\t-\t-\t-\t\n", d.name)
			continue
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t\n", d.name, count(d.Count), micros(d.Mean), micros(d.P50), micros(d.P95), micros(d.P99), micros(d.Max))
	}
	t.Flush()
}

// histogram shows after how many collisions frames were sent, and how many were never sent.
func (s *summary) histogram() {
	var rows []uint64
	var dropped, most uint64
	for i := range s.r.Stations {
		st := &s.r.Stations[i]
		for k, n := range st.CollisionsPerFrame {
			if k == len(rows) {
				rows = append(rows, 0)
			}
			rows[k] += n
			most = max(most, rows[k])
		}
		dropped += st.Counters.FramesAbortedDueToXSColls
	}
	last := 0
	for k, n := range rows {
		if n > 0 {
			last = k
		}
	}
	if most == 0 && dropped == 0 {
		return
	}
	most = max(most, dropped)
	fmt.Fprint(s, "\nframes by the number of collisions before they were sent\n")
	for k := range last + 1 {
		s.bar(fmt.Sprint(k), rows[k], most)
	}
	if dropped > 0 {
		s.bar("dropped", dropped, most)
	}
}

// bar writes a row of the histogram, exact to an eighth of a column.
func (s *summary) bar(name string, n, most uint64) {
	const width = 48
	eighths := int(n * width * 8 / most)
	if n > 0 && eighths == 0 {
		eighths = 1
	}
	full := strings.Repeat("█", eighths/8)
	if eighths%8 > 0 {
		full += string([]rune("▏▎▍▌▋▊▉")[eighths%8-1])
	}
	fmt.Fprintf(s, "%8s %11s %s\n", name, count(n), full)
}

func (s *summary) stations() {
	t := tabwriter.NewWriter(s, 0, 0, 1, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "\nstation\tsent\tdelivered\tdropped\tqueued\tdeferred\t1 coll\tmore\taccess\tmax\t\n")
	all := s.r.Stations
	shown := all[:s.first(len(all))]
	for i := range shown {
		st := &shown[i]
		c := &st.Counters
		mean, most := "-", "-"
		if st.AccessDelay.Count > 0 {
			mean, most = micros(st.AccessDelay.Mean), micros(st.AccessDelay.Max)
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t\n", clip(st.Name, 16), count(c.FramesTransmittedOK), count(st.FramesDelivered),
			count(st.FramesDropped), count(st.FramesQueued), count(c.FramesWithDeferredXmissions), count(c.SingleCollisionFrames),
			count(c.MultipleCollisionFrames), mean, most)
	}
	t.Flush()
	s.more(len(all)-len(shown), "stations")
}

// micros formats a time in microseconds with three or four digits, and one of 1000 s or more in whole seconds.
func micros(us float64) string {
	switch { // by what is written: 999.6ms is 1s
	case us >= 999.5e6:
		return fmt.Sprintf("%.0fs", us/1e6)
	case us >= 999.5e3:
		return fmt.Sprintf("%.3gs", us/1e6)
	case us >= 1000:
		return fmt.Sprintf("%.3gms", us/1000)
	}
	if us < 0.001 {
		return strconv.FormatFloat(math.Round(us*1e6)/1e6, 'f', -1, 64) + "us" // whole picoseconds
	}
	return fmt.Sprintf("%.4gus", us)
}

// clip shortens a name to n runes.
func clip(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:n-1]) + "…"
}
