// Command csmacd runs a CSMA/CD Ethernet from a scenario file.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// The ways to leave.
const (
	exitFailure     = 1   // the input is wrong, or the run failed
	exitUsage       = 2   // the command line is wrong
	exitInterrupted = 130 // Ctrl-C: 128 + SIGINT, as shells have it
)

// haste is how soon a second Ctrl-C is no reason yet to drop everything: timeout, or a
// terminal that is closed, sends several signals at once.
const haste = time.Second

// exit is an error that has a status of its own; a nil cause has been told already.
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
	if handled, status := extcap(os.Args[1:]); handled {
		os.Exit(status)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	go func() {
		<-ctx.Done()
		time.Sleep(haste)
		stop()
	}()
	app, out := newApp(), &printed{to: stdout}
	app.Writer = out
	os.Exit(status(out.after(app.RunContext(ctx, arrange(newApp(), os.Args)))))
}

// status tells an error, if it has not been told, and gives the exit status.
func status(err error) int {
	if err == nil {
		return 0
	}
	code := exitFailure
	var e exit
	if errors.As(err, &e) {
		code = e.status
	}
	if text := err.Error(); text != "" {
		fmt.Fprintln(stderr, "csmacd:", text)
	}
	return code
}
