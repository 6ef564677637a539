package scenario

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/csmacd/csmacd/phy"
)

// The readers of single values. Each says what is wrong and then gives ok false;
// its caller goes on without the value.

// word reads text, which may look like a number.
func (r *reader) word(n *node) (s string, ok bool) {
	if n.kind != scalarNode {
		r.fail(n, "a single value is wanted here, not %s", n.kind)
		return "", false
	}
	return n.text, true
}

// oneOf reads a word of a list.
func (r *reader) oneOf(n *node, what string, allowed ...string) (s string, ok bool) {
	if s, ok = r.word(n); !ok {
		return "", false
	}
	for _, a := range allowed {
		if s == a {
			return s, true
		}
	}
	r.fail(n, "%q is not %s: %s", s, what, instead(s, "allowed", allowed))
	return "", false
}

// whole reads a whole number from least to most.
func (r *reader) whole(n *node, least, most uint64) (v uint64, ok bool) {
	s, ok := r.word(n)
	if !ok {
		return 0, false
	}
	if !n.number() {
		if _, err := strconv.ParseInt(s, 10, 64); err == nil {
			r.fail(n, "%q is text: write %s without quotes", s, s)
			return 0, false
		}
	}
	digits := strings.TrimPrefix(s, "-")
	if !n.number() || digits == "" || strings.Trim(digits, "0123456789") != "" {
		r.fail(n, "%q is not a whole number: write digits, from %d to %d", s, least, most)
		return 0, false
	}
	if v, err := strconv.ParseUint(s, 10, 64); err == nil && v >= least && v <= most {
		return v, true
	}
	r.fail(n, "%s is out of range: it must be %d to %d", s, least, most)
	return 0, false
}

// integer is whole for an int.
func (r *reader) integer(n *node, least, most int) (v int, ok bool) {
	u, ok := r.whole(n, uint64(least), uint64(most))
	return int(u), ok
}

// decimal reads a plain decimal number of at least 0, exactly.
func (r *reader) decimal(n *node) (v *big.Rat, ok bool) {
	s, ok := r.word(n)
	if !ok {
		return nil, false
	}
	// No exponents: a short text must not ask for a number of any size.
	if n.number() && len(s) <= 40 && strings.Trim(s, "0123456789.") == "" {
		if v, ok := new(big.Rat).SetString(s); ok {
			return v, true
		}
	}
	r.fail(n, "%q is not a plain number: write digits and a point, such as 0.5", s)
	return nil, false
}

// flag reads a switch: true, on or yes; false, off or no.
func (r *reader) flag(n *node) (on, ok bool) {
	s, ok := r.word(n)
	if !ok {
		return false, false
	}
	switch strings.ToLower(s) {
	case "true", "on", "yes":
		return true, true
	case "false", "off", "no":
		return false, true
	}
	r.fail(n, "%q is neither on nor off", s)
	return false, false
}

// duration reads a length of time.
func (r *reader) duration(n *node) (t phy.Time, ok bool) {
	return r.timeIn(n, r.line().BitTime, "10us, 10ms or 10bt", "ns, us, ms, s or bt")
}

// positive reads a length of time of more than 0.
func (r *reader) positive(n *node) (t phy.Time, ok bool) {
	if t, ok = r.duration(n); ok && t == 0 {
		r.fail(n, "must be more than 0")
		return 0, false
	}
	return t, ok
}

// bits reads a length of time that is a whole number of bit times.
func (r *reader) bits(n *node, least phy.Time) (t phy.Time, ok bool) {
	bit := r.line().BitTime
	t, ok = r.duration(n)
	switch {
	case !ok:
		return 0, false
	case t%bit != 0:
		r.fail(n, "%s is %s bit times: it must be a whole number of them", n.text, phy.Decimal(t, bit))
		return 0, false
	case t < least*bit:
		r.fail(n, "must be at least %d bit time", least)
		return 0, false
	}
	return t, true
}

// timeIn reads a length of time; a bit time of 0 refuses the unit bt.
func (r *reader) timeIn(n *node, bit phy.Time, example, units string) (t phy.Time, ok bool) {
	s, ok := r.word(n)
	if !ok {
		return 0, false
	}
	if v, bare := bareNumber(s); bare {
		if v.Sign() != 0 {
			r.fail(n, "%s has no unit: write %s, as it is meant (units: %s)", s, example, units)
		}
		return 0, v.Sign() == 0
	}
	t, err := phy.ParseTime(s, bit)
	if err != nil {
		r.fail(n, "%v", err)
	}
	return t, err == nil
}

// bareNumber says whether a text is a number without a unit.
func bareNumber(s string) (v *big.Rat, ok bool) {
	if len(s) > 40 || strings.Trim(s, "0123456789.") != "" {
		return nil, false
	}
	return new(big.Rat).SetString(s)
}

// roundRat rounds a number of at least 0 to the nearest whole, halves up; ok is
// false where it is more than most.
func roundRat(v *big.Rat, most int64) (n int64, ok bool) {
	if v.Cmp(new(big.Rat).SetInt64(most)) > 0 {
		return 0, false
	}
	twice := new(big.Int).Lsh(v.Num(), 1)
	twice.Add(twice, v.Denom())
	return twice.Quo(twice, new(big.Int).Lsh(v.Denom(), 1)).Int64(), true
}
