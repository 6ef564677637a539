package domain

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
		return fmt.Errorf("domain: run until %v, but the network has been run until %v already", until, n.now)
	}
	if n.runTo(until); extended && n.watch.later.Any() {
		n.showBefore(phy.Forever) // of rounds that are over
	}
	return n.err
}

func (n *Network) runTo(until phy.Time) {
	if !n.warm && n.warmup <= until {
		n.advance(n.warmup)
		if n.catchUp(); n.err != nil || n.done {
			return
		}
		n.endWarmup()
	}
	n.rounds.since = 0
	if n.advance(until); n.hooks != nil || n.watch.kinds != 0 {
		n.catchUp() // hooks and observers are called for everything by now
	}
}

func (n *Network) advance(until phy.Time) {
	from := n.now
	for n.err == nil && !n.done {
		if n.interrupted.Load() {
			if n.rounds.on {
				n.endRounds()
			}
			n.err = medium.ErrInterrupted
			return
		}
		if !n.rounds.on && n.mayRound(until) {
			n.rounds.on = n.startRounds()
		}
		if n.rounds.on {
			next := until
			if extended {
				next = min(until, n.untilFault())
			}
			if n.runRounds(next) && next == until && !(n.warm && n.until.Idle) { // else it may end by what rounds have left
				break
			}
			n.endRounds()
		}
		if n.until.Idle && n.warm && n.idle() && n.quiet < until && n.agenda.Next() > n.quiet {
			n.now, n.done = max(from, n.quiet), true
			return
		}
		at := n.agenda.Next()
		if extended && n.rounds.islands.count > 0 {
			at = n.runIslands(until)
		}
		if n.interrupted.Load() {
			continue
		}
		if at >= until {
			break
		}
		n.instant(at)
		if extended && len(n.rounds.islands.asked) > 0 {
			n.enterIslands(until)
		}
	}
	if n.err == nil && !n.done {
		if until >= phy.Forever {
			until = max(from, n.quiet) // nothing that has happened is later
		}
		n.now = until
	}
}

// instant processes everything that happens at one instant, in the order of rule 10.
func (n *Network) instant(t phy.Time) {
	n.now, n.pass = t, 0
	n.agenda.Past = t
	if n.agenda.Due(t, changing) {
		n.changeAll(t)
	}
	for jobs := 1; n.agenda.Due(t, settling); jobs++ {
		n.do(n.agenda.Pop())
		if n.mustStop(jobs) {
			return
		}
	}
	if n.err != nil || n.warm && n.until.Reached(n.sums.Sent, n.sums.Delivered, 0) {
		n.stop(t)
		return
	}
	if n.agenda.Due(t, ending) {
		for n.agenda.Due(t, ending) {
			n.do(n.agenda.Pop())
		}
		n.reconsiderAll(starting)
	}
	for {
		n.start(t)
		n.change(t)
		if n.pass > 0 || n.agenda.Next() > t {
			break
		}
		n.pass = secondPass
	}
	n.settleTouched()
	n.settleReconnected(t)
	n.show()
	n.callHooks()
	n.done = n.warm && n.until.Reached(n.sums.Sent, n.sums.Delivered, n.sums.Collisions)
	if n.active == 0 && n.strays == 0 && n.busy == 0 && n.inFlight == 0 && len(n.groups.list) > 0 && n.now > n.quiet {
		n.groups.restart()
	}
}

// settleReconnected lets repeaters decide again whose ports were reconnected at this instant.
func (n *Network) settleReconnected(t phy.Time) {
	for len(n.reconnected) > 0 {
		n.pass = secondPass
		for _, k := range n.reconnected {
			n.ask(k)
		}
		n.reconnected = n.reconnected[:0]
		n.change(t)
		n.settleTouched()
	}
}

// settleTouched settles the repeaters at which anything has changed.
func (n *Network) settleTouched() {
	for _, k := range n.touched {
		n.repeaters[k].touched = false
		n.settleRepeater(k)
	}
	n.touched = n.touched[:0]
}

// change changes the carriers of this instant, and lets repeaters decide, until nothing changes. Then
// stations detect collisions.
func (n *Network) change(t phy.Time) {
	for {
		for n.agenda.Due(t, carrying+n.pass) {
			n.do(n.agenda.Pop())
		}
		if len(n.deciding) == 0 {
			break
		}
		n.deciding, n.decided = n.decided[:0], n.deciding
		for _, k := range n.decided {
			n.repeaters[k].asked = false
			n.decide(k)
		}
	}
	for n.agenda.Due(t, showing+n.pass) {
		n.do(n.agenda.Pop())
	}
	n.reconsiderAll(startingAgain)
	for n.agenda.Due(t, detecting+n.pass) {
		n.do(n.agenda.Pop())
	}
}

// stop ends the run after the first phase of an instant. Receptions that end at this instant have
// arrived and are shown. A station that would start now does not start.
func (n *Network) stop(t phy.Time) {
	n.done = n.err == nil
	for n.agenda.Due(t, showing) {
		if e := n.agenda.Pop(); e.Job() == tapFall {
			n.fallAt(&e)
		}
	}
	n.show()
	n.callHooks()
}

// do does a job.
func (n *Network) do(e agenda.Entry) {
	switch e.Job() {
	case stray:
		n.expireStray(e.Station(), e.Other(), e.Arg)
	case change:
		if c, ok := n.changes.Take(e.Arg); ok {
			n.coming--
			n.apply(&c)
		}
	case arrival:
		n.coming--
		n.arrive(e.Station(), int32(e.Arg))
	case injection:
		n.coming--
		n.enqueue(e.Station(), e.Arg)
	case backoffEnd:
		n.endBackoff(e.Station(), e.Arg)
	case txEnd:
		n.endTransmission(e)
	case judgement:
		n.judge(e.Station(), e.Arg)
	case recognition:
		n.recognizeLate(e.Station(), e.Arg)
	case handing:
		n.hand(e.Station(), e.Arg)
	case pausing:
		n.pause(e.Station(), e.Arg)
	case portRise:
		n.edges--
		n.rise(e.Station(), e.Arg)
	case portFall:
		n.edges--
		n.fall(e.Station(), e.Arg)
	case timer:
		n.expire(e.Station(), ring(e.Other()), e.Arg)
	case tapRise, tapFall, tapShut:
		n.carry(e)
	case detection, jamStart:
		n.detect(e)
	case islandSends, islandSent:
		n.islandSend(e.Station(), e.Job() == islandSends)
	}
}

// endBackoff ends a station's backoff, if it is still the one that was planned.
func (n *Network) endBackoff(i int32, turn uint32) {
	if st := &n.stations[i]; st.state == backing && st.turn == turn {
		n.makeReady(i)
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
		if e.Job() != release {
			n.do(e)
		} else if n.stations[e.Station()].turn == e.Arg {
			n.consider(e.Station())
		}
	}
	for _, i := range n.starts {
		n.transmit(i)
	}
}

// Inject queues a frame at a station at an instant that has not been run yet. The caller sets the
// frame's Size, Destination and Ref; the network sets Source and Number. The error wraps
// [medium.ErrNoStation], [medium.ErrRefused] or [medium.ErrOver], or is the error that ended the
// run.
func (n *Network) Inject(station int, at phy.Time, f medium.Frame) error {
	if station < 0 || station >= len(n.stations) {
		return medium.NoStationError("domain", "there is no station %d", station)
	}
	p := &n.stations[station].rules.Params
	if err := n.known.CheckInjected("domain", &f, at, n.now, p.MinFrame, p.MaxFrame); err != nil {
		return err
	}
	if n.err != nil {
		return n.err
	}
	if n.done {
		return fmt.Errorf("domain: %w", medium.ErrOver)
	}
	if n.injected == mostInjected {
		n.renumber()
	}
	if n.injected == mostInjected {
		return refused("%d injected frames have not arrived yet", n.injected)
	}
	f.Source = int32(station)
	if extended {
		n.leaveIslands() // their rounds know of no other frames than those of their sources
	}
	n.rounds.open = true
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
