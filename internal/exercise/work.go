package exercise

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/csmacd/csmacd/internal/run"
	"github.com/csmacd/csmacd/internal/virtual"
	"github.com/csmacd/csmacd/medium"
)

// Work runs a lab's scenarios, none more often than needed, and evaluates expressions. It is
// not safe for use by several goroutines, but each may have a Work of the same lab.
type Work struct {
	lab    *Lab
	driver run.Driver
	ran    map[ranKey]*outcome
	means  map[*Formula]*partial
}

// partial is a mean over seeds that is being computed.
type partial struct {
	sum   float64
	seeds int // so far
}

type ranKey struct {
	run  int
	seed uint64
}

// outcome is what a run leaves.
type outcome struct {
	result *medium.Result
	events *recorder      // nil if no expression asks for them
	told   map[string]any // both as expressions see them; nil until one does
}

// NewWork returns a Work on a lab. It runs nothing yet.
func NewWork(l *Lab) *Work {
	return &Work{lab: l, ran: map[ranKey]*outcome{}, means: map[*Formula]*partial{}}
}

// Answer computes the answer to a question: a float64, a bool or a string.
func (w *Work) Answer(ctx context.Context, q *Question) (any, error) {
	return w.mean(ctx, &q.Answer, q.Seeds)
}

// Prepare does a piece of the work on the answer to the n-th question, from 1: the runs of one more seed. It returns how many
// of the seeds are done. [Work.Answer] does what is left.
func (w *Work) Prepare(ctx context.Context, n int) (done, of int, err error) {
	if n < 1 || n > len(w.lab.Questions) {
		return 0, 0, misunderstood("there is no question %d", n)
	}
	q := &w.lab.Questions[n-1]
	_, done, err = w.next(ctx, &q.Answer, q.Seeds)
	return done, q.Seeds, err
}

// mean evaluates an expression for each seed, and returns the mean.
func (w *Work) mean(ctx context.Context, f *Formula, seeds int) (any, error) {
	for {
		if v, done, err := w.next(ctx, f, seeds); err != nil || done >= seeds {
			return v, err
		}
	}
}

// next evaluates an expression for one more seed, and returns the mean so far.
func (w *Work) next(ctx context.Context, f *Formula, seeds int) (v any, done int, err error) {
	if seeds == 1 {
		v, err = w.value(ctx, f, w.lab.seed())
		return v, 1, err
	}
	p := w.means[f]
	if p == nil {
		p = &partial{}
		w.means[f] = p
	}
	if p.seeds < seeds {
		v, err = w.value(ctx, f, w.lab.seed()+uint64(p.seeds))
		if err != nil {
			return nil, p.seeds, err
		}
		x, ok := v.(float64)
		if !ok {
			return nil, p.seeds, fmt.Errorf("%q: a mean over seeds needs numbers", f.Code)
		}
		p.sum += x
		if p.seeds++; p.seeds < seeds {
			w.forget()
		}
	}
	return p.sum / float64(p.seeds), p.seeds, nil
}

// forget drops the results of one seed of many.
func (w *Work) forget() {
	for k := range w.ran {
		if k.seed != w.lab.seed() {
			delete(w.ran, k)
		}
	}
}

// value evaluates an expression at a seed, with the runs and figures before it that it uses.
func (w *Work) value(ctx context.Context, f *Formula, seed uint64) (any, error) {
	env := map[string]any{}
	for _, n := range f.Names {
		v, err := w.named(ctx, n, seed)
		if err != nil {
			return nil, err
		}
		env[n] = v
	}
	return f.value(env)
}

func (w *Work) named(ctx context.Context, name string, seed uint64) (any, error) {
	for i := range w.lab.Figures {
		if g := &w.lab.Figures[i]; g.Name == name {
			return w.value(ctx, &g.Formula, seed)
		}
	}
	for i := range w.lab.Runs {
		if w.lab.Runs[i].Name == name {
			return w.told(ctx, ranKey{i, seed})
		}
	}
	return nil, fmt.Errorf("there is nothing called %s", name)
}

// told returns the result of a run as expressions see it, with its events if one asks for them.
func (w *Work) told(ctx context.Context, k ranKey) (map[string]any, error) {
	o, err := w.run(ctx, k)
	if err != nil {
		return nil, err
	}
	if o.told != nil {
		return o.told, nil
	}
	text, err := json.Marshal(o.result)
	if err != nil {
		return nil, err
	}
	var told map[string]any
	if err = json.Unmarshal(text, &told); err != nil {
		return nil, err
	}
	if o.events != nil {
		told[eventsKey] = o.events
	}
	o.told = told
	return told, nil
}

// run is [Work.outcome] with errors that name the run.
func (w *Work) run(ctx context.Context, k ranKey) (*outcome, error) {
	o, err := w.outcome(ctx, k)
	if err != nil {
		return nil, fmt.Errorf("the run %s: %w", w.lab.Runs[k.run].Name, err)
	}
	return o, nil
}

// outcome returns the outcome of a run, which it runs if it has not yet and there is no record of it.
func (w *Work) outcome(ctx context.Context, k ranKey) (*outcome, error) {
	if o := w.ran[k]; o != nil {
		return o, nil
	}
	if r := w.lab.Runs[k.run].record(k.seed); r != nil {
		w.ran[k] = &outcome{result: r}
		return w.ran[k], nil
	}
	s := *w.lab.Runs[k.run].Scenario
	s.Config.Seed = k.seed
	run.Finite(&s)
	net, err := s.Network()
	if err != nil {
		return nil, err
	}
	all, err := virtual.With(&s, net)
	if err != nil {
		return nil, err
	}
	defer all.Release()
	o := &outcome{}
	if kinds := w.lab.Runs[k.run].Kinds; kinds != 0 {
		o.events = newRecorder(net, kinds)
		net.Observe(o.events)
	}
	if complete, err := w.driver.Run(ctx, all, s.Duration); err != nil {
		return nil, err
	} else if !complete {
		return nil, ctx.Err()
	}
	o.result = all.Result()
	w.ran[k] = o
	return o, nil
}
