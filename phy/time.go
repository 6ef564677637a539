package phy

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// Time is an instant since the start of a run, or a duration, in picoseconds. Its range is 106
// days.
type Time int64

// Units of time.
const (
	Picosecond  Time = 1
	Nanosecond       = 1000 * Picosecond
	Microsecond      = 1000 * Nanosecond
	Millisecond      = 1000 * Microsecond
	Second           = 1000 * Millisecond
)

// Forever is later than any instant of a run. A duration of a line can be added to it without
// overflow.
const Forever Time = math.MaxInt64 / 2

// MaxTime is the longest time that a scenario may contain: 30 days.
const MaxTime = 30 * 24 * 3600 * Second

// Seconds returns the time in seconds, for display. It may be rounded.
func (t Time) Seconds() float64 { return float64(t) / float64(Second) }

// Microseconds returns the time in microseconds, for display. It may be rounded.
func (t Time) Microseconds() float64 { return float64(t) / float64(Microsecond) }

// String returns the exact time in the largest unit in which it has at least one whole digit, such
// as "51.2us".
func (t Time) String() string {
	if t == Forever {
		return "forever"
	}
	unit, name := Picosecond, "ps"
	for _, u := range timeUnits {
		if magnitude(t) >= uint64(u.size) {
			unit, name = u.size, u.name
			break
		}
	}
	if t == 0 {
		name = "s"
	}
	return Decimal(t, unit) + name
}

var timeUnits = []struct {
	name string
	size Time
}{
	{"s", Second}, {"ms", Millisecond}, {"us", Microsecond}, {"ns", Nanosecond}, {"ps", Picosecond},
}

// magnitude returns |t|, which for the least Time of all is not a Time.
func magnitude(t Time) uint64 {
	if t < 0 {
		return -uint64(t)
	}
	return uint64(t)
}

// Decimal returns t as a multiple of unit. The result is exact if it is a finite decimal, which it
// is for every line whose bit time has only the prime factors 2 and 5. Otherwise it has nine
// decimal places. It panics if the unit is not above 0.
func Decimal(t, unit Time) string { return string(AppendDecimal(nil, t, unit)) }

// AppendDecimal appends the result of [Decimal] to b.
func AppendDecimal(b []byte, t, unit Time) []byte {
	if unit <= 0 {
		panic("phy: the unit of a decimal is not above 0")
	}
	if t < 0 {
		b = append(b, '-')
	}
	whole := magnitude(t)
	b = strconv.AppendUint(b, whole/uint64(unit), 10)
	rest := Time(whole % uint64(unit))
	if rest == 0 {
		return b
	}
	b = append(b, '.')
	for places := 0; rest != 0; places++ {
		if places == 9 && !finite(rest, unit) {
			break
		}
		rest *= 10
		b = append(b, '0'+byte(rest/unit))
		rest %= unit
	}
	return b
}

// finite reports whether rest/unit has a finite decimal expansion.
func finite(rest, unit Time) bool {
	a, b := rest, unit
	for b != 0 {
		a, b = b, a%b
	}
	unit /= a
	for unit%2 == 0 {
		unit /= 2
	}
	for unit%5 == 0 {
		unit /= 5
	}
	return unit == 1
}

// ParseTime reads a time such as "51.2us", "10 ms" or, in bit times, "512bt". If bit is not above
// 0, the unit bt is an error. The value is read exactly and rounded once to a picosecond. It must be
// between 0 and [MaxTime].
func ParseTime(s string, bit Time) (Time, error) {
	number, unit := splitUnit(s)
	size := bit
	if unit != "bt" {
		size = 0
		for _, u := range timeUnits {
			if u.name == unit {
				size = u.size
			}
		}
	}
	if unit == "µs" || unit == "μs" {
		size = Microsecond
	}
	if number == "" || size <= 0 {
		if bit <= 0 {
			return 0, fmt.Errorf("%q is not a time: write a number and ps, ns, us, ms or s, such as 10ms", s)
		}
		return 0, fmt.Errorf("%q is not a time: write a number and ps, ns, us, ms, s or bt (bit times), such as 51.2us or 512bt", s)
	}
	return scale(s, number, size)
}

// scale reads a decimal number and multiplies it by a unit, rounding once.
func scale(s, number string, unit Time) (Time, error) {
	if strings.HasPrefix(number, "-") {
		return 0, fmt.Errorf("%q is negative: write a time from 0s, such as 10ms", s)
	}
	// Plain decimals only: an exponent could ask for a number of any size.
	if len(number) > 40 || strings.Trim(number, "0123456789.") != "" {
		return 0, fmt.Errorf("%q: %q is not a plain decimal number: write one number and one unit, such as 51.2us", s, number)
	}
	r, ok := new(big.Rat).SetString(number)
	if !ok {
		return 0, fmt.Errorf("%q: %q is not a plain decimal number: write one number and one unit, such as 51.2us", s, number)
	}
	r.Mul(r, new(big.Rat).SetInt64(int64(unit)))
	if r.Cmp(new(big.Rat).SetInt64(int64(MaxTime))) > 0 {
		return 0, fmt.Errorf("%q is longer than 30 days, the longest time that can be simulated", s)
	}
	// Round half up: floor((2n+d) / 2d).
	n := new(big.Int).Lsh(r.Num(), 1)
	n.Add(n, r.Denom())
	n.Quo(n, new(big.Int).Lsh(r.Denom(), 1))
	return Time(n.Int64()), nil
}

// splitUnit splits "51.2 us" into "51.2" and "us".
func splitUnit(s string) (number, unit string) {
	s = strings.TrimSpace(s)
	i := strings.LastIndexAny(s, "0123456789.") + 1
	return s[:i], strings.TrimSpace(s[i:])
}
