package published

import "sync"

// memo keeps what several cases rest on, so that it is run once.
type memo struct {
	lock sync.Mutex
	kept map[any]any
}

// remember returns what is kept under a key, or makes it. A failure is not kept.
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
