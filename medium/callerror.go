package medium

import "fmt"

// CallError is the error of a call such as Inject or Change. A program that shows it to its user may
// leave out which package it is of: Text says all.
type CallError struct {
	Package string // such as "bus"
	Text    string // what is wrong
	Err     error  // ErrRefused, ErrNoStation or ErrOver
}

// Error returns the text after the name of the package.
func (e *CallError) Error() string { return e.Package + ": " + e.Text }

// Unwrap returns e.Err.
func (e *CallError) Unwrap() error { return e.Err }

// RefusedError returns an error of a package that wraps [ErrRefused].
func RefusedError(pkg, format string, args ...any) error {
	return &CallError{pkg, fmt.Sprintf(format, args...), ErrRefused}
}

// NoStationError returns an error of a package that wraps [ErrNoStation].
func NoStationError(pkg, format string, args ...any) error {
	return &CallError{pkg, fmt.Sprintf(format, args...), ErrNoStation}
}
