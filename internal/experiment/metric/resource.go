package metric

import (
	"math"

	"github.com/csmacd/csmacd/medium"
)

// resourceMetrics returns the metrics that only certain media other than cables have.
func resourceMetrics() []Metric {
	in := func(kinds []string, name, unit, what string, get func(*medium.Medium) (float64, bool)) Metric {
		return Metric{Name: name, Unit: unit, What: what, of: func(s *summed) float64 {
			v, ok := get(&s.Medium)
			if !ok {
				return math.NaN()
			}
			return v
		}, kinds: kinds}
	}
	of := func(kind, name, unit, what string, get func(*medium.Medium) (float64, bool)) Metric {
		return in([]string{kind}, name, unit, what, get)
	}
	list := []Metric{
		in(channels, "backlog_mean", "users", "mean over time of the users whose frame has collided and is not sent yet", func(m *medium.Medium) (float64, bool) {
			if m.Aloha == nil {
				return 0, false
			}
			return m.BacklogMean, true
		}),
		in(channels, "first_exit_us", "us", "time until the users with a collided frame exceeded the limit, which ended the run; none if they never did", func(m *medium.Medium) (float64, bool) {
			if m.Aloha == nil || m.FirstExitUs == 0 {
				return 0, false
			}
			return m.FirstExitUs, true
		}),
		of("store", "calls", "calls", "writes", func(m *medium.Medium) (float64, bool) {
			if m.Store == nil {
				return 0, false
			}
			return float64(m.Calls), true
		}),
		of("store", "completion_us", "us", "time until the last client had its answer", func(m *medium.Medium) (float64, bool) {
			if m.Store == nil || m.FramesSent == 0 {
				return 0, false
			}
			return m.CompletionUs, true
		}),
		of("server", "recovered", "", "1 if the server answered as many after the last stop as before the first, 0 if it never did", func(m *medium.Medium) (float64, bool) {
			switch {
			case m.Server == nil:
				return 0, false
			case m.RecoveredUs == nil:
				return 0, true
			}
			return 1, true
		}),
		of("server", "recovered_us", "us", "time from the end of the last stop until the server answered as many as before the first; none if it never did", func(m *medium.Medium) (float64, bool) {
			if m.Server == nil || m.RecoveredUs == nil {
				return 0, false
			}
			return *m.RecoveredUs, true
		}),
	}
	for _, c := range []struct {
		name, what string
		get        func(*medium.Submit) uint64
	}{
		{"submitted", "jobs that the queue accepted", func(s *medium.Submit) uint64 { return s.Submitted }},
		{"refused", "attempts while the queue was down", func(s *medium.Submit) uint64 { return s.Refused }},
		{"crashes", "crashes of the queue, out of descriptors", func(s *medium.Submit) uint64 { return s.Crashes }},
		{"aborted", "attempts ended by a crash", func(s *medium.Submit) uint64 { return s.Aborted }},
		{"deferred", "attempts not begun because too few descriptors were free", func(s *medium.Submit) uint64 { return s.Deferred }},
	} {
		list = append(list, of("submit", c.name, "", c.what, func(m *medium.Medium) (float64, bool) {
			if m.Submit == nil {
				return 0, false
			}
			return float64(c.get(m.Submit)), true
		}))
	}
	return list
}
