package lan

import "sync/atomic"

// workers run the domains of a network together, each of them its own: the k-th of n every n-th
// domain. They wait for each other at each barrier. A simulated second has tens of thousands of
// barriers, so that workers look for work for some microseconds before they sleep.
type workers struct {
	shares  []share
	round   atomic.Uint64
	running atomic.Int64
	over    atomic.Bool
	asleep  atomic.Bool // the caller waits for done
	done    chan struct{}
}

// share is the state of one worker besides the caller.
type share struct {
	asleep atomic.Bool
	wake   chan struct{}
}

// looks is how often a worker looks for work before it sleeps.
const looks = 4000

// start starts the workers for some rounds of domains.
func (w *workers) start(count int, parts []part) {
	if count <= 0 {
		return
	}
	w.shares = make([]share, count)
	w.done = make(chan struct{}, 1)
	w.over.Store(false)
	for k := range w.shares {
		w.shares[k].wake = make(chan struct{}, 1)
		go w.work(&w.shares[k], w.round.Load(), parts, k+1)
	}
}

// work runs the share of one worker in each round.
func (w *workers) work(s *share, round uint64, parts []part, first int) {
	for ; ; round++ {
		for look := 0; w.round.Load() == round; look++ {
			if look < looks {
				continue
			}
			s.asleep.Store(true)
			if w.round.Load() == round || !s.asleep.CompareAndSwap(true, false) {
				<-s.wake
			}
		}
		over := w.over.Load()
		if !over {
			runShare(parts, first, len(w.shares)+1)
		}
		if w.running.Add(-1) == 0 && w.asleep.CompareAndSwap(true, false) {
			w.done <- struct{}{}
		}
		if over {
			return
		}
	}
}

// begin begins a round: the workers that sleep are woken.
func (w *workers) begin() {
	w.running.Store(int64(len(w.shares)))
	w.round.Add(1)
	for k := range w.shares {
		if s := &w.shares[k]; s.asleep.CompareAndSwap(true, false) {
			s.wake <- struct{}{}
		}
	}
}

// wait waits until all workers have done their shares.
func (w *workers) wait() {
	for look := 0; w.running.Load() > 0; look++ {
		if look < looks {
			continue
		}
		w.asleep.Store(true)
		if w.running.Load() > 0 || !w.asleep.CompareAndSwap(true, false) {
			<-w.done
		}
	}
}

// run runs all domains to their limits.
func (w *workers) run(parts []part) {
	if len(w.shares) == 0 {
		runShare(parts, 0, 1)
		return
	}
	w.begin()
	runShare(parts, 0, len(w.shares)+1)
	w.wait()
}

// stop ends the workers, and returns when they are gone.
func (w *workers) stop() {
	if len(w.shares) == 0 {
		return
	}
	w.over.Store(true)
	w.begin()
	w.wait()
	w.shares = nil
}

// runShare runs each of every step-th domain to its limit.
func runShare(parts []part, first, step int) {
	for k := first; k < len(parts); k += step {
		if p := &parts[k]; p.engine != nil && p.reached < p.limit {
			p.err = p.Run(p.limit)
			p.reached = p.Now()
		}
	}
}
