package theory

import (
	"fmt"
	"io"
	"math"
	"text/tabwriter"
)

// Answer is the solution of the chain. Its JSON leaves out what is infinite or too large for a
// number.
type Answer struct {
	Users       int           `json:"users"`
	S           float64       `json:"s"`
	P           float64       `json:"p"`
	R           float64       `json:"r"`
	Verdict     string        `json:"verdict"`
	Equilibria  []Equilibrium `json:"equilibria"`
	Limit       int           `json:"n_c,omitempty"`
	FirstExit   *float64      `json:"first_exit_slots,omitempty"`
	Throughput  float64       `json:"throughput"`
	Backlog     float64       `json:"backlog_mean"`
	Delay       *float64      `json:"delay_slots,omitempty"`
	StableFromK int           `json:"stable_from_k,omitempty"`
}

// mostK is the greatest K at which Solve looks for a stable channel.
const mostK = 100_000

// Solve solves the chain.
func (l *Lam) Solve() *Answer {
	a := &Answer{Users: l.Users, S: l.S, P: l.P, R: l.R}
	a.Equilibria = l.Equilibria()
	v, limit := l.Judge(a.Equilibria)
	a.Verdict = v.String()
	if v == Bistable {
		a.Limit, a.FirstExit = limit, number(l.FirstExit(limit))
	}
	var delay float64
	a.Throughput, a.Backlog, delay = l.Means()
	a.Delay = number(delay)
	a.StableFromK = StableWindow(l.Users, l.S, l.R, mostK)
	return a
}

// number returns a pointer to a finite number, or nil.
func number(v float64) *float64 {
	if math.IsInf(v, 0) || math.IsNaN(v) {
		return nil
	}
	return &v
}

// Print writes the answer as text.
func (a *Answer) Print(to io.Writer) {
	users := "users"
	if a.Users == 1 {
		users = "user"
	}
	fmt.Fprintf(to, "slotted ALOHA, %d %s: S %g (N S %g), P %.6g, R %g\n\n", a.Users, users, a.S, float64(a.S*float64(a.Users)), a.P, a.R)
	t := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "verdict\t%s\n", a.Verdict)
	for _, e := range a.Equilibria {
		kind := "unstable"
		if e.Stable {
			kind = "stable"
		}
		fmt.Fprintf(t, "equilibrium\tbacklog %.3f, %s\n", e.Backlog, kind)
	}
	if a.Verdict == Bistable.String() {
		exit := "more slots than a number can hold"
		if a.FirstExit != nil {
			exit = fmt.Sprintf("%.6g slots", *a.FirstExit)
		}
		fmt.Fprintf(t, "first exit\t%s, from empty to a backlog of more than %d\n", exit, a.Limit)
	}
	fmt.Fprintf(t, "throughput\t%.6f frames a slot\n", a.Throughput)
	fmt.Fprintf(t, "backlog\t%.5f users\n", a.Backlog)
	delay := "infinite"
	if a.Delay != nil {
		delay = fmt.Sprintf("%.9g slots", *a.Delay)
	}
	fmt.Fprintf(t, "delay\t%s\n", delay)
	if a.StableFromK > 0 {
		fmt.Fprintf(t, "stable from\tK = %d\n", a.StableFromK)
	} else {
		fmt.Fprintf(t, "stable from\tno K up to %d\n", mostK)
	}
	t.Flush()
}
