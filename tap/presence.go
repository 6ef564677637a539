package tap

import (
	"fmt"
	"math"
	"time"
)

// ErrAbsent says that the host does not take a frame because it is not there: it has
// not come yet, or it has gone and may come back. It is an ErrNotTaken.
var ErrAbsent = fmt.Errorf("%w: it is not there", ErrNotTaken)

// Waiter is a Link whose host comes and goes, as [Stream] and [Datagram] are. While it
// is not there, Write gives ErrAbsent.
type Waiter interface {
	// Connected reports whether the host is there, as far as is known.
	Connected() bool
	// String says where it is waited for.
	String() string
}

// leaver is a Waiter that knows why its host has gone.
type leaver interface {
	// leftBy is the error for which the host's connection was ended, or nil where the host itself left.
	leftBy() error
}

// presence is what has been told of a host that comes and goes.
type presence struct {
	waiter Waiter // nil where the host is there until its link is of no use any more
	told   bool   // that it is there
	at     time.Duration

	ailing  Ailing // nil where the link knows of nothing that can be mended
	ailment string // that has been told of
	asked   time.Duration
}

func newPresence(l Link) presence {
	w, _ := l.(Waiter)
	a, _ := l.(Ailing)
	return presence{waiter: w, at: math.MinInt64 / 2, ailing: a, asked: math.MinInt64 / 2}
}

// waiting reports whether a host is waited for.
func (p *presence) waiting() bool { return p.waiter != nil && !p.waiter.Connected() }

// look tells of a host that has come or gone, at an instant of the clock: of one that
// comes and goes all the time, once a second.
func (p *presence) look(now time.Duration, station string, note func(string)) {
	p.ask(now, station, note)
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

// ask tells of what has gone wrong with a host, and that it is mended, once a second at most.
func (p *presence) ask(now time.Duration, station string, note func(string)) {
	if p.ailing == nil || note == nil || now-p.asked < time.Second {
		return
	}
	p.asked = now
	is := p.ailing.Ailment()
	switch {
	case is == p.ailment:
		return
	case is == "":
		note(fmt.Sprintf("%s: that is over: %s", station, p.ailment))
	default:
		note(fmt.Sprintf("%s: %s", station, is))
	}
	p.ailment = is
}
