package report

import (
	"cmp"
	"fmt"
	"slices"
	"text/tabwriter"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/aloha"
	"github.com/csmacd/csmacd/phy"
)

// kinds describes each medium that is not a cable: what contends there, where, and for what.
var kinds = map[string]struct{ client, where, work string }{
	"aloha":         {"user", "on a channel without slots", "frames"},
	"slotted-aloha": {"user", "on a slotted channel", "frames"},
	"store":         {"client", "at a store", "changes"},
	"server":        {"client", "at a server", "requests"},
	"submit":        {"client", "at a queue of jobs", "jobs"},
}

// cable reports whether a result is about stations on a cable or a star.
func cable(r *medium.Result) bool {
	_, other := kinds[r.Medium.Kind]
	return !other
}

// resource writes the summary of a medium that is not a cable.
func (s *summary) resource() {
	r := s.r
	m := &r.Medium
	k := kinds[m.Kind]
	fmt.Fprintf(s, "%s: %s %s, %s simulated", clip(r.Scenario, 48), clients(r, k.client), k.where, phy.Time(r.SimulatedPs))
	s.headingEnd()
	s.story()
	t := tabwriter.NewWriter(s, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "%s\toffered %s\tdone %s\tgiven up %s\tunder way %s\n", k.work, count(m.FramesOffered), count(m.FramesSent), count(m.FramesDropped), count(m.FramesQueued))
	fmt.Fprintf(t, "attempts\t%s\t%s\tJain %.3f\n", count(m.Attempts), eachTook(m.Attempts, m.FramesSent), m.Jain)
	s.ofKind(t, m)
	t.Flush()
	if m.Aloha != nil {
		measured := ""
		if r.SimulatedPs == 0 {
			measured = ", before anything was measured"
		}
		switch {
		case m.FirstExitUs > 0:
			fmt.Fprintf(s, "the backlog was more than %s after %s%s, which ended the run\n", count(uint64(m.BacklogLimit)), micros(m.FirstExitUs), measured)
		case m.LostUs > 0:
			fmt.Fprintf(s, "the channel was lost after %s%s, which ended the run: no frame got through in %s transmissions; with backlog_limit it goes on\n",
				micros(m.LostUs), measured, count(aloha.Vain))
		}
	}
	s.groups()
}

// clients returns the number of clients in words.
func clients(r *medium.Result, what string) string {
	switch n := len(r.Stations); {
	case r.Medium.Aloha != nil && r.Medium.Endless:
		return what + "s without number"
	case n == 1:
		return "1 " + what
	default:
		return count(uint64(n)) + " " + what + "s"
	}
}

func eachTook(attempts, done uint64) string {
	if done == 0 {
		return "none done"
	}
	return fmt.Sprintf("%.3f for each done", float64(attempts)/float64(done))
}

// ofKind writes what only this kind of medium has.
func (s *summary) ofKind(t *tabwriter.Writer, m *medium.Medium) {
	switch {
	case m.Aloha != nil:
		fmt.Fprintf(t, "channel\tsuccess %s\tcollision %s\tidle %s\tmean backlog %.3f\n", percent(m.ShareSuccess), percent(m.ShareCollision), percent(m.ShareIdle), m.BacklogMean)
	case m.Store != nil:
		fmt.Fprintf(t, "calls\t%s writes\tconflicts %s\tlast done after %s\n", count(m.Calls), count(m.Collisions), micros(m.CompletionUs))
	case m.Server != nil:
		server(t, m.Server)
	case m.Submit != nil:
		fmt.Fprintf(t, "jobs\tsubmitted %s\trefused %s\taborted %s\tdeferred %s\n", count(m.Submitted), count(m.Refused), count(m.Aborted), count(m.Deferred))
		fmt.Fprintf(t, "crashes\t%s\n", count(m.Crashes))
	}
}

// groups writes a row for each group of clients or, without groups, one row for all.
func (s *summary) groups() {
	r := s.r
	rows := r.Groups
	if len(rows) == 0 {
		m := &r.Medium
		rows = []medium.GroupResult{{Name: "all", FramesSent: m.FramesSent, FramesQueued: m.FramesQueued, Attempts: m.Attempts, Delay: r.Delay, Jain: m.Jain, Stations: len(r.Stations),
			Aloha: m.Aloha, Store: m.Store, Server: m.Server, Submit: m.Submit}}
	}
	t := tabwriter.NewWriter(s, 0, 0, 2, ' ', tabwriter.AlignRight)
	named := slices.ContainsFunc(rows, func(g medium.GroupResult) bool { return g.Policy != "" && g.Policy != g.Name })
	fmt.Fprint(t, "\n", kinds[r.Medium.Kind].client, "s\t")
	if named {
		fmt.Fprint(t, "policy\t")
	}
	fmt.Fprint(t, "number\tdone\tunder way\tattempts\tdelay of done\tp50\tp95\tp99\tmax\tJain\t")
	if r.Medium.Store != nil {
		fmt.Fprint(t, "all done\t")
	}
	if r.Medium.Server != nil {
		fmt.Fprint(t, "up again after\t")
	}
	fmt.Fprintln(t)
	for i := range rows {
		g := &rows[i]
		fmt.Fprintf(t, "%s\t", clip(cmp.Or(g.Name, "-"), 20))
		if named {
			fmt.Fprintf(t, "%s\t", clip(cmp.Or(g.Policy, "-"), 20))
		}
		number := count(uint64(g.Stations))
		if g.Aloha != nil && g.Endless {
			number = "-"
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t", number, count(g.FramesSent), count(g.FramesQueued), count(g.Attempts))
		if d := &g.Delay; d.Count == 0 {
			fmt.Fprint(t, "-\t-\t-\t-\t-\t")
		} else {
			fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t", micros(d.Mean), micros(d.P50), micros(d.P95), micros(d.P99), micros(d.Max))
		}
		fmt.Fprintf(t, "%.3f\t", g.Jain)
		if g.Store != nil {
			fmt.Fprintf(t, "%s\t", micros(g.CompletionUs))
		}
		if g.Server != nil {
			fmt.Fprintf(t, "%s\t", upAgain(g.Server))
		}
		fmt.Fprintln(t)
	}
	t.Flush()
	for _, note := range r.Notes {
		fmt.Fprintf(s, "note: %s\n", note)
	}
}
