// Package usage defines the error of a wrong command line. Commands that return it exit with a
// status of its own.
package usage

import "fmt"

// Error is an error in the command line, and not in what the command did.
type Error struct{ error }

// Unwrap returns the error itself.
func (e Error) Unwrap() error { return e.error }

// Errorf formats an Error as [fmt.Errorf] does.
func Errorf(format string, args ...any) error { return Error{fmt.Errorf(format, args...)} }

// Of returns err as an Error, and nil for nil.
func Of(err error) error {
	if err == nil {
		return nil
	}
	return Error{err}
}
