package lan

import (
	"runtime"
	"slices"
	"sync/atomic"
)

// workers do a job for some domains together, and wait for each other then. Each begins with domains of its own,
// which stay in its processor's cache, and goes on with those that others have left. A simulated second has
// thousands of such rounds, so that workers look for work for a while before they sleep.
type workers struct {
	others  []worker // besides the caller
	job     func(worker int, k int32)
	list    []int32 // domains of this round
	shares  []share // of the list, one for each worker
	round   atomic.Uint64
	looks   int // before a worker sleeps
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

// share is a part of a list.
type share struct {
	next atomic.Int64
	end  int64
	_    [48]byte // the rest of a cache line
}

// start starts the workers for some rounds.
func (w *workers) start(count int) {
	if count <= 0 {
		return
	}
	w.others = make([]worker, count)
	w.shares = make([]share, count+1)
	w.done = make(chan struct{}, 1)
	w.over.Store(false)
	w.looks = mostLooks
	// Where workers share a processor, no other works while one looks.
	if count >= min(runtime.GOMAXPROCS(0), runtime.NumCPU()) {
		w.looks = 0
	}
	for k := range w.others {
		w.others[k].wake = make(chan struct{}, 1)
		go w.work(k, w.round.Load())
	}
}

// work takes part in each round.
func (w *workers) work(k int, round uint64) {
	s := &w.others[k]
	for ; ; round++ {
		for look := 0; w.round.Load() == round; look++ {
			if look < w.looks {
				continue
			}
			s.asleep.Store(true)
			if w.round.Load() == round || !s.asleep.CompareAndSwap(true, false) {
				<-s.wake
			}
		}
		over := w.over.Load()
		if !over {
			w.take(k + 1)
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
		if look < w.looks {
			continue
		}
		w.asleep.Store(true)
		if w.running.Load() > 0 || !w.asleep.CompareAndSwap(true, false) {
			<-w.done
		}
	}
}

// run does a job for some of the domains of a network, given in order.
func (w *workers) run(domains int, list []int32, job func(worker int, k int32)) {
	if len(w.others) == 0 || len(list) < 2 {
		for _, k := range list {
			job(0, k)
		}
		return
	}
	w.job, w.list = job, list
	end := 0
	for k := range w.shares {
		s := &w.shares[k]
		s.next.Store(int64(end))
		end, _ = slices.BinarySearch(list, int32((k+1)*domains/len(w.shares)))
		s.end = int64(end)
	}
	w.begin()
	w.take(0)
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

// take does the job of a round as long as there are domains that nobody has taken.
func (w *workers) take(worker int) {
	some := int64(max(1, len(w.list)/(16*len(w.shares))))
	for k := range w.shares {
		s := &w.shares[(worker+k)%len(w.shares)]
		for {
			to := s.next.Add(some)
			if to-some >= s.end {
				break
			}
			for _, k := range w.list[to-some : min(to, s.end)] {
				w.job(worker, k)
			}
		}
	}
}
