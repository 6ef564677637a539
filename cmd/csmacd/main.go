// Command csmacd runs a CSMA/CD Ethernet from a scenario file.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/csmacd/csmacd/internal/extcap"
	"github.com/csmacd/csmacd/internal/terminal"
	"github.com/csmacd/csmacd/internal/usage"
)

// The ways to leave.
const (
	exitFailure     = 1   // the input is wrong, or the run failed
	exitUsage       = 2   // the command line is wrong
	exitInterrupted = 130 // by SIGINT; SIGTERM makes it 143, SIGHUP 129, as in shells
)

// exit is an error that has a status of its own; a nil cause has been told already, but for
// that of an interruption: then what the command was doing is told.
type exit struct {
	status int
	cause  error
}

func (e exit) Error() string {
	if e.cause == nil {
		return ""
	}
	return e.cause.Error()
}

func main() {
	if extcap.Asked(os.Args[1:]) {
		os.Exit(answerWireshark(os.Args[1:]))
	}
	ctx, signals := listen()
	app, out := newApp(), &printed{to: stdout}
	app.Writer = out
	signals.exit(out.after(app.RunContext(ctx, arrange(newApp(), os.Args))))
}

// status tells an error, if it has not been told, and gives the exit status.
func status(err error) int {
	if err == nil {
		return 0
	}
	code := exitFailure
	var e exit
	var asked usage.Error
	switch {
	case errors.As(err, &e):
		code = e.status
	case errors.As(err, &asked):
		code = exitUsage
	}
	if text := err.Error(); text != "" {
		fmt.Fprintln(stderr, "csmacd:", text)
	}
	return code
}

// What is told goes through these, whatever names and texts from elsewhere are in it: of files, of flags,
// of stations in a result that somebody else made.
var (
	stdout io.Writer = &terminal.Text{To: os.Stdout}
	stderr io.Writer = &terminal.Text{To: os.Stderr, Most: 8192}
)
