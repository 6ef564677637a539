package domain

import (
	"slices"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// simulate makes the round of the stations that are ready. The attempts that are part of it come into the list, the
// others stay. It changes nothing else. It returns false if the round is of another kind.
func (t *tree) simulate(n *Network) bool {
	v := &n.rounds
	t.round++
	t.odd, t.events, t.asked = false, t.events[:0], t.asked[:0]
	if extended {
		t.tells, t.told = n.tellsRepeats(), t.told[:0]
	}
	for k := range t.hubs {
		h := &t.hubs[k]
		*h = treeHub{inputs: h.inputs[:0], apart: h.apart[:0], port: none, of: none, plan: h.plan, begins: h.begins, mainStart: phy.Forever, mainEnd: phy.Forever}
	}
	t.emptyCoaxes(v)
	v.list, v.rest = v.list[:0], v.rest[:0]
	first := &v.ready[0]
	for k := range v.ready {
		if a := &v.ready[k]; a.rise < first.rise {
			first = a
		}
	}
	latest := latestOutputs(t)
	spread(t, n, first, t.most, latest)
	for k := range v.ready {
		switch a := &v.ready[k]; {
		case !a.blind && a.start > heardFrom(t, n, a, first, latest):
			v.rest = append(v.rest, a.station)
		case a.coax > 0:
			t.push(a.start, coaxAttempt, v.coaxes[a.coax-1].ports[0], uint32(k))
		default:
			t.push(a.rise, treeAttempt, n.stations[a.station].port, uint32(k))
		}
	}
	for len(t.events) > 0 && !t.odd {
		t.instant(n)
		if t.cables && t.touched {
			t.settleCoaxes(n)
		}
	}
	return !t.odd
}

// instant works off an instant of a round, in the order of [Network.instant].
func (t *tree) instant(n *Network) {
	t.now = t.events[len(t.events)-1].at
	for t.due() <= treePortEnds {
		t.do(n)
	}
	for {
		for !t.odd && len(t.events) > 0 && t.events[len(t.events)-1].at == t.now {
			t.do(n)
		}
		if len(t.asked) == 0 || t.odd {
			return
		}
		for len(t.asked) > 0 && !t.odd {
			k := t.asked[len(t.asked)-1]
			t.asked = t.asked[:len(t.asked)-1]
			t.hubs[k].asked = false
			t.decide(n, k)
		}
	}
}

// due returns the kind of the next event of this instant.
func (t *tree) due() treeJob {
	if e := t.events; len(e) > 0 && e[len(e)-1].at == t.now {
		return e[len(e)-1].what
	}
	return ^treeJob(0)
}

// do does what an event is.
func (t *tree) do(n *Network) {
	e := t.events[len(t.events)-1]
	t.events = t.events[:len(t.events)-1]
	switch e.what {
	case treeAttempt:
		t.attempt(n, e.port, int(e.arg))
	case treeRise:
		t.rise(n, e.port, t.port(n.ports[e.port].far).sent)
		t.port(e.port).named(t.nameOf(n, n.ports[e.port].far), false)
	case treeFall:
		t.fall(n, e.port)
	case coaxAttempt:
		t.attemptOnCoax(n, int(e.arg))
	case coaxRise:
		t.riseOnCoax(n, e.port, e.arg)
	case coaxFall:
		t.fallOnCoax(n, e.port, e.arg)
	case treeMain:
		if h := &t.hubs[e.port]; h.begins == e.arg {
			t.beginMain(n, e.port)
		}
	case treePortBegins:
		t.beginPort(n, e.port)
	case treePortEnds, treePortEndsNow:
		if h := &t.hubs[e.port]; h.plan == e.arg {
			t.leaveOne(n, e.port)
		}
	case treeOutputsEnd, treeOutputsEndNow:
		if h := &t.hubs[e.port]; h.plan == e.arg {
			t.endAll(n, e.port)
		}
	case treeJam:
		t.tellJam(&n.repeaters[e.port])
	}
}

// attempt lets a station that is ready start, unless it has heard its repeater before.
func (t *tree) attempt(n *Network, p int32, ready int) {
	v := &n.rounds
	a := v.ready[ready]
	h := &t.hubs[a.hub]
	if rise := h.mainStart + a.pos; (h.mainOn || h.mainEnd < phy.Forever) && rise < a.start {
		ignores, odd := n.ignores(&a, rise)
		t.odd = t.odd || odd
		if !ignores {
			v.rest = append(v.rest, a.station)
			return
		}
	}
	x := t.port(p)
	x.attempt = int32(len(v.list))
	v.list = append(v.list, a)
	t.rise(n, p, n.stations[a.station].rules.Header)
	x.of = a.station
	if h.mainOn && !x.own {
		t.meet(n, p, h.mainStart)
	}
}

// rise is an input that begins.
func (t *tree) rise(n *Network, p int32, header phy.Time) {
	x, k := t.port(p), n.ports[p].repeater
	if x.rise < phy.Forever {
		t.odd = true
		return
	}
	x.rise, x.header = t.now, header
	t.hubs[k].inputs = append(t.hubs[k].inputs, p)
	t.ask(k)
}

// fall is an input that ends.
func (t *tree) fall(n *Network, p int32) {
	x, k := t.port(p), n.ports[p].repeater
	h := &t.hubs[k]
	x.fall = t.now
	at := slices.Index(h.inputs, p)
	h.inputs[at] = h.inputs[len(h.inputs)-1]
	h.inputs = h.inputs[:len(h.inputs)-1]
	t.ask(k)
}

// meet ends the attempt of a station that hears what its port has sent from an instant on.
func (t *tree) meet(n *Network, p int32, from phy.Time) {
	v := &n.rounds
	a := &v.list[t.port(p).attempt]
	params := &n.stations[a.station].rules.Params
	met := max(a.start, from+a.pos)
	if params.Late(a.start, met) || met >= a.start+params.Duration(params.MinFrame) {
		t.odd = true
		return
	}
	_, a.end = params.JamAfter(a.start, met)
	a.met = met
	t.push(a.end+a.pos, treeFall, p, 0)
}

// separate makes a port begin and end apart from the others. Its output is off.
func (t *tree) separate(p, k int32) {
	x, h := t.port(p), &t.hubs[k]
	x.own, x.on = true, false
	h.apart = append(h.apart, p)
}

// planMain plans the beginning of the output of most ports.
func (t *tree) planMain(k int32, at phy.Time, jam bool) {
	h := &t.hubs[k]
	h.mainStart, h.mainJam = at, jam
	h.begins++
	t.push(at, treeMain, k, h.begins)
}

func (t *tree) beginMain(n *Network, k int32) {
	h, r := &t.hubs[k], &n.repeaters[k]
	h.mainOn = true
	if h.mainJam {
		h.header = fewestHeader * n.bit
	}
	for _, p := range r.material {
		if x := t.port(p); !x.own {
			x.sent = h.header
			t.soundPort(n, p)
		}
	}
	for _, p := range h.inputs {
		if x := t.port(p); x.attempt >= 0 && !x.own {
			t.meet(n, p, t.now)
		}
	}
	t.tellMain(r, medium.RepeatStart)
	t.ask(k)
}

func (t *tree) beginPort(n *Network, p int32) {
	x, y := t.port(p), &n.ports[p]
	if t.hubs[y.repeater].state == idle || x.begin != t.now || x.on {
		return
	}
	again := x.first < phy.Forever
	x.on, x.jam, x.sent, x.first = true, true, fewestHeader*n.bit, min(x.first, t.now)
	t.tell(p, medium.RepeatStart, true)
	switch {
	case y.station < 0:
		t.soundPort(n, p)
	case x.attempt >= 0 && !again:
		t.meet(n, p, t.now)
	}
	t.ask(y.repeater)
}

// soundPort begins what a port sends to another repeater or on a cable.
func (t *tree) soundPort(n *Network, p int32) {
	y := &n.ports[p]
	if y.cable >= 0 {
		x := n.rounds.coaxOn(y.cable)
		t.sound(n, x, coaxSignal{attempt: none, station: p, pos: y.pos, header: t.port(p).sent})
		return
	}
	t.push(t.now+y.delay, treeRise, y.far, 0)
}

// endPort ends what a port sends.
func (t *tree) endPort(n *Network, p int32) {
	switch y := &n.ports[p]; {
	case y.cable >= 0:
		t.silenceCoax(n, p)
	case y.far >= 0:
		t.push(t.now+y.delay, treeFall, y.far, 0)
	}
}

// leaveOne ends the output to the last port with input.
func (t *tree) leaveOne(n *Network, k int32) {
	h := &t.hubs[k]
	h.state, h.over = onePortLeft, false
	h.plan++
	p := h.port
	x := t.port(p)
	if !x.own {
		t.separate(p, k)
		x.first, x.begin, x.on, x.jam = h.mainStart, h.mainStart, true, h.mainJam
	}
	if x.told = false; x.on {
		x.on, x.end = false, t.now
		t.tell(p, medium.RepeatEnd, x.jam)
		t.endPort(n, p)
	}
	t.ask(k)
}

// endAll ends all outputs.
func (t *tree) endAll(n *Network, k int32) {
	h, r := &t.hubs[k], &n.repeaters[k]
	h.plan++
	if h.mainOn {
		t.tellMain(r, medium.RepeatEnd)
	}
	h.state, h.mainOn, h.mainEnd = idle, false, t.now
	for _, p := range r.material {
		if x := t.port(p); !x.own {
			t.endPort(n, p)
		}
	}
	for _, p := range h.apart {
		x := t.port(p)
		if x.on {
			x.on, x.end = false, t.now
			t.tell(p, medium.RepeatEnd, x.jam)
			t.endPort(n, p)
		} else if x.begin > t.now {
			x.begin = phy.Forever
		}
	}
	t.odd = t.odd || len(h.inputs) > 0
}
