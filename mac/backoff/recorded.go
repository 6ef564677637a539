package backoff

import (
	"errors"
	"fmt"
	"math"
)

// ErrRecorded is the error of [Recorded] draws that do not fit the draws asked for.
var ErrRecorded = errors.New("recorded draws do not fit")

// DrawKind is the distribution of a recorded draw.
type DrawKind uint8

// The kinds of recorded draws.
const (
	AnyDraw     DrawKind = iota // a plain number: the result of a draw that is uniform on [0,1) or standard normal
	UniformDraw                 // uniform on [A,B)
	NormalDraw                  // normal with mean A and standard deviation B
)

var drawKindNames = [...]string{"any", "uniform", "normal"}

// String returns the name in a file of draws, or a text such as DrawKind(9) for an undefined value.
func (k DrawKind) String() string {
	if int(k) >= len(drawKindNames) {
		return fmt.Sprintf("DrawKind(%d)", uint8(k))
	}
	return drawKindNames[k]
}

// RecordedDraw is one draw: its distribution and its value.
type RecordedDraw struct {
	Kind  DrawKind
	A, B  float64
	Value float64
}

func (d RecordedDraw) String() string { return fmt.Sprintf("%s %v %v", d.Kind, d.A, d.B) }

// Recorded is a list of recorded draws, returned in their order. It is an error, which
// [Recorded.Err] returns, if a draw is of another kind or has other parameters than asked for (to
// one in 10^9), or if there are no more draws. That draw and all later ones are NaN.
type Recorded struct {
	draws []RecordedDraw
	next  int
	err   error
}

// NewRecorded returns the draws as a source, in their order.
func NewRecorded(draws ...RecordedDraw) *Recorded {
	return &Recorded{draws: append([]RecordedDraw(nil), draws...)}
}

// Again returns a source of the same draws from the start.
func (d *Recorded) Again() *Recorded { return &Recorded{draws: d.draws} }

// Uniform implements [Draws].
func (d *Recorded) Uniform(a, b float64) float64 { return d.draw(UniformDraw, a, b) }

// Normal implements [Draws].
func (d *Recorded) Normal(mean, sd float64) float64 { return d.draw(NormalDraw, mean, sd) }

// Left returns the number of draws that have not been used.
func (d *Recorded) Left() int { return len(d.draws) - d.next }

// Err returns an error about the first draw that did not fit, or nil.
func (d *Recorded) Err() error { return d.err }

func (d *Recorded) draw(kind DrawKind, a, b float64) float64 {
	if d.err != nil {
		return math.NaN()
	}
	asked := RecordedDraw{Kind: kind, A: a, B: b}
	if d.next == len(d.draws) {
		d.err = fmt.Errorf("%w: draw %d (%s) is asked for, and %d are given", ErrRecorded, d.next+1, asked, len(d.draws))
		return math.NaN()
	}
	r := d.draws[d.next]
	switch {
	case r.Kind == AnyDraw && kind == UniformDraw && r.Value >= 0 && r.Value < 1:
		r.Value = between(a, b, r.Value)
	case r.Kind == AnyDraw && kind == NormalDraw:
		r.Value = a + float64(b*r.Value)
	case r.Kind == AnyDraw:
		d.err = fmt.Errorf("%w: draw %d is %v, and a %s draw is asked for, which wants a number at least 0 and below 1", ErrRecorded, d.next+1, r.Value, kind)
		return math.NaN()
	case r.Kind != kind || !near(r.A, a) || !near(r.B, b):
		d.err = fmt.Errorf("%w: draw %d is of %s, and one of %s is asked for", ErrRecorded, d.next+1, r, asked)
		return math.NaN()
	}
	d.next++
	return r.Value
}

// near reports whether two parameters are the same except for rounding.
func near(a, b float64) bool {
	return math.Abs(a-b) <= 1e-9*max(math.Abs(a), math.Abs(b))
}
