package figure

import (
	"errors"
	"fmt"
	"math"
)

// Figure is one drawing: panels above each other.
type Figure struct {
	Panels []Panel
	Shared bool    // all panels have the same axes, and what one names holds for all
	Width  float64 // mm; 0: 120
	Height float64 // mm; 0: as many as the panels need
	Note   string  // a line above: a figure that has no place in the drawing
	Matrix *Matrix // in place of panels: a table
}

// Panel is a pair of axes and what is drawn between them.
type Panel struct {
	Title  string // above it; for one among several
	X, Y   Axis
	Series []Series
	Absent []Absent // points without a value
}

// Scale says how an axis runs.
type Scale uint8

// Scales.
const (
	Auto Scale = iota // linear; across, logarithmic where the values ask for it
	Linear
	Log
)

// Axis is one of a panel's axes.
type Axis struct {
	Label string
	Unit  string // "" for pure numbers; us is drawn as us, ms or s, whichever suits
	Scale Scale
	Ticks []Tick // in place of those that the values come to
	Whole bool   // the values are whole numbers, and so are the ticks
}

// Tick is a labelled place on an axis.
type Tick struct {
	At    float64
	Label string
}

// Mark says how a series is drawn.
type Mark uint8

// Marks.
const (
	Measured Mark = iota // a mark at each value, joined by lines, with its interval
	Theory               // a thin line
	Steps                // a line that keeps each value until the next
	Curve                // a line, without marks: so many values that they touch
	Bars                 // a bar from 0 to each value
	Rest                 // bars that stand for something else than the others'
	Dots                 // a mark at each value with its interval, and no line: values in no order
	Outside              // the same, hollow: values that are from elsewhere
)

// Series is values that belong together. A value that is not a number is left out, and
// the line is broken there.
type Series struct {
	Label string
	X, Y  []float64
	Half  []float64 // half the interval around each Y; nil, or NaN, for none
	Mark  Mark
	Like  int // of Theory and Outside: the place, from 1, of the series whose colour it has; 0: none
}

// most is how many series of a panel, theory's aside, can be told apart, and mostPanels
// how many panels a page can hold.
const most, mostPanels = 12, 6

// ErrNothing says that a figure has no value to be drawn.
var ErrNothing = errors.New("there is nothing to draw: no value is there for this choice")

// check says what keeps a figure from being drawn.
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
		return fmt.Errorf("%d panels are too many for one figure; %d are not: choose fewer (--where, or another --by)", n, mostPanels)
	}
	for _, side := range []float64{f.Width, f.Height} {
		if side != 0 && !(side >= 40 && side <= 1000) {
			return fmt.Errorf("a side of %gmm is not one of 40 to 1000", side)
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
			return fmt.Errorf("the series %q is like the %d-th, which is not one that was measured", s.Label, s.Like)
		}
		if len(s.X) != len(s.Y) || s.Half != nil && len(s.Half) != len(s.Y) {
			return fmt.Errorf("the series %q has %d, %d and %d values: they must be as many", s.Label, len(s.X), len(s.Y), len(s.Half))
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
			return fmt.Errorf("%s has no value above 0, and a logarithmic axis has nothing else", a.axis.Label)
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

// The least and the greatest sizes of what can be drawn: nothing that is measured lies
// beyond, and nothing that is worked out from these overflows.
const tiny, huge = 1e-100, 1e100

// Finite reports whether a value can be drawn.
func Finite(x float64) bool { return math.Abs(x) <= huge }
