package domain

import (
	"slices"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// meetInTree is meetAtHub for several repeaters.
func (n *Network) meetInTree(until phy.Time) bool {
	v := &n.rounds
	one := 0
	for k := range v.ready {
		if v.ready[k].rise < v.ready[one].rise {
			one = k
		}
	}
	first := &v.ready[one]
	spread(v.tree, n, first, v.tree.path, v.tree.starts)
	if v.someDeaf() {
		switch alone, ok := n.meetDeaf(first); {
		case !ok:
			return n.stopRounds()
		case !alone:
			return n.crashInTree(until)
		}
		return n.repeatInTree(one, until)
	}
	for k := range v.ready { // an attempt begins before its station hears the first one
		if a := &v.ready[k]; k != one && a.start <= heardFrom(v.tree, n, a, first, v.tree.starts) {
			return n.crashInTree(until)
		}
	}
	return n.repeatInTree(one, until)
}

// repeatInTree is a frame that does not collide. It is known when the repeaters begin to send it.
func (n *Network) repeatInTree(one int, until phy.Time) bool {
	v := &n.rounds
	a := v.ready[one]
	i := a.station
	st := &n.stations[i]
	q := n.queue.head(st)
	length := st.rules.Duration(int(q.frame.Size))
	a.end = a.start + length
	last := phy.Time(0)
	for k, at := range v.tree.starts {
		last = max(last, at+length+n.repeaters[k].Recovery)
	}
	if len(v.coaxes) > 0 {
		n.soundAlone(&a)
	}
	switch {
	case !n.gapsAreOver(true), !frameStaysBehind(v.tree, n, &a):
		return n.stopRounds()
	case last+v.span >= until:
		return false
	case extended && v.noisy && !n.arrivesCleanInTree(&a):
		return n.stopRounds()
	}
	v.list, v.rest = append(v.list[:0], a), v.rest[:0]
	for k := range v.ready {
		if k != one {
			v.rest = append(v.rest, v.ready[k].station)
		}
	}
	v.begins(n)
	v.free[i] = a.end
	v.hasEnded(&a)
	f, queued := n.sendAlone(&a)
	n.leave(i)
	everywhere := n.passOn(&a, &f)
	end := phy.Time(0)
	if len(v.coaxes) > 0 {
		everywhere, end = n.passOnCoaxes(&f, everywhere)
	}
	switch d := f.Destination; {
	case d >= 0 && d != i && !slices.Contains(v.affected, d) && n.coaxOf(d) != nil:
		end = n.arrives(d) - n.stations[d].pos
	case d >= 0 && d != i && !slices.Contains(v.affected, d):
		end = v.outputs[n.hubAt(d)].out
	default: // it is for nobody, or its sender: who hears of it last where it ends last
		for k := range v.outputs {
			end = max(end, v.outputs[k].out)
		}
	}
	v.over = max(v.over, end)
	n.reached(i, &f, queued, a.end, end, everywhere)
	n.handAround(i, &f)
	n.now = a.end
	return true
}

// passOn counts what repeaters make of a frame that does not collide. It returns the instant at which every
// station knows it whole.
func (n *Network) passOn(a *attempt, f *medium.Frame) (everywhere phy.Time) {
	if extended && n.lone {
		return 0
	}
	v, t := &n.rounds, n.rounds.tree
	p := &n.stations[a.station].rules.Params
	length := a.end - a.start
	v.over = 0
	in := input{length: length, header: p.Header, bit: n.bit, whole: true}
	for k := range n.repeaters {
		r := &n.repeaters[k]
		if length >= r.Reconnect {
			r.clears++
		}
		port := hearingPort(t, n, a, int32(k))
		var skip []int32
		if int32(k) == a.hub {
			skip = v.apart
		}
		n.countInput(r, &n.ports[port].counters, in, 1)
		out := output{t.starts[k], t.starts[k] + length}
		v.outputs[k] = out
		if extended && n.tellsRepeats() {
			n.tellRepeats(int32(k), port, f, out)
		}
		n.quiet, v.over = max(n.quiet, out.out), max(v.over, out.out)
		if r.channel < 0 {
			continue
		}
		c := &n.channels[r.channel]
		all := out.out + c.reachOf(skip)
		n.quiet = max(n.quiet, all)
		wrong := 0
		if extended && c.links != nil {
			if wrong = len(c.links.affected); wrong > 0 {
				all = out.out + c.reachWithout(skip, c.links.affected)
			}
		}
		if v.over = max(v.over, all); len(c.stations) > len(skip)+wrong {
			everywhere = max(everywhere, all)
		}
		if extended && c.links != nil {
			n.countDamaged(c, &signal{start: out.from, end: out.out, header: p.Header, frame: *f, only: none, mute: skip})
		} else if f.Destination < 0 || !n.fits(f.Size) {
			n.countSignal(c, &signal{start: out.from, end: out.out, header: p.Header, frame: *f, only: none, mute: skip}, 1)
		}
	}
	return everywhere
}

// gapsAreOver reports whether no station hears the outputs of the round being made in a gap after the last one, or, if it
// need not be whole, only where all stations are known that start nevertheless.
func (n *Network) gapsAreOver(whole bool) bool {
	if len(n.rounds.coaxes) > 0 {
		ok, over := n.blindGaps()
		return over || ok && !whole
	}
	v, p := &n.rounds, &n.stations[0].rules.Params
	for k, at := range v.tree.starts {
		if at < v.outputs[k].out+p.Gap {
			return false
		}
	}
	for _, i := range v.apart {
		if v.tree.starts[n.hubAt(i)]+n.stations[i].pos < v.free[i]+p.Gap {
			return false
		}
	}
	return true
}
