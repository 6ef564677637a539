package single

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/csmacd/csmacd/internal/figure"
	"github.com/csmacd/csmacd/medium"
)

// manyBars is the largest number of bars with a single number of collisions each.
const manyBars = 100

// Attempts draws how many frames were sent after each number of collisions, and how many were discarded.
// Where frames had very many collisions, a bar stands for several numbers.
func Attempts(r *medium.Result) (figure.Figure, error) {
	var counts []uint64
	given := uint64(0)
	for i := range r.Stations {
		s := &r.Stations[i]
		for k, n := range s.CollisionsPerFrame {
			if k == len(counts) {
				counts = append(counts, 0)
			}
			counts[k] += n
		}
		given += s.Counters.FramesAbortedDueToXSColls
	}
	sent := figure.Series{Label: "sent", Mark: figure.Bars}
	p := figure.Panel{X: figure.Axis{Label: "collisions before the frame was sent"}, Y: figure.Axis{Label: "frames", Whole: true}}
	total, least, top := uint64(0), uint64(math.MaxUint64), uint64(0)
	width := (len(counts)-1)/manyBars + 1
	if width > 1 {
		p.X.Label += fmt.Sprintf(", %s to a bar", figure.Count(uint64(width)))
		for k := range (len(counts)-1)/width + 1 {
			sum := uint64(0)
			for _, n := range counts[k*width : min((k+1)*width, len(counts))] {
				sum += n
			}
			counts[k] = sum
		}
		counts = counts[:(len(counts)-1)/width+1]
	}
	for k, n := range counts {
		sent.X, sent.Y = append(sent.X, float64(k)), append(sent.Y, float64(n))
		p.X.Ticks = append(p.X.Ticks, figure.Tick{At: float64(k), Label: strconv.Itoa(k * width)})
		if n > 0 {
			least, top = min(least, n), max(top, n)
		}
		total += n
	}
	if total+given == 0 {
		return figure.Figure{}, fmt.Errorf("no frame was sent or discarded: %w", figure.ErrNothing)
	}
	at := float64(len(counts)) + 0.6
	dropped := figure.Series{Label: "discarded", Mark: figure.Rest, X: []float64{at}, Y: []float64{float64(given)}}
	p.X.Ticks = append(p.X.Ticks, figure.Tick{At: at, Label: "discarded"})
	if given > 0 {
		least, top = min(least, given), max(top, given)
	}
	if top > 40*least {
		p.Y.Scale = figure.Log
	}
	p.Series = []figure.Series{sent, dropped}
	return figure.Figure{Panels: []figure.Panel{p}, Note: fmt.Sprintf("%s frames sent, %s discarded", figure.Count(total), figure.Count(given))}, nil
}

// manyStations is the largest number of stations that have a bar each.
const manyStations = 48

// Stations draws how many frames of each station were delivered, and the mean. A large number of stations
// is sorted by that.
func Stations(r *medium.Result) (figure.Figure, error) {
	var frames []float64
	sum := 0.0
	for i := range r.Stations {
		frames = append(frames, float64(r.Stations[i].FramesDelivered))
		sum += frames[i]
	}
	if len(frames) == 0 || sum == 0 {
		return figure.Figure{}, fmt.Errorf("no frame was delivered: %w", figure.ErrNothing)
	}
	n := len(frames)
	p := figure.Panel{X: figure.Axis{Label: "station"}, Y: figure.Axis{Label: "frames delivered", Whole: true}}
	each := figure.Series{Mark: figure.Bars}
	mean := figure.Series{Label: "mean", Mark: figure.Theory, X: []float64{-0.5, float64(n) - 0.5}, Y: []float64{sum / float64(n), sum / float64(n)}}
	if n > manyStations {
		slices.Sort(frames)
		each.Mark = figure.Steps
		p.X = figure.Axis{Label: "stations, sorted by frames delivered", Whole: true}
		mean.X = []float64{0, float64(n)}
		// At most about 500 steps: more would be narrower than the line.
		for i := 0; i < n; i += max(1, n/500) {
			each.X, each.Y = append(each.X, float64(i)), append(each.Y, frames[i])
		}
		each.X, each.Y = append(each.X, float64(n)), append(each.Y, frames[n-1])
	} else {
		for i := range frames {
			each.X, each.Y = append(each.X, float64(i)), append(each.Y, frames[i])
		}
		p.X.Ticks = stationTicks(r)
	}
	p.Series = []figure.Series{each, mean}
	return figure.Figure{Panels: []figure.Panel{p}, Note: fmt.Sprintf("%d stations; Jain's index over octets %s", n, strconv.FormatFloat(math.Round(r.Medium.Jain*1e3)/1e3, 'f', -1, 64))}, nil
}

// stationTicks returns ticks with the stations' names. The axis leaves out those for which it has no room.
func stationTicks(r *medium.Result) (ticks []figure.Tick) {
	for i := range r.Stations {
		ticks = append(ticks, figure.Tick{At: float64(i), Label: figure.Clip(r.Stations[i].Name, 14)})
	}
	return ticks
}

// Delays draws the percentiles of the two delays in a result.
func Delays(r *medium.Result) (figure.Figure, error) {
	access, okA := percentiles("access delay", r.AccessDelay)
	delay, okD := percentiles("delay", r.Delay)
	if !okA && !okD {
		return figure.Figure{}, fmt.Errorf("no frame was sent, so none had a delay: %w", figure.ErrNothing)
	}
	p := figure.Panel{Y: figure.Axis{Label: "delay", Unit: "us"}}
	top := uint64(1)
	if okA {
		p.Series, top = append(p.Series, access), max(top, r.AccessDelay.Count)
	}
	if okD {
		p.Series, top = append(p.Series, delay), max(top, r.Delay.Count)
	}
	return delayFigure(p, top), nil
}

// percentiles returns the percentiles in a result, and the maximum, which stands for the percentile that
// all frames but one are below.
func percentiles(label string, d medium.Delays) (figure.Series, bool) {
	if d.Count == 0 {
		return figure.Series{}, false
	}
	s := figure.Series{Label: label + ", mean " + figure.Micros(d.Mean)}
	for _, q := range []struct{ p, us float64 }{{0.5, d.P50}, {0.95, d.P95}, {0.99, d.P99}, {1 - 1/float64(d.Count), d.Max}} {
		x := tail(q.p)
		if n := len(s.X); n > 0 && x <= s.X[n-1] {
			continue // the frames are so few that the maximum is an earlier percentile
		}
		s.X, s.Y = append(s.X, x), append(s.Y, q.us)
	}
	return s, true
}

// tail returns the place of a share of the frames on an axis that gives each further nine (90 %, 99 %,
// 99.9 %) the same room.
func tail(p float64) float64 { return -math.Log10(max(1-p, 1e-12)) }

// share returns the share at a place; it is the inverse of tail.
func share(x float64) float64 { return 1 - math.Pow(10, -x) }

// delayFigure completes a figure of delays over the share of the frames that waited no longer.
func delayFigure(p figure.Panel, frames uint64) figure.Figure {
	p.X = figure.Axis{Label: "share of the frames that waited no longer", Unit: "%"}
	low, high := math.Inf(1), 0.0
	for _, s := range p.Series {
		for i := range s.X {
			if s.Y[i] > 0 {
				low, high = min(low, s.Y[i]), max(high, s.Y[i])
			}
		}
	}
	if high > 20*low {
		p.Y.Scale = figure.Log
	}
	last := tail(1 - 1/float64(max(2, frames)))
	for _, q := range []struct {
		p    float64
		name string
	}{{0, "0"}, {0.5, "50"}, {0.9, "90"}, {0.99, "99"}, {0.999, "99.9"}, {0.9999, "99.99"}, {0.99999, "99.999"}, {0.999999, "99.9999"}, {0.9999999, "99.99999"}} {
		if tail(q.p) < last+0.05 {
			p.X.Ticks = append(p.X.Ticks, figure.Tick{At: tail(q.p), Label: q.name})
		}
	}
	return figure.Figure{Panels: []figure.Panel{p}, Note: fmt.Sprintf("%s frames", figure.Count(frames))}
}
