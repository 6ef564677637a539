package trace

import (
	"context"
	"errors"

	"github.com/csmacd/csmacd/internal/files"
)

// Create refuses all files: a web browser has none, and the code that compresses them is large.
func Create(path string) (*Output, error) {
	return nil, files.Because(path, errors.New("a web browser cannot write files"))
}

// CreateUntil is [Create].
func CreateUntil(_ context.Context, path string) (*Output, error) { return Create(path) }
