package tally

import "sync"

// Spare keeps memory that networks have released, all of it zero, for networks that are made later.
// Short runs would spend most of their time making and clearing it. The zero Spare is empty, and
// several goroutines may use it.
type Spare[T any] struct{ pool sync.Pool }

// Get returns memory that is zero.
func (s *Spare[T]) Get() *T {
	if v, ok := s.pool.Get().(*T); ok {
		return v
	}
	return new(T)
}

// Put takes memory that is zero.
func (s *Spare[T]) Put(v *T) { s.pool.Put(v) }
