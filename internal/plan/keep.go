package plan

import (
	"slices"
	"strings"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/phy"
)

// What a plan can keep of each run besides its figures.
const (
	KeepSeries     = "series"     // counts by intervals of time
	KeepHistograms = "histograms" // delays, collisions, draws of backoff
	KeepCapture    = "capture"    // the capture effect: who won, and for how long
	KeepStations   = "stations"   // figures of each station
	KeepFlows      = "flows"      // figures of each flow between hosts
)

// Kept lists what a plan can keep, in the order of its tables.
var Kept = []string{KeepSeries, KeepHistograms, KeepCapture, KeepStations, KeepFlows}

// SteadyOf lists the series by which a warm-up can be cut. The first is the default; if
// a medium of the plan has no throughput, the second is.
var SteadyOf = []string{"throughput", "frames_delivered", "frames_queued", "attempts", "collisions"}

// MostIntervals is the greatest number of intervals of a run's series.
const MostIntervals = 10_000

// usualIntervals is the number of intervals if the plan does not give their length.
const usualIntervals = 100

// warmupRule is the name of the rule that finds warm-ups.
const warmupRule = "mser-5"

// keepFields returns the keys of a plan that say what is kept of runs, and from when on.
func keepFields() []field[draft] {
	return []field[draft]{
		{Key: "keep", Read: func(r *reader, p *draft, n *document.Node) {
			if n.Kind != document.List {
				r.Fail(n, "keep is a list, such as [series, histograms]")
				return
			}
			named := map[string]bool{}
			for _, item := range n.Items {
				if word, ok := r.OneOf(item, "something to keep", Kept...); ok {
					named[word] = true
				}
			}
			for _, name := range Kept {
				if named[name] {
					p.Keep = append(p.Keep, name)
				}
			}
		}},
		{Key: "interval", Read: func(r *reader, p *draft, n *document.Node) {
			t, ok := r.Time(n, 0, "10ms", "ps, ns, us, ms or s")
			switch {
			case !ok:
			case t == 0:
				r.Fail(n, "must be more than 0")
			case !slices.Contains(p.Keep, KeepSeries):
				r.Fail(n, "interval is the length of the intervals of a series: write keep: [series] beside it")
			default:
				p.Interval = t
			}
		}},
		{Key: "warmup", Read: func(r *reader, p *draft, n *document.Node) {
			if n.Kind == document.Mapping {
				table := table[draft]{What: "the plan's warmup", Fields: []field[draft]{{Key: warmupRule, Read: func(r *reader, p *draft, n *document.Node) {
					p.SteadyOf, _ = r.OneOf(n, "a series by which a warm-up can be cut", SteadyOf...)
				}}}}
				table.Read(r, n, p)
				return
			}
			if _, ok := r.OneOf(n, "a rule for the warm-up (a time belongs beside sweep, not in it)", warmupRule); ok {
				p.SteadyOf = SteadyOf[0]
			}
		}},
	}
}

// checkSteady makes sure that all media of a plan have the series by which warm-ups are cut.
func (p *draft) checkSteady(r *reader) {
	if p.SteadyOf != SteadyOf[0] {
		return
	}
	for _, kind := range p.Kinds() {
		if !slices.Contains(p.base.Untimed, kind) {
			continue
		}
		p.SteadyOf = SteadyOf[1]
		if named := p.at.Get("warmup").Get(warmupRule); named != nil {
			r.Fail(named, "a medium of kind %s has no throughput: write %s", kind, strings.Join(SteadyOf[1:], ", or "))
		}
		return
	}
}

// CheckRun reports problems between what the plan keeps of a run, and the duration (0 if it
// is unknown) and warm-up that the scenario has.
func (s *Sweep) CheckRun(r *document.Reader, duration, warmup phy.Time) {
	at := s.root.Get("sweep")
	if s.SteadyOf != "" {
		switch rule := at.Get("warmup"); {
		case warmup > 0:
			r.Fail(rule, "the scenario has a warmup of its own, %s: leave out one of the two", warmup)
		case duration == 0:
			r.Fail(rule, "the rule needs runs of a known duration: write duration: 1s beside sweep")
		}
	}
	if !slices.Contains(s.Keep, KeepSeries) {
		return
	}
	switch span := duration - warmup; {
	case s.Interval == 0 && duration == 0:
		r.Fail(at.Get("keep"), "the duration of runs is unknown: write interval: 10ms for their series")
	case s.Interval > 0 && span > 0 && (span-1)/s.Interval >= MostIntervals:
		r.Fail(at.Get("interval"), "divides a run of %[2]s into more than %[1]d intervals, the most that are kept", MostIntervals, span)
	}
}

// IntervalOf returns the length of the intervals of a series: the given one, or, if that is 0, a
// hundredth of span, which is the run without its warm-up.
func IntervalOf(given, span phy.Time) phy.Time {
	if given > 0 {
		return given
	}
	return max(1, (span+usualIntervals-1)/usualIntervals)
}
