package figure

import (
	"errors"
	"fmt"
	"math"
)

// Figure is one drawing: panels, one above the other.
type Figure struct {
	Panels []Panel
	Shared bool    // all panels have the same axes, and one legend serves all
	Width  float64 // mm; 0: 120
	Height float64 // mm; 0: what the panels need
	Note   string  // a line of text above the drawing
	Matrix *Matrix // a table, in place of panels
}

// Panel is a pair of axes and what is drawn between them.
type Panel struct {
	Title  string // above the panel, where a figure has several
	X, Y   Axis
	Series []Series
	Absent []Absent // points that have no value

	Instants []Instant // in order, drawn behind the series
}

// Scale is how values are spaced along an axis.
type Scale uint8

// Scales.
const (
	Auto Scale = iota // linear; the horizontal axis is logarithmic where the values suggest it
	Linear
	Log
)

// Axis is one of a panel's axes.
type Axis struct {
	Label string
	Unit  string // "" for pure numbers; us is drawn as us, ms or s, as fits the values
	Scale Scale
	Ticks []Tick    // in place of those computed from the values
	Whole bool      // values and ticks are whole numbers
	Reach []float64 // values that the axis has besides those that are drawn; for a horizontal axis
}

// Tick is a labelled place on an axis.
type Tick struct {
	At    float64
	Label string
}

// Mark is how a series is drawn.
type Mark uint8

// Marks.
const (
	Measured Mark = iota // a mark at each value, joined by lines, with its interval
	Theory               // a thin line
	Steps                // a line that keeps each value until the next
	Curve                // a line without marks, for values so close that marks would touch
	Bars                 // a bar from 0 to each value
	Rest                 // bars that count something else than the other bars
	Dots                 // a mark at each value with its interval, without a line, for values in no order
	Outside              // as Dots, but hollow: values from elsewhere
)

// Series is a set of values that belong together. A value that is not a number is left out, and
// the line has a gap there.
type Series struct {
	Label string
	X, Y  []float64
	Half  []float64 // half the interval around each Y; nil or NaN for no interval
	Mark  Mark
	Of    string // for one that is alone in its panel: throughput or collisions, which have a colour of their own ([palette.Quantity])
	Like  int    // for Theory and Outside: the number, from 1, of the series whose colour this one takes; 0: none
}

// most is the number of series in a panel, without those of theory, that can be told apart, and
// mostPanels the number of panels that fit on a page.
const most, mostPanels = 12, 6

// ErrNothing means that a figure has no value that can be drawn.
var ErrNothing = errors.New("there is nothing to draw: this choice has no values")

// The sides of a figure, in millimetres.
const (
	LeastSide    = 40
	GreatestSide = 1000
)

// check returns an error that says why a figure cannot be drawn.
func (f *Figure) check() error {
	if len(f.Panels) == 0 && f.Matrix == nil {
		return ErrNothing
	}
	if f.Matrix != nil {
		if err := f.Matrix.check(); err != nil {
			return err
		}
	}
	if n := len(f.Panels); n > mostPanels {
		return fmt.Errorf("%d panels do not fit in one figure; %d do: choose fewer (--where, or another --by)", n, mostPanels)
	}
	for _, side := range []float64{f.Width, f.Height} {
		if side != 0 && !(side >= LeastSide && side <= GreatestSide) {
			return fmt.Errorf("a side of %gmm is outside the range of %dmm to %dmm", side, LeastSide, GreatestSide)
		}
	}
	for i := range f.Panels {
		if err := f.Panels[i].check(); err != nil {
			return err
		}
	}
	return nil
}

func (p *Panel) check() error {
	lines := 0
	for _, s := range p.Series {
		if s.Mark != Theory {
			lines++
		}
		if k := s.Like - 1; k >= len(p.Series) || k < -1 || k >= 0 && (p.Series[k].Mark == Theory || p.Series[k].Mark == Outside) {
			return fmt.Errorf("the series %q takes the colour of series %d, which is not a measured one", s.Label, s.Like)
		}
		if len(s.X) != len(s.Y) || s.Half != nil && len(s.Half) != len(s.Y) {
			return fmt.Errorf("the series %q has %d x, %d y and %d half-widths: the numbers must be equal", s.Label, len(s.X), len(s.Y), len(s.Half))
		}
	}
	if !p.Drawable() {
		return ErrNothing
	}
	if lines > most {
		return fmt.Errorf("%d lines in one figure cannot be told apart; %d can: choose fewer (--where, or another --by)", lines, most)
	}
	for _, a := range []struct {
		axis *Axis
		of   func(*Series) []float64
	}{{&p.X, func(s *Series) []float64 { return s.X }}, {&p.Y, func(s *Series) []float64 { return s.Y }}} {
		if a.axis.Scale == Log && !p.Positive(a.of) {
			return fmt.Errorf("%s has no value above 0, and a logarithmic axis shows only such values", a.axis.Label)
		}
	}
	return nil
}

// Drawable reports whether a panel has a value that can be drawn.
func (p *Panel) Drawable() bool {
	for _, s := range p.Series {
		for i := range s.X {
			if Finite(s.X[i]) && Finite(s.Y[i]) {
				return true
			}
		}
	}
	return false
}

// Positive reports whether one value of an axis is above 0.
func (p *Panel) Positive(of func(*Series) []float64) bool {
	for i := range p.Series {
		s := &p.Series[i]
		for k, v := range of(s) {
			if Finite(s.X[k]) && Finite(s.Y[k]) && v >= tiny {
				return true
			}
		}
	}
	return false
}

// The least and the greatest magnitudes that can be drawn. No measured value lies beyond them, and
// nothing that is computed from them overflows.
const tiny, huge = 1e-100, 1e100

// Finite reports whether a value can be drawn.
func Finite(x float64) bool { return math.Abs(x) <= huge }
