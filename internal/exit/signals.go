package exit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"sync/atomic"
	"time"

	"github.com/csmacd/csmacd/internal/files"
	"github.com/csmacd/csmacd/internal/terminal"
	"github.com/csmacd/csmacd/medium"
)

// A signal ends every command within a second. It cancels the command's context, and a command
// that looks at the context closes its files and reports how far it got. A command that does
// not end within grace, because it computes or waits for the other end of a file, is ended at
// once. So is a command that gets a second signal.
//
// Files are valid in either case. Results and figures take their names only when they are
// whole, and events, captures and series are written in whole records.
const (
	// haste is how soon a second signal counts as part of the first: timeout, or a terminal
	// that is closed, sends several at once.
	haste = 100 * time.Millisecond

	// graceOfFiles applies once a command has noticed the signal and writes what is left to
	// files: that takes no more than milliseconds, but a disk may be slow.
	graceOfFiles = 5 * time.Second

	// graceOfHosts and hasteOfHosts apply while there are hosts to remove.
	graceOfHosts = 10 * time.Second
	hasteOfHosts = time.Second
)

// Grace is the time that a command has after a signal.
var Grace = 700 * time.Millisecond // tests change it

// Signals ends the running command.
type Signals struct {
	stderr io.Writer
	got    chan os.Signal
	first  atomic.Pointer[ending]
	over   atomic.Bool // the process is about to exit
}

// An ending is a signal that ends commands.
type ending struct {
	name   string
	status int // 128 and the signal's number, as in shells
}

// Listen returns a context that signals end.
func Listen(stderr io.Writer) (context.Context, *Signals) {
	Doing("its output is not complete", "csmacd %s was at work", strings.Join(os.Args[1:min(2, len(os.Args))], ""))
	s := &Signals{stderr: stderr, got: make(chan os.Signal, 4)}
	signal.Notify(s.got, endings()...)
	ctx, cancel := context.WithCancel(context.Background())
	go s.attend(cancel)
	return ctx, s
}

// attend waits for the first signal, and makes sure that the command ends.
func (s *Signals) attend(cancel func()) {
	e := endingOf(<-s.got)
	s.first.Store(&e)
	began := time.Now()
	cancel()
	look := time.NewTicker(50 * time.Millisecond)
	until := began.Add(Grace)
	for {
		select {
		case <-s.got:
			if time.Since(began) >= hasteNow() {
				s.end(e)
			}
		case <-look.C:
			switch now := time.Now(); {
			case HostsAreUp.Load() && now.Before(began.Add(graceOfHosts)):
				until = now.Add(Grace)
			case FilesAreClosed.Load() && now.Before(began.Add(graceOfFiles)):
			case now.After(until):
				s.end(e)
			}
		}
	}
}

func hasteNow() time.Duration {
	if HostsAreUp.Load() {
		return hasteOfHosts
	}
	return haste
}

// HostsAreUp is set while a live run has hosts, which take a moment to remove.
var HostsAreUp atomic.Bool

// FilesAreClosed is set while an interrupted command closes its files, if all of these are on a
// disk.
var FilesAreClosed atomic.Bool

// end ends the process at once.
func (s *Signals) end(e ending) {
	if !s.over.CompareAndSwap(false, true) {
		return
	}
	told := make(chan struct{})
	go func() {
		files.RemoveUnfinished()
		e.tell(&terminal.Text{To: os.Stderr}, nil) // the command may be writing to the other
		close(told)
	}()
	select {
	case <-told:
	case <-time.After(haste): // standard error accepts nothing either
	}
	os.Exit(e.status)
}

// Exit ends the process with the status of the command.
func (s *Signals) Exit(err error) {
	code := s.status(err)
	if !s.over.CompareAndSwap(false, true) {
		select {} // a signal's goroutine is about to exit
	}
	os.Exit(code)
}

// status reports why the command ended, unless that has been done, and returns the exit status.
func (s *Signals) status(err error) int {
	e := s.first.Load()
	var x Error
	switch {
	case err == nil:
		return 0
	case e != nil && (errors.Is(err, context.Canceled) || errors.Is(err, medium.ErrInterrupted)):
	case e == nil || !errors.As(err, &x) || x.Status != Interrupted:
		return Status(s.stderr, err)
	}
	e.tell(s.stderr, x.Cause)
	return e.status
}

// tell reports that the signal ended the command, with what the command says about it, if
// anything.
func (e *ending) tell(w io.Writer, how error) {
	if how == nil {
		fmt.Fprintf(w, "csmacd: interrupted by %s %s\n", e.name, activity.Load())
	} else {
		fmt.Fprintf(w, "csmacd: interrupted by %s: %v\n", e.name, how)
	}
}

// activity describes what the command does, and what is kept if a signal ends it.
var activity atomic.Value

// Doing sets what the command does from now on, for the message of a signal that ends it. kept
// is a clause that says what is kept then, such as "nothing was written".
func Doing(kept, format string, args ...any) {
	activity.Store("while " + fmt.Sprintf(format, args...) + "; " + kept)
}

// NothingWritten is the clause for a command that has not written anything yet.
const NothingWritten = "nothing was written"
