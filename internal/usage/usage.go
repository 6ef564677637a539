// Package usage has the error of a command line that asks for what there is not. Commands leave
// with a status of its own for it.
package usage

import "fmt"

// Error is an error of what was asked for, and not of what was done.
type Error struct{ error }

// Unwrap returns the error itself.
func (e Error) Unwrap() error { return e.error }

// Errorf returns an Error as [fmt.Errorf] has it.
func Errorf(format string, args ...any) error { return Error{fmt.Errorf(format, args...)} }

// Of returns err as an Error, and nil for nil.
func Of(err error) error {
	if err == nil {
		return nil
	}
	return Error{err}
}
