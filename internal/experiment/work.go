package experiment

import (
	"context"
	"fmt"
	"sync"

	"github.com/csmacd/csmacd/internal/experiment/campaign"
	"github.com/csmacd/csmacd/internal/experiment/record"
	"github.com/csmacd/csmacd/internal/scenario"
)

// work does the missing runs of a campaign, on all workers of this
// process. One goroutine hands out runs and writes records; the workers
// do the runs and nothing else.
type work struct {
	*campaign.Campaign
	Options
	out  *Outcome
	read func(string, bool) (scenario.Capture, error)

	points []progress
	queue  []task
}

// progress is the state of the runs of a point.
type progress struct {
	waiting int  // runs that are queued or in progress
	failed  bool // a run failed, or the user ended it: the number of replications that the point needs is unknown
}

func newWork(c *campaign.Campaign, o Options, out *Outcome, read func(string, bool) (scenario.Capture, error)) *work {
	return &work{Campaign: c, Options: o, out: out, read: read, points: make([]progress, c.Points())}
}

// task is a run that is to be done.
type task struct{ point, replication int32 }

// done is the result of a task.
type done struct {
	task
	line []byte
	ok   bool // false: it failed, or the user ended it
	err  error
}

// plan queues the missing runs of this shard.
func (w *work) plan() error {
	for i := range w.points {
		for number := range w.Want(i) {
			if w.mine(i, number) {
				w.need(i, number)
			}
		}
		if w.Options.Precision != nil && w.mine(i, 0) {
			if err := w.widen(i); err != nil {
				return err
			}
		}
	}
	return nil
}

// mine reports whether this shard contains a run. If a precision decides the number of replications,
// all runs of a point are in one shard.
func (w *work) mine(point, replication int) bool {
	if w.Options.Precision != nil {
		return w.Shard.has(point)
	}
	return w.Shard.has(point*w.Sweep.Replications + replication)
}

// need queues a run, unless it has a record.
func (w *work) need(point, replication int) {
	w.out.Runs++
	if w.Has(point, replication) {
		w.out.Found++
		return
	}
	w.points[point].waiting++
	w.queue = append(w.queue, task{int32(point), int32(replication)})
}

// widen adds replications to a point whose runs are all done, until some are missing
// or there are enough.
func (w *work) widen(i int) error {
	p := &w.points[i]
	for p.waiting == 0 && !p.failed {
		before := w.Want(i)
		more, err := w.Campaign.Widen(i)
		if err != nil || more == 0 {
			return err
		}
		for r := range more {
			w.need(i, before+r)
		}
	}
	return nil
}

// run does all runs in the queue, and those that are queued meanwhile.
func (w *work) run(ctx context.Context) (err error) {
	if len(w.queue) == 0 {
		return nil
	}
	ctx, stop := context.WithCancel(ctx)
	tasks, results := make(chan task), make(chan done)
	var workers sync.WaitGroup
	for range max(1, min(w.Jobs, MostJobs)) {
		workers.Go(func() {
			r := &runner{plan: w.Sweep, read: w.read}
			for t := range tasks {
				results <- w.do(ctx, r, t)
			}
		})
	}
	err = w.share(ctx, stop, tasks, results)
	stop()
	close(tasks)
	workers.Wait()
	if e := w.EndAppending(); err == nil {
		err = e
	}
	return err
}

// share hands out runs and takes their results, until the queue is empty, the user
// ends it, or a record cannot be written. No run is in progress when it returns.
func (w *work) share(ctx context.Context, stop func(), tasks chan<- task, results <-chan done) (err error) {
	away := 0
	for {
		if ctx.Err() != nil && err == nil {
			w.out.Stopped = true
		}
		var hand chan<- task
		var next task
		if len(w.queue) > 0 && err == nil && !w.out.Stopped {
			hand, next = tasks, w.queue[0]
		}
		if hand == nil && away == 0 {
			return err
		}
		select {
		case hand <- next:
			w.queue = w.queue[1:]
			away++
		case d := <-results:
			away--
			if e := w.take(d); e != nil && err == nil {
				err = e
				stop() // results of the runs in progress could not be written either
			}
		case <-w.halted(ctx, err):
		}
	}
}

// halted returns the channel that ctx closes when the user ends the sweep, or nil if the sweep is
// ending already, by the user or after an error.
func (w *work) halted(ctx context.Context, err error) <-chan struct{} {
	if w.out.Stopped || err != nil {
		return nil
	}
	return ctx.Done()
}

// do does a run and returns its record.
func (w *work) do(ctx context.Context, r *runner, t task) done {
	p := w.Sweep.Point(int(t.point))
	rec := record.Record{Engine: w.Header.Engine, Point: w.Address(int(t.point)), Replication: int(t.replication)}
	rec.Seed = record.Seed(w.Sweep, &p, rec.Replication)
	out, ok, err := r.run(ctx, &p, rec.Seed)
	if !ok {
		if err != nil {
			err = fmt.Errorf("%s, replication %d (seed %d): %w", p.Label, rec.Replication, rec.Seed, err)
		}
		return done{t, nil, false, err}
	}
	rec.Digest, rec.Distributions, rec.Kept = out.digest, out.distributions, string(out.kept)
	return done{t, rec.Append(make([]byte, 0, 8192+len(rec.Kept)), out.values), true, nil}
}

// take writes the record of a run, or notes its error.
func (w *work) take(d done) error {
	i, r := int(d.point), int(d.replication)
	p := &w.points[i]
	p.waiting--
	if d.err != nil {
		if w.out.Failed++; len(w.out.Failures) < mostFailures {
			w.out.Failures = append(w.out.Failures, d.err.Error())
		}
	}
	if !d.ok {
		p.failed = true
		return nil
	}
	err := w.Append(i, r, d.line)
	if err != nil {
		return err
	}
	w.out.Ran++
	if p.waiting == 0 && w.Options.Precision != nil {
		err = w.widen(i)
	}
	w.Progress(w.out.Found+w.out.Ran+w.out.Failed, w.out.Runs)
	return err
}
