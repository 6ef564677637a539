package plot

import (
	"math"
	"strconv"

	"github.com/csmacd/csmacd/internal/figure"
	"github.com/csmacd/csmacd/internal/profile"
	"github.com/csmacd/csmacd/phy"
)

// PolicyProfile is a backoff policy's profile and its name in a figure.
type PolicyProfile struct {
	Label string
	profile.Profile
}

// ended is the rate, in retries while time grows by a factor of e, below which the end of a curve is not
// drawn: by then most clients have made all their attempts, which says nothing about the policy.
const ended = 0.1

// mostMarked is the largest number of failures that each get a mark and a number.
const mostMarked = 24

// Policies compares policies: the delay after each failure, the sum of delays up to it, and the rate of
// retries of clients that failed together. unit is the unit of delays; 0 means plain numbers.
func Policies(list []PolicyProfile, unit phy.Time) figure.Figure {
	d := policies{scale: 1, unit: "units", per: "unit of time"}
	if unit > 0 {
		d = policies{scale: unit.Microseconds(), unit: "us", per: unit.String()}
	}
	var thin []figure.Series
	delay := figure.Panel{Title: "delay after the n-th failure (thin: 5th and 95th percentiles)", Y: d.axis("delay")}
	total := figure.Panel{Title: "sum of the delays after the first n failures", Y: d.axis("waited in all")}
	rate := figure.Panel{Title: "retries of clients that failed together and keep failing",
		X: d.axis("time since the first attempts"), Y: figure.Axis{Label: "retries a client per " + d.per, Scale: figure.Log}}
	longest := 0
	for i := range list {
		p := &list[i]
		delay.Series = append(delay.Series, d.failures(p, func(f *profile.Failure) (float64, float64) { return f.Mean, f.Half }))
		total.Series = append(total.Series, d.failures(p, func(f *profile.Failure) (float64, float64) { return f.Total, f.TotalHalf }))
		rate.Series = append(rate.Series, d.rate(p))
		for _, of := range []func(*profile.Failure) (float64, float64){
			func(f *profile.Failure) (float64, float64) { return f.P5, 0 },
			func(f *profile.Failure) (float64, float64) { return f.P95, 0 },
		} {
			s := d.failures(p, of)
			s.Label, s.Half, s.Mark, s.Like = "", nil, figure.Theory, i+1
			thin = append(thin, s)
		}
		longest = max(longest, len(p.Failures))
	}
	delay.Series = append(delay.Series, thin...)
	ground(&rate)
	for n := 1; n <= longest && longest <= mostMarked; n++ {
		delay.X.Ticks = append(delay.X.Ticks, figure.Tick{At: float64(n), Label: strconv.Itoa(n)})
	}
	if longest > mostMarked {
		delay.X = figure.Axis{Scale: figure.Linear, Whole: true}
		for i := range list {
			delay.Series[i].Mark, total.Series[i].Mark = figure.Curve, figure.Curve
		}
	}
	total.X = delay.X
	f := figure.Figure{Width: 150}
	for _, p := range []figure.Panel{delay, total, rate} {
		x := p.X.Scale == figure.Log && !p.Positive(func(s *figure.Series) []float64 { return s.X })
		y := !p.Positive(func(s *figure.Series) []float64 { return s.Y })
		if x {
			p.X.Scale = figure.Linear
		}
		if y {
			p.Y.Scale = figure.Linear
		}
		if p.Drawable() {
			f.Panels = append(f.Panels, p)
		}
	}
	f.Height = float64(58 * len(f.Panels))
	return f
}

// policies is the unit in which policies are drawn.
type policies struct {
	scale     float64
	unit, per string
}

func (d *policies) axis(label string) figure.Axis {
	return figure.Axis{Label: label, Unit: d.unit, Scale: figure.Log}
}

// failures draws a statistic of each failure after which at least 1 % of the clients wait.
func (d *policies) failures(p *PolicyProfile, of func(*profile.Failure) (y, half float64)) figure.Series {
	s := figure.Series{Label: figure.Clip(p.Label, 32)}
	for i := range p.Failures {
		f := &p.Failures[i]
		if f.Share < 0.01 {
			break
		}
		y, half := of(f)
		s.X, s.Y, s.Half = append(s.X, float64(f.N)), append(s.Y, y*d.scale), append(s.Half, half*d.scale)
	}
	return s
}

// rate draws the rate of retries over time.
func (d *policies) rate(p *PolicyProfile) figure.Series {
	s := figure.Series{Label: figure.Clip(p.Label, 32), Mark: figure.Steps}
	last := len(p.Rate) - 1
	for last > 0 && p.Rate[last].Rate*p.Rate[last].At < ended {
		last--
	}
	for i := 0; i <= last; i++ {
		s.X, s.Y = append(s.X, p.Rate[i].From*d.scale), append(s.Y, p.Rate[i].Rate)
	}
	if last >= 0 {
		s.X, s.Y = append(s.X, p.Rate[last].To*d.scale), append(s.Y, p.Rate[last].Rate)
	}
	return s
}

// ground moves values of 0, for which a logarithmic axis has no place, below all others: between two
// instants a rate goes down to the axis.
func ground(p *figure.Panel) {
	least := math.Inf(1)
	for _, s := range p.Series {
		for _, y := range s.Y {
			if y > 0 {
				least = min(least, y)
			}
		}
	}
	for _, s := range p.Series {
		for i, y := range s.Y {
			if y == 0 {
				s.Y[i] = least / 2
			}
		}
	}
}
