package lab

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/csmacd/csmacd/internal/run"
	"github.com/csmacd/csmacd/internal/virtual"
)

// Work runs a lab's scenarios, none more often than needed, and evaluates expressions. It is
// not safe for use by several goroutines, but each may have a Work of the same lab.
type Work struct {
	lab    *Lab
	driver run.Driver
	ran    map[ranKey]map[string]any
}

type ranKey struct {
	run  int
	seed uint64
}

// NewWork returns a Work on a lab. It runs nothing yet.
func NewWork(l *Lab) *Work { return &Work{lab: l, ran: map[ranKey]map[string]any{}} }

// Answer computes the answer to a question: a float64, a bool or a string.
func (w *Work) Answer(ctx context.Context, q *Question) (any, error) {
	return w.mean(ctx, &q.Answer, q.Seeds)
}

// mean evaluates an expression for each seed, and returns the mean.
func (w *Work) mean(ctx context.Context, f *Formula, seeds int) (any, error) {
	sum := 0.0
	for i := range seeds {
		v, err := w.value(ctx, f, w.lab.seed+uint64(i))
		if err != nil || seeds == 1 {
			return v, err
		}
		x, ok := v.(float64)
		if !ok {
			return nil, fmt.Errorf("%q: a mean over seeds needs numbers", f.Code)
		}
		sum += x
		if i+1 < seeds {
			w.forget()
		}
	}
	return sum / float64(seeds), nil
}

// forget drops the results of one seed of many.
func (w *Work) forget() {
	for k := range w.ran {
		if k.seed != w.lab.seed {
			delete(w.ran, k)
		}
	}
}

// value evaluates an expression at a seed, with the runs and figures before it that it uses.
func (w *Work) value(ctx context.Context, f *Formula, seed uint64) (any, error) {
	env := map[string]any{}
	for _, n := range f.names {
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
			return w.run(ctx, ranKey{i, seed})
		}
	}
	return nil, fmt.Errorf("there is nothing called %s", name)
}

// run returns the result of a run, with its events if an expression asks for them.
func (w *Work) run(ctx context.Context, k ranKey) (map[string]any, error) {
	if r := w.ran[k]; r != nil {
		return r, nil
	}
	r, err := w.begin(ctx, k)
	if err != nil {
		return nil, fmt.Errorf("the run %s: %w", w.lab.Runs[k.run].Name, err)
	}
	w.ran[k] = r
	return r, nil
}

func (w *Work) begin(ctx context.Context, k ranKey) (map[string]any, error) {
	s := *w.lab.Runs[k.run].scenario
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
	var events *recorder
	if kinds := w.lab.Runs[k.run].kinds; kinds != 0 {
		events = newRecorder(net, kinds)
		net.Observe(events)
	}
	if complete, err := w.driver.Run(ctx, all, s.Duration); err != nil {
		return nil, err
	} else if !complete {
		return nil, ctx.Err()
	}
	text, err := json.Marshal(all.Result())
	if err != nil {
		return nil, err
	}
	var r map[string]any
	err = json.Unmarshal(text, &r)
	if events != nil {
		r[eventsKey] = events
	}
	return r, err
}
