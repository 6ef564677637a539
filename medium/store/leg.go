package store

import (
	"errors"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/phy"
)

// unit is the unit of legs, and of the policies' plain numbers.
const unit = phy.Millisecond

// Leg is the distribution of the time that a message takes; each message draws its own. The zero
// value takes no time at all, which a store does not accept.
type Leg struct {
	kind shape
	a, b phy.Time

	Abs bool     // a negative draw, which only a normal leg has, counts as positive
	Min phy.Time // a shorter time counts as Min
}

type shape uint8

const (
	constant shape = iota
	normal
	uniform
	exponential
)

// Constant returns a leg that always takes the same time.
func Constant(t phy.Time) Leg { return Leg{a: t} }

// Normal returns a normally distributed leg with the given mean and standard deviation. A negative
// draw is 0, unless Abs is set. Then the leg is |N(mean, sd)|, as in the article, with 10 ms and 2
// ms.
func Normal(mean, sd phy.Time) Leg { return Leg{kind: normal, a: mean, b: sd} }

// Uniform returns a leg from a to b, each time with the same probability.
func Uniform(a, b phy.Time) Leg { return Leg{kind: uniform, a: a, b: b} }

// Exponential returns an exponentially distributed leg with the given mean.
func Exponential(mean phy.Time) Leg { return Leg{kind: exponential, a: mean} }

// Article is the leg of the article: |N(10 ms, 2 ms)|.
var Article = Leg{kind: normal, a: 10 * phy.Millisecond, b: 2 * phy.Millisecond, Abs: true}

// Check returns an error that says what is wrong with a leg, or nil. With a leg that is always 0, a
// run would never leave an instant.
func (l *Leg) Check() error {
	switch {
	case l.a < 0 || l.b < 0 || l.Min < 0:
		return errors.New("a leg's time is negative")
	case l.kind == uniform && l.b < l.a:
		return errors.New("a uniform leg ends before it begins")
	case max(l.a, l.b, l.Min) > phy.MaxTime:
		return errors.New("a leg's time is more than 30 days")
	case l.a+l.b+l.Min == 0:
		return errors.New("a leg takes no time: set it to 10 ms, say, or to a distribution")
	}
	return nil
}

// draw returns a leg in milliseconds. It is NaN if recorded draws have no number left.
func (l *Leg) draw(d backoff.Draws, r *backoff.Rand) float64 {
	a, b := millis(l.a), millis(l.b)
	var x float64
	switch {
	case l.kind == constant:
		x = a
	case l.kind == exponential:
		x = exponentialOf(a, d, r)
	case l.kind == normal && d != nil:
		x = d.Normal(a, b)
	case l.kind == normal:
		x = a + float64(b*r.Normal())
	case d != nil:
		x = d.Uniform(a, b)
	default:
		x = a + float64((b-a)*r.Float64())
	}
	if l.Abs && x < 0 {
		x = -x
	}
	if least := millis(l.Min); x < least {
		x = least
	}
	return x
}

// exponentialOf draws an exponential number of a mean. Recorded draws do not contain any, so that
// it is computed from a uniform one.
func exponentialOf(mean float64, d backoff.Draws, r *backoff.Rand) float64 {
	if d != nil {
		return -float64(mean * backoff.Log(1-d.Uniform(0, 1)))
	}
	return float64(mean * r.Exponential())
}

// millis returns a time in milliseconds.
func millis(t phy.Time) float64 { return float64(t) / float64(unit) }
