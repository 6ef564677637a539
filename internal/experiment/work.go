package experiment

import (
	"context"
	"fmt"
	"runtime"
	"sync"

	"github.com/csmacd/csmacd/internal/experiment/campaign"
	"github.com/csmacd/csmacd/internal/experiment/record"
)

// work does the missing runs of a campaign, on all workers of this process. A worker takes a run,
// does it and writes its record: a goroutine that did the latter for all would have to be woken
// twice for each run, which takes as long as a short run itself.
type work struct {
	*campaign.Campaign
	Options

	mu     sync.Mutex // while runs are done, protects the campaign and what follows
	more   *sync.Cond // there are more runs in the queue, or fewer in progress
	out    *Outcome
	points []progress
	queue  []task
	away   int    // runs in progress
	stop   func() // ends the runs in progress
	err    error  // a record cannot be written
}

// progress is the state of the runs of a point.
type progress struct {
	waiting int  // runs that are queued or in progress
	failed  bool // a run failed, or the user ended it: the number of replications that the point needs is unknown
}

func newWork(c *campaign.Campaign, o Options, out *Outcome) *work {
	w := &work{Campaign: c, Options: o, out: out, points: make([]progress, c.Points())}
	w.more = sync.NewCond(&w.mu)
	return w
}

// task is a run that is to be done.
type task struct{ point, replication int32 }

// done is the result of a task. The line is valid until the worker's next run.
type done struct {
	task
	line []byte
	sum  uint64 // of the line
	ok   bool   // false: it failed, or the user ended it
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

// ballast is memory that nothing is written to, so that it takes none of the machine's. The garbage collector begins
// when the heap has doubled: with short runs, whose heap is small, it would run all the time.
const ballast = 32 << 20

// run does all runs in the queue, and those that are queued meanwhile.
func (w *work) run(ctx context.Context) error {
	if len(w.queue) == 0 {
		return nil
	}
	defer runtime.KeepAlive(make([]byte, ballast))
	ctx, w.stop = context.WithCancel(ctx)
	defer w.stop()
	var workers sync.WaitGroup
	for range max(1, min(w.Jobs, MostJobs)) {
		workers.Go(func() {
			r := &runner{plan: w.Sweep, read: w.Readers}
			for t, ok := w.next(ctx); ok; t, ok = w.next(ctx) {
				w.end(w.do(ctx, r, t))
			}
		})
	}
	workers.Wait()
	if err := w.EndAppending(); w.err == nil {
		w.err = err
	}
	return w.err
}

// next takes a run out of the queue. While the queue is empty it waits for runs in progress, which
// may queue more. ok is false if there are no more, the user ends the sweep, or a record cannot be
// written.
func (w *work) next(ctx context.Context) (t task, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for {
		if ctx.Err() != nil && w.err == nil {
			w.out.Stopped = true
		}
		switch {
		case w.err != nil || w.out.Stopped || len(w.queue) == 0 && w.away == 0:
			return t, false
		case len(w.queue) > 0:
			t, w.queue = w.queue[0], w.queue[1:]
			w.away++
			return t, true
		}
		w.more.Wait()
	}
}

// end takes the result of a run.
func (w *work) end(d done) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.away--
	if err := w.take(d); err != nil && w.err == nil {
		w.err = err
		w.stop() // results of the runs in progress could not be written either
	}
	w.more.Broadcast()
}

// do does a run and returns its record.
func (w *work) do(ctx context.Context, r *runner, t task) done {
	p := r.pointOf(int(t.point))
	rec := record.Record{Engine: w.Header.Engine, Point: w.Address(int(t.point)), Replication: int(t.replication)}
	rec.Seed = record.Seed(w.Sweep, p, rec.Replication)
	out, ok, err := r.run(ctx, p, rec.Seed)
	if !ok {
		if err != nil {
			err = fmt.Errorf("%s, replication %d (seed %d): %w", p.Label, rec.Replication, rec.Seed, err)
		}
		return done{task: t, err: err}
	}
	rec.Digest, rec.Distributions, rec.Kept = out.digest, out.distributions, string(out.kept)
	d := done{task: t, ok: true}
	d.line, d.sum = rec.AppendSummed(r.line[:0], out.values)
	r.line = d.line
	return d
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
	err := w.Append(i, r, d.line, d.sum)
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
