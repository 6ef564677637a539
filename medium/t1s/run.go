package t1s

import (
	"fmt"
	"slices"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Run processes everything that happens before the instant until, and nothing at or after it:
// frames may then be injected from until on. It returns early if a condition of the configuration
// ends the run ([Network.Done]), and with until [phy.Forever] if nothing more can happen than turns that
// nobody uses. An error, such as scripted draws that have run out, ends the run at once; the figures so
// far can still be read.
func (n *Network) Run(until phy.Time) error {
	until = min(until, phy.Forever)
	if n.err != nil || n.done {
		return n.err
	}
	if until < n.now {
		return fmt.Errorf("t1s: run until %v, but the network has been run until %v already", until, n.now)
	}
	if !n.warm && n.warmup <= until {
		if n.advance(n.warmup); n.err != nil || n.done {
			return n.err
		}
		n.endWarmup()
	}
	n.advance(until)
	return n.err
}

func (n *Network) advance(until phy.Time) {
	for n.err == nil && !n.done {
		if n.interrupted.Load() {
			n.err = medium.ErrInterrupted
			return
		}
		if n.Idle() {
			if n.until.Idle && n.warm {
				n.done = true
				return
			}
			if until >= phy.Forever {
				return
			}
		}
		if n.quick.on {
			if n.runQuick(until); n.quick.on {
				break
			}
			continue
		}
		if n.under == 0 {
			n.passSilence(until)
		}
		at := n.Next()
		if enter := n.quick.enter; enter > 0 && enter <= at && enter < until && until < phy.Forever {
			n.quick.enter = 0
			n.enterQuick(enter)
			continue
		}
		if at >= until {
			break
		}
		n.instant(at)
	}
	if n.err == nil && !n.done && until < phy.Forever {
		n.now, n.quick.whole = until, false
	}
}

// instant processes everything that happens at one instant, in the order of rule 10.
func (n *Network) instant(t phy.Time) {
	n.now, n.again = t, 0
	n.agenda.past = t
	n.doDue(t, changing)
	n.finishInstant(t)
}

// finishInstant processes what happens at an instant after the changes.
func (n *Network) finishInstant(t phy.Time) {
	for {
		if n.settles(t) {
			break
		}
		n.doDue(t, clocking)
		for {
			n.doDue(t, lining)
			// What ends, timers, and what MACs send come before what begins.
			n.line(t, machines)
			if n.settleStirred() {
				continue
			}
			n.line(t, flowing)
			if !n.settleStirred() && !n.fill() {
				break
			}
		}
		n.doDue(t, showing)
		for _, i := range n.asking {
			n.nodes[i].asks = false
			n.sense(i)
		}
		n.asking = n.asking[:0]
		if n.agenda.next() > t {
			break
		}
		n.again++ // a gap of 0
	}
	n.endInstant()
}

// doDue does the jobs of an instant up to a phase.
func (n *Network) doDue(t phy.Time, p phase) {
	for n.agenda.due(t, p) {
		n.do(n.agenda.pop())
	}
}

// settles does the jobs of an instant's first phase. It reports whether they end the run.
func (n *Network) settles(t phy.Time) (ends bool) {
	n.doDue(t, settling)
	if n.err != nil || n.warm && n.until.Reached(n.sums.Sent, n.sums.Delivered, 0) {
		n.done = n.err == nil
		return true
	}
	return false
}

// endInstant shows the events of an instant, and ends the run if a condition says so.
func (n *Network) endInstant() {
	if len(n.watch.instant) > 0 {
		n.show()
	}
	n.done = n.done || n.err == nil && n.warm && n.until.Reached(n.sums.Sent, n.sums.Delivered, n.sums.Collisions)
}

// settleStirred makes the machines look that have to. All look at the line as it is now; what they send is heard
// later. It reports whether there were any.
func (n *Network) settleStirred() bool {
	round := len(n.stirred)
	for k := range round {
		n.settle(n.stirred[k], false)
	}
	n.stirred = n.stirred[:copy(n.stirred, n.stirred[round:])]
	return round > 0
}

// fill makes a node look whose delay line fills at this instant, after all else. It reports whether there was one.
func (n *Network) fill() bool {
	if len(n.filling) == 0 {
		return false
	}
	i := slices.Min(n.filling)
	n.filling = slices.DeleteFunc(n.filling, func(k int32) bool { return k == i })
	n.settle(i, true)
	return true
}

// do does a job.
func (n *Network) do(e entry) {
	i := e.station()
	switch e.job() {
	case change:
		n.pendingChange--
		if c, ok := n.changes.Take(e.arg); ok {
			n.coming--
			n.apply(&c)
		}
	case arrival:
		n.coming--
		n.arrive(i, int32(e.arg))
	case injection:
		n.coming--
		f := n.nodes[i].queue.next()
		*f = n.injected[e.arg]
		n.spare = append(n.spare, e.arg)
		n.enqueue(i, f)
	case backoffEnd:
		if st := &n.nodes[i].station; st.state == backing && st.turn == e.arg {
			n.makeReady(i)
		}
	case txEnd:
		if st := &n.nodes[i].station; st.state == sending && st.turn == e.arg && st.tx.end == n.now {
			n.finish(i)
		}
	case release:
		if st := &n.nodes[i].station; st.state == waiting && st.turn == e.arg {
			n.begin(i)
		}
	case clockEdge:
		n.take(i)
	case esdEnd:
		n.endOfCode(i, e.arg)
	case tailEnd:
		if n.nodes[i].out.turn == e.arg {
			n.send(i, silence)
		}
	case phyOn, phyOff:
		for k := range int32(e.other) + 1 {
			n.turn(i+k, which(e.arg), e.job() == phyOn)
		}
	case resetEnd:
		if t := &n.nodes[i].tap; t.number == e.arg {
			t.reset = false
			n.stir(i)
		}
	case hear:
		n.look(i)
	case jamStart:
		if st := &n.nodes[i].station; st.turn == e.arg && st.state == sending {
			n.emit(medium.Event{Kind: medium.JamStart, Station: i, Frame: st.queue.head().frame, Attempt: st.collisions + 1})
		}
	}
}

// Inject queues a frame at a station at an instant that has not been run yet. The caller sets the
// frame's Size, Destination and Ref; the network sets Source and Number. The error wraps
// [medium.ErrNoStation], [medium.ErrRefused] or [medium.ErrOver], or is the error that ended the
// run.
func (n *Network) Inject(station int, at phy.Time, f medium.Frame) error {
	if station < 0 || station >= len(n.nodes) {
		return medium.NoStationError("t1s", "there is no station %d", station)
	}
	p := &n.nodes[station].rules.Params
	if err := n.known.CheckInjected("t1s", &f, at, n.now, p.MinFrame, p.MaxFrame); err != nil {
		return err
	}
	if n.err != nil {
		return n.err
	}
	if n.done {
		return fmt.Errorf("t1s: %w", medium.ErrOver)
	}
	f.Source = int32(station)
	k := uint32(len(n.injected))
	if free := len(n.spare); free > 0 {
		k = n.spare[free-1]
		n.spare = n.spare[:free-1]
	} else {
		n.injected = append(n.injected, queuedFrame{})
	}
	n.injected[k] = queuedFrame{frame: f, source: -1}
	n.coming++
	n.push(at, settling, int32(station), injection, k, 0)
	return nil
}

// loses reports whether a node does not decode a BEACON.
func (n *Network) loses(r *backoff.Rand) bool {
	return float64(r.Uint64()>>11)*(1.0/(1<<53)) < n.lossOf
}
