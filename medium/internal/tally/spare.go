package tally

import "sync"

// Spare keeps memory that networks have released, for networks that are made later. It is zero, or what its
// owner takes for that, such as lists with nothing in them but room. Short runs would spend most of their time
// making and clearing it. The zero Spare is empty, and several goroutines may use it.
type Spare[T any] struct{ pool sync.Pool }

// Get returns memory, new or put back.
func (s *Spare[T]) Get() *T {
	if v, ok := s.pool.Get().(*T); ok {
		return v
	}
	return new(T)
}

// Put takes memory back.
func (s *Spare[T]) Put(v *T) { s.pool.Put(v) }
