package bus

import (
	"fmt"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/agenda"
	"github.com/csmacd/csmacd/phy"
)

// Run processes everything that happens before the instant until, and nothing at or after it:
// frames may then be injected from until on. It returns early if a condition of the configuration
// ends the run ([Network.Done]), and with until [phy.Forever] if nothing more can happen. An error,
// such as scripted draws that have run out, ends the run at once; the figures so far can still be
// read.
func (n *Network) Run(until phy.Time) error {
	until = min(until, phy.Forever)
	if n.err != nil || n.done {
		return n.err
	}
	if until < n.now {
		return fmt.Errorf("bus: run until %v, but the network has been run until %v already", until, n.now)
	}
	for at := n.boundary(); at < until || at == n.warmup && !n.warm && at == until; at = n.boundary() {
		n.advance(at)
		if n.catchUp(); n.err != nil || n.done {
			n.watch.showBefore(phy.Forever)
			return n.err
		}
		if !n.warm && n.warmup == at {
			n.endWarmup()
			continue
		}
		n.change()
	}
	if n.advance(until); n.hooks.any() || n.watch.kinds != 0 || n.foreseen != nil {
		n.catchUp() // hooks and observers are called for everything by now; a policy may have failed
		n.watch.showBefore(phy.Forever)
	}
	if n.interrupted.Load() && n.err == nil && !n.done {
		n.err = medium.ErrInterrupted // by an observer, of the last events
	}
	return n.err
}

func (n *Network) advance(until phy.Time) {
	from := n.now
	for n.err == nil && !n.done {
		if !n.rounds.on && n.silence(until) {
			n.startRounds()
		}
		arrived := n.rounds.on && n.runRounds(until)
		if n.interrupted.Load() {
			n.halt()
			return
		}
		if arrived && n.mayEnd() {
			arrived = false // it may end by what rounds have left
		}
		if n.rounds.on && !arrived {
			n.endRounds()
		}
		if extended && !n.rounds.on && n.firm != nil {
			n.firm.run(n, until)
			if n.interrupted.Load() {
				n.halt()
				return
			}
		}
		if n.until.Idle && n.warm && n.idle() && n.quiet < until && n.agenda.Next() > n.quiet {
			n.now, n.done = max(from, n.quiet), true
			return
		}
		if arrived {
			break
		}
		at := n.agenda.Next()
		if at >= until {
			break
		}
		n.instant(at)
	}
	if n.err == nil && !n.done {
		if until >= phy.Forever {
			until = max(from, n.quiet) // nothing that has happened is later
		}
		n.now = until
	}
}

// mayEnd reports whether a condition of the configuration may end the run.
func (n *Network) mayEnd() bool { return n.warm && n.until != (Until{}) }

// instant processes everything that happens at one instant, in the order of rule 10.
func (n *Network) instant(t phy.Time) {
	n.now, n.pass = t, 0
	n.agenda.Past = t
	for jobs := 1; n.agenda.Due(t, settling); jobs++ {
		n.settle(n.agenda.Pop())
		if n.mustStop(jobs) {
			return
		}
	}
	if n.err != nil || n.warm && n.until.Reached(n.sums.Sent, n.sums.Delivered, 0) {
		n.stop(t)
		return
	}
	if len(n.ended) > 0 {
		n.reconsider()
	}
	if extended && n.checksDue {
		n.checkDue()
	}
	for {
		n.start(t)
		for n.agenda.Due(t, carrying+n.pass) {
			n.carry(n.agenda.Pop())
		}
		for n.agenda.Due(t, detecting+n.pass) {
			n.detect(n.agenda.Pop())
		}
		if n.pass > 0 || n.agenda.Next() > t {
			break
		}
		n.pass = secondPass
	}
	if len(n.ended) > 0 {
		n.reconsiderLater()
		n.ended = n.ended[:0]
	}
	n.show()
	n.done = n.warm && n.until.Reached(0, 0, n.sums.Collisions)
}

// stop ends the run after the first phase of an instant. Receptions that end at this instant have
// arrived and are shown. A station that would start now does not start.
func (n *Network) stop(t phy.Time) {
	n.done = n.err == nil
	for n.agenda.Due(t, carrying) {
		if e := n.agenda.Pop(); e.Job() == signalFall {
			n.fallAt(e.Station(), n.air.at(e.Arg))
		}
	}
	n.show()
}

// settle does a job of the first phase: frames arrive, and backoffs and transmissions end.
func (n *Network) settle(e agenda.Entry) {
	switch e.Job() {
	case arrival:
		n.coming--
		n.arrive(e.Station(), n.keep(&e))
	case injection:
		n.coming--
		n.enqueue(e.Station(), e.Arg)
	case backoffEnd:
		n.makeReady(e.Station())
	case txEnd:
		if !extended || n.firm == nil || !n.firm.on {
			n.endTransmission(e)
		}
	case delivery:
		n.coming--
		n.inFlight--
		n.deliver(e.Arg)
	case handing:
		n.inFlight--
		n.hand(e.Station(), e.Arg)
	case checking:
		n.checksDue = true
	case signalFall, signalRise: // in contention rounds only
		n.carry(e)
	}
}

// start decides which stations start at this instant and starts them together: no decision depends
// on the signal of another.
func (n *Network) start(t phy.Time) {
	n.starts = n.starts[:0]
	if n.pass == 0 {
		for _, i := range n.ready {
			n.consider(i)
		}
		n.ready = n.ready[:0]
	}
	for n.agenda.Due(t, starting+n.pass) {
		e := n.agenda.Pop()
		n.released--
		n.decide(e.Station(), e.Other() == surely)
	}
	for _, i := range n.starts {
		n.transmit(i)
	}
}

// Inject queues a frame at a station at an instant that has not been run yet. The caller sets the
// frame's Size, Destination and Ref; the network sets Source and Number. The octets stay with the
// caller, which finds them by Ref when the frame is received. The same goes for the origin of a
// frame that the caller forwards from another network: the delivery hooks and events of this
// network show Ref unchanged, and the station of the forwarder as Source.
//
// The error wraps [medium.ErrNoStation], [medium.ErrRefused] or [medium.ErrOver], or is the error
// that ended the run.
func (n *Network) Inject(station int, at phy.Time, f medium.Frame) error {
	if station < 0 || station >= len(n.stations) {
		return medium.NoStationError("bus", "there is no station %d", station)
	}
	p := &n.stations[station].rules.Params
	if err := n.known.CheckInjected("bus", &f, at, n.now, p.MinFrame, p.MaxFrame); err != nil {
		return err
	}
	if n.err != nil {
		return n.err
	}
	if n.done {
		return fmt.Errorf("bus: %w", medium.ErrOver)
	}
	f.Source = int32(station)
	if n.rounds.opened(n); !n.rounds.able {
		n.catchUp()
	}
	if n.injected == mostInjected {
		n.renumber()
	}
	if n.injected == mostInjected {
		return refused("%d injected frames have not arrived yet", n.injected)
	}
	place := n.queue.add(queuedFrame{frame: f, source: -1})
	n.noteLeaving(place)
	n.coming++
	// A station's frames of one instant arrive in the order of the calls.
	n.injected++
	n.agenda.Push(agenda.New(at, settling, int32(station), injection, n.injected, place))
	return nil
}

// mostInjected is the largest number of an injected frame in the agenda.
const mostInjected = agenda.MostOther

// renumber numbers the injected frames that have not arrived yet from 1 on, in their order.
func (n *Network) renumber() {
	a := &n.agenda
	var list []agenda.Entry
	n.injected = 0
	for a.Next() < phy.Forever {
		e := a.Pop()
		if e.Job() == injection {
			n.injected++
			e.Key = e.Key&^mostInjected | uint64(n.injected)
		}
		list = append(list, e)
	}
	for _, e := range list {
		a.Push(e)
	}
}
