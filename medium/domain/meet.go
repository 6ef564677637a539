package domain

import (
	"slices"

	"github.com/csmacd/csmacd/phy"
)

// meetAtHub makes the next round of the stations that are ready. It returns false if it may not be over
// before an instant, or is of another kind.
func (n *Network) meetAtHub(until phy.Time) bool {
	v, r := &n.rounds, &n.repeaters[0]
	// The second input, and whether it comes together with the first.
	second, together := phy.Forever, false
	one := none
	for _, i := range n.ready {
		st := &n.stations[i]
		switch rise := n.startAt(i) + st.pos; {
		case rise > v.first:
			second = min(second, rise-2*st.pos) // as heard where the output is heard
		case one >= 0:
			together = true
		default:
			one = i
		}
	}
	out := v.first + r.Delay
	if together {
		out = v.first + r.JamDelay
	}
	if !together && second > out {
		return n.repeatAlone(one, out, until)
	}
	v.list = v.list[:0]
	begin := phy.Forever // when the second input rises
	for _, i := range n.ready {
		st := &n.stations[i]
		start := n.startAt(i)
		if start <= out+st.pos || i == one {
			v.list = append(v.list, attempt{station: i, start: start, rise: start + st.pos})
			if i != one {
				begin = min(begin, start+st.pos)
			}
		}
	}
	jam := v.first + r.JamDelay
	if !together {
		jam = max(out, begin) + r.JamDelay
	}
	return n.crashAtHub(one, out, jam, together, until)
}

// repeatAlone is a frame that does not collide.
func (n *Network) repeatAlone(i int32, out, until phy.Time) bool {
	v, r, c := &n.rounds, &n.repeaters[0], &n.channels[0]
	st := &n.stations[i]
	q := n.queue.head(st)
	start := v.first - st.pos
	length := st.rules.Duration(int(q.frame.Size))
	fall := v.first + length
	end := fall + r.Delay
	if end+v.span+r.Recovery >= until {
		return false
	}
	x := flight{frame: q.frame, queued: q.at, end: start + length, sent: true}
	r.activity++
	v.number++
	v.over, v.out = true, end
	v.in[i], v.free[i] = v.number, start+length
	n.ready = slices.DeleteFunc(n.ready, func(j int32) bool { return j == i })
	n.sums.attempts++
	n.sums.shares.Begin(start)
	n.settleUntil(x.end)
	n.now = x.end
	st.waitedUntil(start)
	st.turn++
	st.tx = transmission{start: start, end: x.end, ended: true, made: true}
	n.sums.shares.End(start, x.end, false, true)
	n.digest.Add(&st.name, start, x.end, 0)
	n.sent(i, &x.frame)
	port := &n.ports[st.port]
	port.rose, port.fell, port.header, port.chained, port.jammed, port.collided, port.late = v.first, fall, st.rules.Header, 1, false, false, false
	n.endInput(r, port)
	if length >= r.Reconnect {
		r.clears++
	}
	n.leave(i)
	reach := c.span
	if i == c.farthest {
		reach = c.second
	}
	n.quiet = max(n.quiet, end+reach)
	v.list = append(v.list[:0], attempt{station: i})
	n.countOutput(&signal{start: out, end: end, header: st.rules.Header, frame: x.frame})
	n.now = end + reach
	ok := false
	switch d := x.frame.Destination; {
	case d >= 0 && d != i:
		n.now = end + n.stations[d].pos
		x.got, ok = 1, true
		n.receivedWhole(d, x.frame.Size)
	case d >= 0:
		n.now = end
	default:
		x.got = int32(len(n.stations)) - 1
		ok = n.isGroup(d) || n.isNobody(d)
	}
	x.last = n.now
	n.conclude(&x, ok)
	n.now = x.end
	return true
}

// countOutput counts what the stations heard that did not send.
func (n *Network) countOutput(s *signal) {
	v, c := &n.rounds, &n.channels[0]
	s.only, s.mute = none, v.mute[:0]
	for k := range v.list {
		s.mute = append(s.mute, v.list[k].station)
	}
	v.mute = s.mute
	n.countSignal(c, s)
}
