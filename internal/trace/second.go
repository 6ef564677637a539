package trace

import "sync/atomic"

// spareBatches is the number of batches besides the one that is being filled.
const spareBatches = 3

// second is a goroutine that writes full batches while the next one is filled. After an error it
// writes no more, and hands batches back all the same.
type second struct {
	full, spare chan batch
	failed      atomic.Pointer[failure]
	over        chan struct{}
}

type failure struct{ err error }

func startSecond(to *sink, size int) *second {
	s := &second{full: make(chan batch, spareBatches), spare: make(chan batch, spareBatches), over: make(chan struct{})}
	for range spareBatches {
		s.spare <- newBatch(size)
	}
	go s.run(to)
	return s
}

func (s *second) run(to *sink) {
	defer close(s.over)
	for b := range s.full {
		if s.err() == nil {
			if err := to.write(b); err != nil {
				s.failed.Store(&failure{err})
			}
		}
		b.clear()
		s.spare <- b
	}
}

// err returns the error that ended writing.
func (s *second) err() error {
	if f := s.failed.Load(); f != nil {
		return f.err
	}
	return nil
}

// swap takes a full batch and returns an empty one. It waits while none is empty.
func (s *second) swap(b batch) (batch, error) {
	s.full <- b
	return <-s.spare, s.err()
}

// wait waits until all full batches are written: until all of them are spare.
func (s *second) wait() {
	var all [spareBatches]batch
	for i := range all {
		all[i] = <-s.spare
	}
	for _, b := range all {
		s.spare <- b
	}
}

// end writes what is left, and ends the goroutine.
func (s *second) end() {
	close(s.full)
	<-s.over
}
