package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/profile"
	"github.com/csmacd/csmacd/internal/usage"
	"github.com/csmacd/csmacd/phy"
)

// view is how policies are followed, and in what their times are told.
type view struct {
	options profile.Options // but for the scale, which is each policy's
	unit    phy.Time        // 0: plain numbers
}

// grain is what 1 means where a parameter is a time: a millisecond, if nobody says.
func (v *view) grain() phy.Time {
	if v.unit == 0 {
		return phy.Millisecond
	}
	return v.unit
}

// mostAttempts and mostClients bound what one command follows.
const mostAttempts, mostClients = 1000, 1_000_000

func readView(c *cli.Context) (v *view, err error) {
	v = &view{options: profile.Options{Failures: c.Int("attempts"), Clients: c.Int("clients"), Seed: c.Uint64("seed")}}
	if text := c.String("unit"); text != "" {
		if v.unit, err = phy.ParseTime(text, phy.Ethernet10.BitTime); err == nil && v.unit <= 0 {
			err = fmt.Errorf("%q is no length: a unit is more than 0", text)
		}
		if err != nil {
			return nil, usage.Errorf("--unit: %w", err)
		}
	}
	takes, err := strconv.ParseFloat(c.String("takes"), 64)
	o := &v.options
	switch {
	case err != nil || !(takes >= 0 && takes <= 1e9):
		err = fmt.Errorf("--takes %s: write a number of units, 0 to 1000000000", c.String("takes"))
	case o.Failures < 1 || o.Failures > mostAttempts:
		err = fmt.Errorf("--attempts %d is out of range: it must be 1 to %d", o.Failures, mostAttempts)
	case o.Clients < 1 || o.Clients > mostClients:
		err = fmt.Errorf("--clients %d is out of range: it must be 1 to %d", o.Clients, mostClients)
	case o.Clients*o.Failures > profile.MostDelays:
		err = fmt.Errorf("%d clients of %d attempts are %d delays; %d can be followed", o.Clients, o.Failures, o.Clients*o.Failures, profile.MostDelays)
	default:
		o.Takes = takes
		return v, nil
	}
	return nil, usage.Of(err)
}

// time writes a length of time: a plain number, or with its unit.
func (v *view) time(x float64) string {
	if v.unit == 0 {
		return digits(x)
	}
	s := x * v.unit.Seconds()
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

// digits writes a number with four digits that count, or as many as a whole number has.
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

// trimmed leaves zeros at the end of a fraction out.
func trimmed(s string) string {
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}

// give writes a mean, with half of its interval where it has one.
func (v *view) give(mean, half float64) string {
	if half == 0 {
		return v.time(mean)
	}
	return v.time(mean) + " ±" + v.time(two(half))
}

// two rounds to two digits that count.
func two(x float64) float64 {
	y, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'e', 1, 64), 64)
	return y
}
