package keep

import (
	"fmt"
	"math"

	"github.com/csmacd/csmacd/internal/experiment/metric"
	"github.com/csmacd/csmacd/internal/experiment/record"
	"github.com/csmacd/csmacd/internal/plan"
	"github.com/csmacd/csmacd/internal/series"
	"github.com/csmacd/csmacd/internal/stats"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Gatherer gathers what is kept of a run.
type Gatherer struct {
	Names   []string        // such as plan.KeepSeries
	Sampler *series.Sampler // nil: no series is kept

	capture *capture
	shares  *shares
	drawn   *draws

	series    []byte // rows of it
	intervals int
	values    []float64
	text      []byte

	distributions [metric.Distributions]stats.Distribution // scratch
}

// Watch begins a run, and observes what its result will not contain. all is the network with its hosts.
func (k *Gatherer) Watch(net, all medium.Network, interval, warmup, duration phy.Time) {
	k.series, k.intervals, k.Sampler, k.capture, k.shares, k.drawn = k.series[:0], 0, nil, nil, nil, nil
	for _, name := range k.Names {
		switch name {
		case plan.KeepSeries:
			k.Sampler = series.NewSampler(net, warmup, plan.IntervalOf(interval, duration-warmup), k.interval)
		case plan.KeepCapture:
			k.capture = newCapture(net.Len(), warmup)
			net.Observe(k.capture)
			k.shares = newShares(all, warmup)
		case plan.KeepHistograms:
			k.drawn = &draws{since: warmup}
			net.Observe(k.drawn)
		}
	}
}

func (k *Gatherer) interval(i *series.Interval) {
	if k.intervals++; k.intervals > plan.MostIntervals {
		return // a run without a duration can be of any length
	}
	k.values = i.Values(k.values[:0])
	k.series = appendRow(k.series, nil, k.values...)
}

// Record returns what is kept of a run, at its end, in the form of its record. It is valid until the
// next call.
func (k *Gatherer) Record(net medium.Network, r *medium.Result) ([]byte, error) {
	if k.intervals > plan.MostIntervals {
		return nil, fmt.Errorf("the series has %d intervals, and at most %d are kept: give the plan a longer interval", k.intervals, plan.MostIntervals)
	}
	b := k.text[:0]
	for _, name := range k.Names {
		b = append(b, `,"`+name+`":[`...)
		before := len(b)
		switch name {
		case plan.KeepSeries:
			b = append(b, k.series...)
		case plan.KeepHistograms:
			b = k.histograms(b, net, r)
		case plan.KeepCapture:
			stations := 0
			for i := range r.Stations {
				if s := &r.Stations[i]; s.FramesOffered+s.FramesQueued+s.Counters.FramesTransmittedOK > 0 {
					stations++
				}
			}
			k.capture.rows(stations, func(figure string, from, to, count uint64, value float64) {
				b = appendRow(b, &figure, float64(from), float64(to), float64(count), value)
			})
			k.shares.rows(r, func(ms, windows int, jain float64) {
				figure := "flow_window"
				b = appendRow(b, &figure, float64(ms), float64(ms+1), float64(windows), jain)
			})
		case plan.KeepStations:
			for i := range r.Stations {
				b = appendStation(b, &r.Stations[i])
			}
		case plan.KeepFlows:
			for i := range r.Flows {
				b = appendFlow(b, &r.Flows[i])
			}
		}
		if len(b) > before {
			b = b[:len(b)-1] // the comma after the last row
		}
		b = append(b, ']')
	}
	k.text = b
	if len(b) > record.MostKept {
		return nil, fmt.Errorf("what is kept besides its figures takes %d octets, and the limit is %d: keep less", len(b), record.MostKept)
	}
	return b, nil
}

func (k *Gatherer) histograms(b []byte, net medium.Network, r *medium.Result) []byte {
	write := func(name string, counts bins, unit float64) {
		counts.each(func(_ int, from, to, count uint64) {
			b = appendRow(b, &name, float64(from)/unit, float64(to)/unit, float64(count))
		})
	}
	if n, ok := net.(delayed); ok {
		var access, delay bins
		n.EachDelay(func(ns int64, n uint64) { access.add(uint64(ns), n) }, func(ns int64, n uint64) { delay.add(uint64(ns), n) })
		write("access_delay_us", access, 1000)
		write("delay_us", delay, 1000)
	}
	var collisions bins
	for i := range r.Stations {
		for n, frames := range r.Stations[i].CollisionsPerFrame {
			if frames > 0 {
				collisions.add(uint64(n), frames)
			}
		}
	}
	write("collisions_per_frame", collisions, 1)
	write("backoff_slots", k.drawn.slots, 1)
	return b
}

func appendStation(b []byte, s *medium.Station) []byte {
	sent, collisions := 0.0, 0.0
	for n, frames := range s.CollisionsPerFrame {
		sent += float64(frames)
		collisions += float64(uint64(n) * frames)
	}
	if s.CollisionsPerFrame == nil { // only cables count them
		sent, collisions = math.NaN(), math.NaN()
	}
	mean, most := s.AccessDelay.Mean, s.AccessDelay.Max
	if s.AccessDelay.Count == 0 {
		mean, most = math.NaN(), math.NaN()
	}
	return appendRow(b, &s.Name, float64(s.FramesOffered), sent, float64(s.FramesDelivered), float64(s.FramesDropped),
		float64(s.FramesQueued), float64(s.OctetsDelivered), collisions, mean, most)
}
