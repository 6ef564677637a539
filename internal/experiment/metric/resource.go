package metric

import (
	"math"

	"github.com/csmacd/csmacd/medium"
)

// resourceMetrics are the figures that only some media besides the cable have.
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
		in(channels, "backlog_mean", "users", "users with a frame that has collided and is not through, over time", func(m *medium.Medium) (float64, bool) {
			if m.Aloha == nil {
				return 0, false
			}
			return m.BacklogMean, true
		}),
		in(channels, "first_exit_us", "us", "until more users had a frame that had collided than the limit, which ended the run; none where that never was", func(m *medium.Medium) (float64, bool) {
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
		of("store", "completion_us", "us", "until the last client had its answer", func(m *medium.Medium) (float64, bool) {
			if m.Store == nil || m.FramesSent == 0 {
				return 0, false
			}
			return m.CompletionUs, true
		}),
		of("server", "recovered", "", "1 where after the last stop as many were answered as before the first, 0 where that never was", func(m *medium.Medium) (float64, bool) {
			switch {
			case m.Server == nil:
				return 0, false
			case m.RecoveredUs == nil:
				return 0, true
			}
			return 1, true
		}),
		of("server", "recovered_us", "us", "from the end of the last stop until as many were answered as before the first; none where that never was", func(m *medium.Medium) (float64, bool) {
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
		{"submitted", "jobs that the queue took", func(s *medium.Submit) uint64 { return s.Submitted }},
		{"refused", "attempts while the queue was down", func(s *medium.Submit) uint64 { return s.Refused }},
		{"crashes", "of the queue, out of descriptors", func(s *medium.Submit) uint64 { return s.Crashes }},
		{"aborted", "attempts that a crash ended", func(s *medium.Submit) uint64 { return s.Aborted }},
		{"deferred", "attempts not begun, since too few descriptors were free", func(s *medium.Submit) uint64 { return s.Deferred }},
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
