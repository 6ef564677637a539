package figure

import (
	"math"
	"slices"
	"strconv"

	"github.com/dustin/go-humanize"
)

// linearTicks returns about five ticks, at multiples of 1, 2 or 5 times a power of ten.
func linearTicks(low, high float64, whole bool) []Tick {
	step := niceStep((high - low) / 7)
	if finer := niceStep((high - low) / 4.5); (high-low)/step > 6 {
		step = finer
	}
	if whole {
		step = max(1, math.Round(step))
	}
	var ticks []Tick
	for k := math.Ceil(low/step - 1e-9); k*step <= high+step*1e-9 && len(ticks) < 50; k++ {
		at := k * step
		ticks = append(ticks, Tick{at, number(at, step)})
	}
	return ticks
}

// ownTicks returns ticks at the values themselves, in a unit that differs by a factor.
func ownTicks(values []float64, factor float64) (ticks []Tick) {
	for _, v := range values {
		ticks = append(ticks, Tick{v * factor, plain(v * factor)})
	}
	return ticks
}

// grouped writes the numbers from 1000 with a comma, if one of the ticks is at ten thousand or more.
func grouped(ticks []Tick) []Tick {
	wide := slices.ContainsFunc(ticks, func(t Tick) bool {
		return math.Abs(t.At) >= 10000 && math.Abs(t.At) < 1e7 && t.At == math.Trunc(t.At)
	})
	for i, t := range ticks {
		if size := math.Abs(t.At); wide && size >= 1000 && size < 1e7 && t.At == math.Trunc(t.At) {
			ticks[i].Label = humanize.Comma(int64(t.At))
		}
	}
	return ticks
}

// niceStep returns the least number not below x that is 1, 2 or 5 times a power of ten.
func niceStep(x float64) float64 {
	if !(x > 0) || math.IsInf(x, 0) {
		return 1
	}
	e := math.Floor(math.Log10(x))
	for _, m := range []float64{1, 2, 5, 10} {
		// scaled divides where the power is negative: 3/10 is 0.3, and 3*0.1 is not.
		if s := scaled(m, int(e)); s >= x*(1-1e-9) {
			return s
		}
	}
	return scaled(10, int(e))
}

func scaled(m float64, e int) float64 {
	if e < 0 {
		return m / math.Pow(10, float64(-e))
	}
	return m * math.Pow(10, float64(e))
}

// number writes a value with as many decimals as a step of that size needs.
func number(x, step float64) string {
	x = math.Round(x/step) * step
	if x == 0 {
		return "0"
	}
	last := int(math.Floor(math.Log10(step) + 1e-9)) // the place of the last digit
	if size := math.Abs(x); size >= 1e7 || size < 1e-4 {
		return exponent(x, max(3, int(math.Floor(math.Log10(size)+1e-9))-last+1))
	}
	places := max(0, -last)
	return strconv.FormatFloat(x, 'f', places, 64)
}

// exponent writes 5e+06 as 5e6, with at most the given number of significant digits.
func exponent(x float64, digits int) string {
	m, e := x, 0
	if x != 0 {
		e = int(math.Floor(math.Log10(math.Abs(x)) + 1e-12))
		m = x / math.Pow(10, float64(e))
	}
	return strconv.FormatFloat(m, 'g', digits, 64) + "e" + strconv.Itoa(e)
}

// plain writes a value as briefly as possible.
func plain(x float64) string {
	switch size := math.Abs(x); {
	case x == 0:
		return "0"
	case size >= 1e7 || size < 1e-4:
		return exponent(x, 3)
	case x == math.Trunc(x):
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	return strconv.FormatFloat(x, 'g', 4, 64)
}

// logTicks returns ticks at the powers of ten and, where these are few, at multiples of them.
func logTicks(low, high float64) []Tick {
	if !(low > 0) || math.IsInf(high, 0) {
		return linearTicks(low, high, false)
	}
	from, to := math.Floor(math.Log10(low)), math.Ceil(math.Log10(high))
	decades := math.Log10(high / low)
	digits := []float64{1}
	every := 1
	switch {
	case decades < 1.2:
		digits = []float64{1, 2, 3, 5, 7}
	case decades < 3:
		digits = []float64{1, 2, 5}
	case decades > 8:
		every = int(math.Ceil(decades / 8))
	}
	var ticks []Tick
	for e := from; e <= to; e++ {
		if int(e)%every != 0 {
			continue
		}
		for _, d := range digits {
			if at := scaled(d, int(e)); at >= low*(1-1e-9) && at <= high*(1+1e-9) {
				ticks = append(ticks, Tick{at, plain(at)})
			}
		}
	}
	if len(ticks) < 2 {
		return linearTicks(low, high, false)
	}
	return ticks
}

// marks returns the ticks of an axis. A logarithmic axis has ticks without labels in between.
func (s *span) marks() (list []Tick) {
	for _, k := range s.ticks {
		if !s.log || k.At > 0 {
			list = append(list, k)
		}
	}
	if !s.log || !(s.high/s.low <= 1e8) {
		return list
	}
	for e := math.Floor(math.Log10(s.low)); e <= math.Ceil(math.Log10(s.high)); e++ {
		for d := 1.0; d < 10; d++ {
			at := scaled(d, int(e))
			taken := slices.ContainsFunc(s.ticks, func(k Tick) bool { return math.Abs(k.At/at-1) < 1e-9 })
			if at >= s.low && at <= s.high && !taken {
				list = append(list, Tick{At: at})
			}
		}
	}
	return list
}

// labelled returns the ticks of an axis that have labels.
func (s *span) labelled() []Tick {
	return slices.DeleteFunc(s.marks(), func(t Tick) bool { return t.Label == "" })
}
