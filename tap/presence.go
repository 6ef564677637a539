package tap

import (
	"fmt"
	"math"
	"time"
)

// ErrAbsent is the error of Write if the host is not there: it has not come yet, or it has gone and
// may come back. It wraps ErrNotTaken.
var ErrAbsent = fmt.Errorf("%w: it is not there", ErrNotTaken)

// Waiter is a Link whose host comes and goes, such as [Stream] and [Datagram]. While the host is
// not there, Write returns ErrAbsent.
type Waiter interface {
	// Connected reports whether the host is there, as far as is known.
	Connected() bool
	// String returns where the link waits for the host.
	String() string
}

// leaver is a Waiter that knows why its host has gone.
type leaver interface {
	// leftBy returns the error for which the host's connection was ended, or nil if the host itself
	// left.
	leftBy() error
}

// presence is what has been noted about a host that comes and goes.
type presence struct {
	waiter Waiter // nil if the host is there until its link can no longer be used
	told   bool   // it was noted that the host is there
	at     time.Duration

	ailing  Ailing // nil if the link does not report problems
	ailment string // the problem that was noted
}

func newPresence(l Link) presence {
	w, _ := l.(Waiter)
	a, _ := l.(Ailing)
	return presence{waiter: w, at: math.MinInt64 / 2, ailing: a}
}

// waiting reports whether a host is waited for.
func (p *presence) waiting() bool { return p.waiter != nil && !p.waiter.Connected() }

// look notes that a host has come or gone, at an instant of the clock. For a host that comes and
// goes all the time it does so once a second.
func (p *presence) look(now time.Duration, station string, note func(string)) {
	if p.waiter == nil || note == nil || now-p.at < time.Second || p.waiter.Connected() == p.told {
		return
	}
	p.told, p.at = !p.told, now
	if p.told {
		note(fmt.Sprintf("%s: connected (%s)", station, p.waiter))
	} else {
		why := ""
		if l, ok := p.waiter.(leaver); ok && l.leftBy() != nil {
			why = fmt.Sprintf(" (%v)", l.leftBy())
		}
		note(fmt.Sprintf("%s: gone%s, waits at %s", station, why, p.waiter))
	}
}

// ask notes a problem of a host, and the end of a problem.
func (p *presence) ask(station string, note func(string)) {
	if note == nil {
		return
	}
	is := p.ailing.Ailment()
	switch {
	case is == p.ailment:
		return
	case is == "":
		note(fmt.Sprintf("%s: resolved: %s", station, p.ailment))
	default:
		note(fmt.Sprintf("%s: %s", station, is))
	}
	p.ailment = is
}
