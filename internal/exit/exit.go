// Package exit ends commands: it sets their exit status, and defines what a signal does to
// them.
package exit

import (
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/csmacd/csmacd/internal/files"
	"github.com/csmacd/csmacd/internal/usage"
)

// The exit statuses.
const (
	Failure     = 1   // the input is wrong, or the run failed
	Usage       = 2   // the command line is wrong
	CannotRun   = 126 // of exec and shell: the program cannot be run, as in shells
	NoCommand   = 127 // of exec and shell: there is no such program
	HungUp      = 129 // by SIGHUP
	Interrupted = 130 // by SIGINT
	Terminated  = 143 // by SIGTERM
)

// Statuses lists all exit statuses that are csmacd's own.
func Statuses() (list []string) {
	for _, status := range []int{0, Failure, Usage, CannotRun, NoCommand, HungUp, Interrupted, Terminated} {
		list = append(list, strconv.Itoa(status))
	}
	return list
}

// Error is an error with an exit status of its own. If Cause is nil, the error has already been
// reported.
type Error struct {
	Status int
	Cause  error
}

func (e Error) Error() string {
	if e.Cause == nil {
		return ""
	}
	return e.Cause.Error()
}

// Status reports an error, unless that has been done, and returns the exit status.
func Status(stderr io.Writer, err error) int {
	if err == nil {
		return 0
	}
	code := Failure
	var e Error
	var asked usage.Error
	switch {
	case errors.As(err, &e):
		code = e.Status
	case errors.As(err, &asked):
		code = Usage
	}
	if text := files.WithoutCall(err); text != "" {
		fmt.Fprintln(stderr, "csmacd:", text)
	}
	return code
}
