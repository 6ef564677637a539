package domain

import (
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/tally"
	"github.com/csmacd/csmacd/phy"
)

// meetAtHub makes the next round of the stations that are ready. It returns false if it may not be over
// before an instant, or is of another kind.
func (n *Network) meetAtHub(until phy.Time) bool {
	v, r := &n.rounds, &n.repeaters[0]
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
	v.apart = v.apart[:0]
	for k := range v.list {
		v.apart = append(v.apart, v.list[k].station)
		v.in[v.list[k].station] = v.number
	}
	n.ready, v.rest = v.rest, n.ready
	for k := range n.repeaters {
		n.repeaters[k].activity++
	}
}

// sendAlone sends the frame at the head of a station's queue in an attempt that meets nothing, and returns it and when
// it was queued. It stays at the head.
func (n *Network) sendAlone(a *attempt) (f medium.Frame, queued phy.Time) {
	st := &n.stations[a.station]
	q := n.queue.head(st)
	f, queued = q.frame, q.at
	n.sums.Attempts++
	n.sums.Shares.Success += a.end - a.start
	n.settleUntil(a.end)
	n.now = a.end
	st.waitedUntil(a.start)
	st.turn++
	n.digest.Add(&st.name, a.start, a.end, 0)
	n.sent(a.station, &f)
	return f, queued
}

// repeatAlone is a frame that does not collide.
func (n *Network) repeatAlone(a *attempt, out, until phy.Time) bool {
	v, r, c := &n.rounds, &n.repeaters[0], &n.channels[0]
	i := a.station
	st := &n.stations[i]
	q := n.queue.head(st)
	length := st.rules.Duration(int(q.frame.Size))
	a.end = a.start + length
	end := a.end + a.pos + r.Delay
	if end+v.span+r.Recovery >= until {
		return false
	}
	v.begins(n)
	v.outputs[0], v.free[i] = output{out, end}, a.end
	f, queued := n.sendAlone(a)
	n.countInput(r, &n.ports[st.port].counters, input{length: length, header: st.rules.Header, bit: n.bit, whole: true}, 1)
	if length >= r.Reconnect {
		r.clears++
	}
	n.leave(i)
	reach := n.reachOf(i)
	n.quiet = max(n.quiet, end+reach)
	if f.Destination < 0 || !n.fits(f.Size) {
		n.countSignal(c, &signal{start: out, end: end, header: st.rules.Header, frame: f, only: none, mute: v.apart}, 1)
	}
	n.reached(i, &flight{frame: f, queued: queued, end: a.end, sent: true}, end, end+reach)
	n.handAround(i, &f)
	n.now = a.end
	n.stream(a, until)
	return true
}

// handAround passes a frame that no other disturbed to all hooks.
func (n *Network) handAround(i int32, f *medium.Frame) {
	if n.hooks == nil || !n.fits(f.Size) {
		return
	}
	for k := range n.channels {
		c := &n.channels[k]
		for _, j := range c.hooked {
			if j != i && n.hooked(j) && n.wanted(j, f) {
				n.handed = append(n.handed, handOver{n.rounds.outputs[c.repeater].out + n.stations[j].pos, j, *f})
			}
		}
	}
	n.callHooks()
}

// reached counts a frame that the repeater has sent until an instant, and that has reached all stations at
// another, as delivered or lost.
func (n *Network) reached(i int32, x *flight, end, everywhere phy.Time) {
	var ok bool
	n.now, x.got, ok = n.receivers(i, &x.frame, end, everywhere)
	if d := x.frame.Destination; ok && d >= 0 {
		tally.Receive(&n.stations[d].sums.Counters, x.frame.Size, 1)
	}
	x.last = n.now
	n.conclude(x, ok)
}

// receivers returns the instant at which the last station has received a frame that hubs repeat, the number of
// stations that have, and whether that makes it delivered.
func (n *Network) receivers(i int32, f *medium.Frame, end, everywhere phy.Time) (at phy.Time, got int32, ok bool) {
	switch d := f.Destination; {
	case d >= 0 && d != i:
		return end + n.stations[d].pos, 1, true
	case d >= 0:
		return end, 0, false
	default:
		return everywhere, int32(len(n.stations)) - 1, n.known.Group(d) || n.known.Nobody(d)
	}
}
