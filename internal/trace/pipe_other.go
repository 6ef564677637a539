//go:build !unix && !js

package trace

import "context"

// CreateUntil is [Create]: there are no named pipes to wait for.
func CreateUntil(_ context.Context, path string) (*Output, error) { return Create(path) }
