package published

import "sync"

// memo keeps results on which several cases depend, so that they are computed once.
type memo struct {
	lock sync.Mutex
	kept map[any]any
}

// remember returns the result kept under a key, or computes it. An error is not kept.
func remember[T any](m *memo, key any, make func() (T, error)) (T, error) {
	m.lock.Lock()
	defer m.lock.Unlock()
	if v, ok := m.kept[key]; ok {
		return v.(T), nil
	}
	v, err := make()
	if err == nil {
		m.kept[key] = v
	}
	return v, err
}
