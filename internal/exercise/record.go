package exercise

import (
	"context"
	"errors"
	"slices"

	"github.com/csmacd/csmacd/internal/engine"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// ErrRecord says that a lab with hosts has runs that cannot be recorded: an expression asks for their events, or they are
// longer than a minute in all, or one of them has no duration.
var ErrRecord = errors.New("has runs that cannot be recorded")

// mostRecorded is the most simulated time of the runs of a lab that is recorded.
const mostRecorded = 60 * phy.Second

// Record returns a lab with the results of all runs that its questions and its sheet need, if it has hosts: a page has no
// TCP/IP stack, and takes these results instead. They are those of csmacd run, with the same digests. A lab without
// hosts is returned as it is.
func Record(ctx context.Context, l *Lab, version string) (*Lab, error) {
	if !slices.ContainsFunc(l.Runs, func(r Run) bool { return len(r.Scenario.Attached) > 0 }) {
		return l, nil
	}
	needed, whole := l.needed(), phy.Time(0)
	for k := range needed {
		r := &l.Runs[k.run]
		if r.Kinds != 0 || r.Scenario.Duration <= 0 || r.Scenario.Duration > mostRecorded {
			return nil, ErrRecord
		}
		if whole += r.Scenario.Duration; whole > mostRecorded {
			return nil, ErrRecord
		}
	}
	w, of := NewWork(l), *l
	of.Runs = slices.Clone(l.Runs)
	for i := range of.Runs {
		r := &of.Runs[i]
		r.Recorded = nil
		for seed := l.seed(); needed[ranKey{i, seed}]; seed++ {
			o, err := w.run(ctx, ranKey{i, seed})
			if err != nil {
				return nil, err
			}
			result := *o.result
			result.Scenario, result.Version, result.Engine = r.Scenario.Name, version, engine.Hash
			r.Recorded = append(r.Recorded, &result)
		}
	}
	return &of, nil
}

// needed returns the runs that are ever asked for: each at the scenario's seed, and those of a question at its seeds.
func (l *Lab) needed() map[ranKey]bool {
	needed := map[ranKey]bool{}
	for i := range l.Runs {
		needed[ranKey{i, l.seed()}] = true
	}
	for i := range l.Questions {
		q := &l.Questions[i]
		for _, name := range l.Place(q).Runs {
			k := slices.IndexFunc(l.Runs, func(r Run) bool { return r.Name == name })
			for n := range uint64(q.Seeds) {
				needed[ranKey{k, l.seed() + n}] = true
			}
		}
	}
	return needed
}

// record returns the recorded result of a seed, or nil.
func (r *Run) record(seed uint64) *medium.Result {
	for _, result := range r.Recorded {
		if result.Seed == seed {
			return result
		}
	}
	return nil
}
