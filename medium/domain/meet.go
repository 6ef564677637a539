package domain

import (
	"slices"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/tally"
	"github.com/csmacd/csmacd/phy"
)

// meetAtHub makes the next round of the stations that are ready. It returns false if it may not be over
// before an instant, or is of another kind.
func (n *Network) meetAtHub(until phy.Time) bool {
	v, r := &n.rounds, &n.repeaters[n.rounds.hub]
	// The second input, and whether it comes together with the first.
	second, together := phy.Forever, false
	one := -1
	for k := range v.ready {
		switch a := &v.ready[k]; {
		case a.rise > v.first:
			second = min(second, a.rise-2*a.pos) // as heard where the output is heard
		case one >= 0:
			together = true
		default:
			one = k
		}
	}
	out := v.first + r.Delay
	if together {
		out = v.first + r.JamDelay
	}
	alone := !together && second > out
	v.list, v.rest = v.list[:0], v.rest[:0]
	begin := phy.Forever // when the second input rises
	for k := range v.ready {
		a := &v.ready[k]
		if k != one && (alone || a.start > out+a.pos) {
			v.rest = append(v.rest, a.station)
			continue
		}
		v.list = append(v.list, *a)
		if k != one {
			begin = min(begin, a.rise)
		}
	}
	if alone {
		return n.repeatAlone(&v.list[0], out, until)
	}
	jam := v.first + r.JamDelay
	if !together {
		jam = max(out, begin) + r.JamDelay
	}
	return n.crashAtHub(v.ready[one].station, out, jam, together, until)
}

// begins makes the attempts in the list the next round. The other stations stay ready.
func (v *rounds) begins(n *Network) {
	v.made = true
	v.number++
	v.apart, v.sensed = v.apart[:0], v.sensed[:0]
	for k := range v.list {
		if v.list[k].coax == 0 {
			v.apart = append(v.apart, v.list[k].station)
		}
		v.in[v.list[k].station] = v.number
	}
	if extended {
		n.coaxesBegin()
	}
	n.ready, v.rest = v.rest, n.ready
	if v.island {
		n.repeaters[v.hub].activity++
		return
	}
	for k := range n.repeaters {
		n.repeaters[k].activity++
	}
}

// sendAlone sends the frame at the head of a station's queue in an attempt that meets nothing, and returns it and when
// it was queued. It stays at the head.
func (n *Network) sendAlone(a *attempt) (f medium.Frame, queued phy.Time) {
	v, st := &n.rounds, &n.stations[a.station]
	q := n.queue.head(st)
	f, queued = q.frame, q.at
	n.sums.Attempts++
	if !v.island {
		n.sums.Shares.Success += a.end - a.start
		n.settleUntil(a.end)
	}
	n.now = a.end
	st.waitedUntil(a.start)
	st.turn++
	if extended {
		n.testsSignal(st)
	}
	n.digest.Add(&st.name, a.start, a.end, 0)
	if extended && n.watch.kinds&ofAttempts != 0 {
		n.tellAlone(a, &f)
	}
	n.sent(a.station, &f)
	return f, queued
}

// repeatAlone is a frame that does not collide.
func (n *Network) repeatAlone(a *attempt, out, until phy.Time) bool {
	v, r := &n.rounds, &n.repeaters[n.rounds.hub]
	c := &n.channels[r.channel]
	i := a.station
	st := &n.stations[i]
	q := n.queue.head(st)
	length := st.rules.Duration(int(q.frame.Size))
	a.end = a.start + length
	end := a.end + a.pos + r.Delay
	if end+v.span+r.Recovery >= until {
		return false
	}
	if extended && v.noisy && !n.arrivesClean(c.links, a, out, end) {
		return n.stopRounds()
	}
	v.begins(n)
	v.outputs[v.hub], v.free[i] = output{out, end}, a.end
	f, queued := n.sendAlone(a)
	if extended && n.tellsRepeats() {
		n.tellRepeats(v.hub, st.port, &f, v.outputs[v.hub])
	}
	n.countInput(r, &n.ports[st.port].counters, input{length: length, header: st.rules.Header, bit: n.bit, whole: true}, 1)
	if length >= r.Reconnect {
		r.clears++
	}
	n.leave(i)
	reach := n.reachOf(i)
	n.quiet = max(n.quiet, end+reach)
	if extended && len(v.affected) > 0 {
		reach = c.span
		v.over = end + reach
	}
	if extended && c.links != nil {
		n.countDamaged(c, &signal{start: out, end: end, header: st.rules.Header, frame: f, only: none, mute: v.apart})
	} else if f.Destination < 0 || !n.fits(f.Size) {
		n.countSignal(c, &signal{start: out, end: end, header: st.rules.Header, frame: f, only: none, mute: v.apart}, 1)
	}
	n.reached(i, &f, queued, a.end, end, end+reach)
	n.handAround(i, &f)
	n.now = a.end
	if extended {
		n.stream(a, until)
	}
	return true
}

// handAround passes a frame that no other disturbed to all hooks.
func (n *Network) handAround(i int32, f *medium.Frame) {
	if n.hooks == nil || !n.fits(f.Size) {
		return
	}
	n.around = *f // hooks are handed a pointer to it: that of a local variable would be allocated
	for k := range n.channels {
		c := &n.channels[k]
		for _, j := range c.hooked {
			if j != i && n.hooked(j) && !(extended && slices.Contains(n.rounds.affected, j)) && !(extended && n.isDeaf(j)) && n.wanted(j, &n.around) {
				n.handed = append(n.handed, handOver{n.arrives(j), j, *f})
			}
		}
	}
	n.callHooks()
}

// reached counts a frame that was sent until an instant as delivered or lost: hubs have sent it until another, and the
// last station has received it at a third.
func (n *Network) reached(i int32, f *medium.Frame, queued, sent, end, everywhere phy.Time) {
	at, ok := n.receivers(i, f, end, everywhere)
	if d := f.Destination; ok && d >= 0 {
		tally.Receive(&n.stations[d].sums.Counters, f.Size, 1)
	}
	n.now = at
	n.inTransit(f, queued, sent, at, ok)
	n.sums.Decide(&n.stations[i].sums, f, sent, at-queued, ok)
}

// receivers returns the instant at which the last station has received a frame that hubs repeat, and whether that
// makes it delivered.
func (n *Network) receivers(i int32, f *medium.Frame, end, everywhere phy.Time) (at phy.Time, ok bool) {
	v := &n.rounds
	switch d := f.Destination; {
	case extended && d >= 0 && slices.Contains(v.affected, d):
		return end, false
	case d >= 0 && d != i && v.island && n.stations[d].channel != n.stations[i].channel:
		return end, false
	case d >= 0 && d != i:
		return end + n.stations[d].pos, !(extended && n.isDeaf(d))
	case d >= 0:
		return end, false
	default:
		others, all := n.listeners(i)
		if wrong := len(v.affected); extended && wrong > 0 {
			if others, all = others-wrong, false; others == 0 || !n.known.Nobody(d) {
				return v.over, false
			}
		}
		if extended && v.someDeaf() {
			others, all = n.hearing(i, others, all)
			if others == 0 || !all && !n.known.Nobody(d) {
				return max(everywhere, end), false
			}
		}
		return everywhere, others > 0 && (all && n.known.Group(d) || n.known.Nobody(d))
	}
}

// listeners returns the number of other stations that a station's frames reach, and whether those are all.
func (n *Network) listeners(i int32) (others int, all bool) {
	reached := len(n.stations)
	if n.rounds.island {
		reached = len(n.channels[n.stations[i].channel].stations)
	}
	return reached - 1, reached == len(n.stations)
}
