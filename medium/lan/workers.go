package lan

import "sync/atomic"

// workers run the domains of a network together: each takes some at a time. They wait for each other
// at each barrier. A simulated second has tens of thousands of barriers, so that workers look for work
// for some microseconds before they sleep.
type workers struct {
	others  []worker     // besides the caller
	list    []int32      // domains of this round
	taken   atomic.Int64 // how many of them are taken
	round   atomic.Uint64
	running atomic.Int64
	over    atomic.Bool
	asleep  atomic.Bool // the caller waits for done
	done    chan struct{}
}

// worker is the state of one of them.
type worker struct {
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
	w.others = make([]worker, count)
	w.done = make(chan struct{}, 1)
	w.over.Store(false)
	for k := range w.others {
		w.others[k].wake = make(chan struct{}, 1)
		go w.work(&w.others[k], w.round.Load(), parts)
	}
}

// work takes part in each round.
func (w *workers) work(s *worker, round uint64, parts []part) {
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
			w.take(parts)
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
	w.running.Store(int64(len(w.others)))
	w.round.Add(1)
	for k := range w.others {
		if s := &w.others[k]; s.asleep.CompareAndSwap(true, false) {
			s.wake <- struct{}{}
		}
	}
}

// wait waits until all workers have finished the round.
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

// run runs some domains to their limits.
func (w *workers) run(parts []part, list []int32) {
	w.list = list
	w.taken.Store(0)
	if len(w.others) == 0 || len(list) < 2 {
		w.take(parts)
		return
	}
	w.begin()
	w.take(parts)
	w.wait()
}

// stop ends the workers, and returns when they are gone.
func (w *workers) stop() {
	if len(w.others) == 0 {
		return
	}
	w.over.Store(true)
	w.begin()
	w.wait()
	w.others = nil
}

// take runs domains as long as there are any that nobody has taken.
func (w *workers) take(parts []part) {
	some := max(1, len(w.list)/(8*(len(w.others)+1)))
	for {
		to := int(w.taken.Add(int64(some)))
		from := to - some
		if from >= len(w.list) {
			return
		}
		for _, k := range w.list[from:min(to, len(w.list))] {
			p := &parts[k]
			p.err = p.Run(p.limit)
			p.reached = p.Now()
		}
	}
}
