package figure

import (
	"math"
	"slices"
	"strconv"
)

// span is a computed axis: its range, its scale, its ticks and its unit.
type span struct {
	low, high float64
	log       bool
	ticks     []Tick
	unit      string
	factor    float64 // values times this factor are in that unit
}

// timeUnits are what microseconds are drawn in.
var timeUnits = []struct {
	name string
	size float64 // us
}{{"s", 1e6}, {"ms", 1e3}, {"µs", 1}}

// unitOf returns the unit of an axis and its factor, chosen by the greatest value.
func unitOf(unit string, high float64) (string, float64) {
	if unit != "us" && unit != "µs" {
		return unit, 1
	}
	for _, u := range timeUnits {
		if high >= u.size*2 {
			return u.name, 1 / u.size
		}
	}
	return "µs", 1
}

// spanX computes a panel's horizontal axis.
func (p *Panel) spanX() span {
	var values, measured []float64
	bars := 0.0
	for _, s := range p.Series {
		for i, x := range s.X {
			if !Finite(x) || !Finite(s.Y[i]) {
				continue
			}
			values = append(values, x)
			if s.marked() {
				measured = append(measured, x)
			}
		}
		if s.Mark == Bars || s.Mark == Rest || s.Mark == Dots && p.X.Ticks != nil {
			bars = 0.5 // half a bar or place on either side
		}
	}
	values = append(values, p.absentAt(p.X.Scale == Log)...)
	values = append(values, p.X.Reach...)
	slices.Sort(values)
	slices.Sort(measured)
	measured = slices.Compact(measured)
	// Only a linear axis shows bars of equal width.
	s := p.X.begin(values, bars == 0 && (p.X.Scale == Log || p.X.Scale == Auto && p.X.Ticks == nil && geometric(measured)))
	if bars > 0 {
		if n := len(p.X.Ticks); n > 0 && p.scattered() {
			s.low, s.high = p.X.Ticks[0].At, p.X.Ticks[n-1].At
		}
		s.low, s.high = s.low-bars, s.high+bars
		return s.finish(&p.X, nil)
	}
	if len(measured) > 0 {
		s.pad(0.03)
	}
	return s.finish(&p.X, measured)
}

// spanY computes a panel's vertical axis, error bars included.
func (p *Panel) spanY() span {
	var values []float64
	zero := false
	for _, s := range p.Series {
		zero = zero || s.Mark == Bars || s.Mark == Steps
		for i, y := range s.Y {
			if !Finite(y) || !Finite(s.X[i]) {
				continue
			}
			values = append(values, y)
			if s.Half != nil && Finite(s.Half[i]) {
				low := y - s.Half[i]
				if y >= 0 && low < 0 {
					low = 0 // a value that cannot be negative may have an interval that reaches below 0
				}
				values = append(values, low, y+s.Half[i])
			}
		}
	}
	slices.Sort(values)
	s := p.Y.begin(values, p.Y.Scale == Log)
	switch {
	case s.log && zero:
		s.low = min(s.low, scaled(1, int(math.Floor(math.Log10(s.low)+1e-9)))) / 2 // so that the least bar is visible
		s.high *= 1.3
	case s.log:
		s.pad(0.05)
	case zero || s.low >= 0 && s.low < 0.6*s.high:
		// Bars, and values that reach near 0, are read by their height above 0. A curve
		// that stays well above 0 would lose its shape on such an axis.
		s.low, s.high = min(0, s.low), s.high+0.05*(s.high-min(0, s.low))
	default:
		s.pad(0.07)
	}
	return s.finish(&p.Y, nil)
}

// begin returns the range and the unit of an axis over values in ascending order.
func (a *Axis) begin(values []float64, log bool) span {
	s := span{log: log}
	if log {
		values = values[slices.IndexFunc(values, func(v float64) bool { return v >= tiny }):]
	}
	s.low, s.high = values[0], values[len(values)-1]
	s.unit, s.factor = unitOf(a.Unit, s.high)
	return s
}

// geometric reports whether a logarithmic axis suits values better: they span a factor of ten, and the
// largest gap on it is clearly smaller than on a linear axis.
func geometric(ascending []float64) bool {
	n := len(ascending)
	if n < 4 || n > 40 || ascending[0] <= 0 || ascending[n-1] < 10*ascending[0] {
		return false
	}
	linear, log := 0.0, 0.0
	for i := 1; i < n; i++ {
		linear = max(linear, ascending[i]-ascending[i-1])
		log = max(log, math.Log(ascending[i]/ascending[i-1]))
	}
	return log/math.Log(ascending[n-1]/ascending[0]) < 0.7*linear/(ascending[n-1]-ascending[0])
}

// pad widens an axis on both sides by a share of its length.
func (s *span) pad(share float64) {
	if s.log {
		f := math.Pow(max(s.high/s.low, 1.5), share)
		s.low, s.high = s.low/f, s.high*f
		return
	}
	room := (s.high - s.low) * share
	s.low, s.high = s.low-room, s.high+room
}

// finish makes sure that an axis has a length, and computes its ticks.
func (s span) finish(a *Axis, values []float64) span {
	if s.log {
		values = slices.DeleteFunc(slices.Clone(values), func(v float64) bool { return v < tiny })
	}
	if s.high-s.low <= 1e-12*max(math.Abs(s.high), math.Abs(s.low)) {
		room := max(math.Abs(s.high)*0.1, 1e-9)
		if s.low == 0 && s.high == 0 {
			room = 1
		}
		if s.log {
			s.low, s.high = s.low/2, s.high*2
		} else if s.low -= room; s.low < 0 && s.low+room >= 0 && len(values) == 0 {
			s.low = 0
		}
		s.high += room
	}
	switch {
	case a.Ticks != nil:
		s.ticks = a.Ticks
	case s.log && own(values):
		s.ticks = s.placed(ownTicks(values, s.factor))
	case s.log:
		s.ticks = s.placed(logTicks(s.low*s.factor, s.high*s.factor))
	default:
		s.ticks = s.placed(linearTicks(s.low*s.factor, s.high*s.factor, a.Whole && s.factor == 1))
	}
	return s
}

// placed takes ticks in the unit of the axis, completes their labels, and moves them to the places of the
// values that they stand for.
func (s span) placed(ticks []Tick) []Tick {
	ticks = grouped(ticks)
	for i := range ticks {
		ticks[i].At /= s.factor
	}
	return ticks
}

// own reports whether the measured places themselves can be the ticks: they are few, well apart, and have
// at most three digits.
func own(ascending []float64) bool {
	n := len(ascending)
	if n < 2 || n > 9 {
		return false
	}
	whole := math.Log(ascending[n-1] / ascending[0])
	for i := range n {
		if short, err := strconv.ParseFloat(exponent(ascending[i], 3), 64); err != nil || math.Abs(short/ascending[i]-1) > 1e-9 {
			return false
		}
		if i > 0 && math.Log(ascending[i]/ascending[i-1]) < whole/14 {
			return false
		}
	}
	return true
}

// title returns the axis's label with its unit.
func (a *Axis) title(s span) string {
	if s.unit == "" {
		return a.Label
	}
	return a.Label + " (" + s.unit + ")"
}
