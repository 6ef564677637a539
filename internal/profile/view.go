package profile

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/phy"
)

// View determines how policies are simulated, and the unit in which times are written.
type View struct {
	Options          // except Scale, which each policy has of its own
	Unit    phy.Time // 0: plain numbers
}

// Named is a policy with its profile.
type Named struct {
	Text string `json:"policy"` // as the user wrote it
	Name string `json:"name"`
	Profile
}

// Grain returns the unit of parameters that are times: a millisecond if Unit is 0.
func (v *View) Grain() phy.Time {
	if v.Unit == 0 {
		return phy.Millisecond
	}
	return v.Unit
}

// mostAttempts and mostClients limit the simulation.
const mostAttempts, mostClients = 1000, 1_000_000

// Check returns an error if an option is out of range. It names the flag of csmacd backoff.
func (v *View) Check() error {
	switch o := &v.Options; {
	case o.Failures < 1 || o.Failures > mostAttempts:
		return fmt.Errorf("--attempts %d is out of range: it must be 1 to %d", o.Failures, mostAttempts)
	case o.Clients < 1 || o.Clients > mostClients:
		return fmt.Errorf("--clients %d is out of range: it must be 1 to %d", o.Clients, mostClients)
	case o.Clients*o.Failures > MostDelays:
		return fmt.Errorf("%d clients with %d attempts each draw %d delays: the limit is %d", o.Clients, o.Failures, o.Clients*o.Failures, MostDelays)
	}
	return nil
}

// Of returns the profile of a policy. grain is the length of the policy's 1.
func (v *View) Of(p backoff.Policy, grain phy.Time, text string) Named {
	o := v.Options
	o.Scale = float64(grain) / float64(v.Grain())
	return Named{strings.Join(strings.Fields(text), " "), p.Name(), Of(p, o)}
}

// Print writes a table for each policy, and a chart of all policies.
func (v *View) Print(w io.Writer, list []Named) error {
	var b strings.Builder
	if v.Unit == 0 {
		b.WriteString("Times are plain numbers, in ms where a policy has times of its own; --unit gives them a unit.\n\n")
	}
	for i := range list {
		v.table(&b, &list[i])
	}
	v.chart(&b, list)
	_, err := io.WriteString(w, b.String())
	return err
}

// time returns a time as text: a plain number, or a number with a unit.
func (v *View) time(x float64) string {
	if v.Unit == 0 {
		return digits(x)
	}
	s := float64(x * v.Unit.Seconds())
	for _, u := range []struct {
		name string
		size float64
	}{{"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}} {
		if s >= u.size*(1-1e-12) {
			return digits(s/u.size) + u.name
		}
	}
	if s == 0 {
		return "0s"
	}
	return digits(s/1e-12) + "ps"
}

// digits returns a number with four significant digits, or with one decimal from 1000 on.
func digits(x float64) string {
	switch size := math.Abs(x); {
	case x == 0:
		return "0"
	case size >= 1e9 || size < 1e-3:
		return strconv.FormatFloat(x, 'g', 4, 64)
	case size >= 1000:
		return trimmed(strconv.FormatFloat(x, 'f', 1, 64))
	case size >= 100:
		return trimmed(strconv.FormatFloat(x, 'f', 2, 64))
	}
	return strconv.FormatFloat(x, 'g', 4, 64)
}

// trimmed returns a number without the zeros at the end of its fraction.
func trimmed(s string) string {
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}

// give returns a mean as text, with half its interval if it has one.
func (v *View) give(mean, half float64) string {
	if half == 0 {
		return v.time(mean)
	}
	return v.time(mean) + " ±" + v.time(two(half))
}

// two rounds to two significant digits.
func two(x float64) float64 {
	y, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'e', 1, 64), 64)
	return y
}
