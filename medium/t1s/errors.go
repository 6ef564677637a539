package t1s

import (
	"fmt"

	"github.com/csmacd/csmacd/medium"
)

// callError is the error of a call: a text, and the error of package medium that it wraps.
type callError struct {
	kind error
	text string
}

func (e *callError) Error() string { return "t1s: " + e.text }
func (e *callError) Unwrap() error { return e.kind }

func refused(format string, args ...any) error {
	return &callError{medium.ErrRefused, fmt.Sprintf(format, args...)}
}
