package document

import (
	"math/big"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/csmacd/csmacd/phy"
)

// The readers of single values. Each reports a mistake and then returns ok false; its caller
// continues without the value.

// Word reads text, which may look like a number.
func (r *Reader) Word(n *Node) (s string, ok bool) {
	if n.Kind != Scalar {
		r.Fail(n, "must be a single value, not %s", n.Kind)
		return "", false
	}
	return n.Text, true
}

// Name reads the name of a thing: 1 to 200 printable characters.
func (r *Reader) Name(n *Node) (s string, ok bool) {
	if s, ok = r.Word(n); !ok {
		return "", false
	}
	if length := utf8.RuneCountInString(s); length < 1 || length > 200 || !Printable(s) {
		r.Fail(n, "a name is 1 to 200 printable characters, on one line")
		return "", false
	}
	return s, true
}

// Printable reports whether all characters of a text are printable.
func Printable(s string) bool {
	for _, c := range s {
		if !unicode.IsPrint(c) {
			return false
		}
	}
	return true
}

// OneOf reads one of the words of a list.
func (r *Reader) OneOf(n *Node, what string, allowed ...string) (s string, ok bool) {
	if s, ok = r.Word(n); !ok {
		return "", false
	}
	for _, a := range allowed {
		if s == a {
			return s, true
		}
	}
	r.Fail(n, "%q is not %s: %s", s, what, Instead(s, "allowed", allowed))
	return "", false
}

// Whole reads a whole number from least to most.
func (r *Reader) Whole(n *Node, least, most uint64) (v uint64, ok bool) {
	s, ok := r.Word(n)
	if !ok {
		return 0, false
	}
	if !n.Number() {
		if _, err := strconv.ParseInt(s, 10, 64); err == nil {
			r.Fail(n, "%q is text: write %s without quotes", s, s)
			return 0, false
		}
	}
	digits := strings.TrimPrefix(s, "-")
	if !n.Number() || digits == "" || strings.Trim(digits, "0123456789") != "" {
		r.Fail(n, "%q is not a whole number: write digits, from %d to %d", s, least, most)
		return 0, false
	}
	if v, err := strconv.ParseUint(s, 10, 64); err == nil && v >= least && v <= most {
		return v, true
	}
	r.Fail(n, "%s is out of range: it must be %d to %d", s, least, most)
	return 0, false
}

// Integer is Whole for an int.
func (r *Reader) Integer(n *Node, least, most int) (v int, ok bool) {
	u, ok := r.Whole(n, uint64(least), uint64(most))
	return int(u), ok
}

// Decimal reads a plain decimal number of at least 0, exactly.
func (r *Reader) Decimal(n *Node) (v *big.Rat, ok bool) {
	s, ok := r.Word(n)
	if !ok {
		return nil, false
	}
	if v, ok := BareNumber(s); ok && n.Number() {
		return v, true
	}
	r.Fail(n, "%q is not a plain number: write digits and a point, such as 0.5", s)
	return nil, false
}

// Flag reads a switch: true, on or yes; false, off or no.
func (r *Reader) Flag(n *Node) (on, ok bool) {
	s, ok := r.Word(n)
	if !ok {
		return false, false
	}
	if on, ok = switched(s); !ok {
		r.Fail(n, "%q is not a switch: write on or off", s)
	}
	return on, ok
}

// Duration reads a length of time; the unit bt stands for the bit time given.
func (r *Reader) Duration(n *Node, bt phy.Time) (t phy.Time, ok bool) {
	return r.Time(n, bt, "10us, 10ms or 10bt", "ps, ns, us, ms, s or bt")
}

// Positive reads a length of time of more than 0.
func (r *Reader) Positive(n *Node, bt phy.Time) (t phy.Time, ok bool) {
	if t, ok = r.Duration(n, bt); ok && t == 0 {
		r.Fail(n, "must be more than 0")
		return 0, false
	}
	return t, ok
}

// Time reads a length of time; with a bit time of 0 it refuses the unit bt.
func (r *Reader) Time(n *Node, bit phy.Time, example, units string) (t phy.Time, ok bool) {
	s, ok := r.Word(n)
	if !ok {
		return 0, false
	}
	if v, bare := BareNumber(s); bare {
		if v.Sign() != 0 {
			r.Fail(n, "%s has no unit: write it with one, such as %s (units: %s)", s, example, units)
		}
		return 0, v.Sign() == 0
	}
	t, err := phy.ParseTime(s, bit)
	if err != nil {
		r.Fail(n, "%v", err)
	}
	return t, err == nil
}

// BareNumber returns the value of a text that is a plain decimal number; ok is false for any
// other text, such as one with a unit.
func BareNumber(s string) (v *big.Rat, ok bool) {
	// No exponents: a short text must not stand for a number of any size.
	if len(s) > 40 || strings.Trim(s, "0123456789.") != "" {
		return nil, false
	}
	return new(big.Rat).SetString(s)
}

// RoundRat rounds a number of at least 0 to the nearest whole number, halves up; ok is false if
// that is more than most.
func RoundRat(v *big.Rat, most int64) (n int64, ok bool) {
	if v.Cmp(new(big.Rat).SetInt64(most)) > 0 {
		return 0, false
	}
	twice := new(big.Int).Lsh(v.Num(), 1)
	twice.Add(twice, v.Denom())
	return twice.Quo(twice, new(big.Int).Lsh(v.Denom(), 1)).Int64(), true
}

// SetTo returns a function that takes the results of a reader of values. It sets into, and
// keeps the old value if ok is false.
func SetTo[T any](into *T) func(T, bool) {
	return func(v T, ok bool) {
		if ok {
			*into = v
		}
	}
}

// FormatNumber writes a number as people do, without an exponent.
func FormatNumber(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
