package domain

import "github.com/csmacd/csmacd/phy"

// decide is [Network.decide] in a round: no port is partitioned, cut or isolated, and each has one
// input at most. Where one would have another output after its first, the round is odd.
func (t *tree) decide(n *Network, k int32) {
	h, r := &t.hubs[k], &n.repeaters[k]
	if h.rose == t.now && (h.state == repeating || h.state == receiveCollision) {
		h.header = t.port(h.port).header
		if !h.mainOn {
			h.of = t.port(h.port).of
		}
	}
	switch h.state {
	case idle:
		t.leaveIdle(r)
	case repeating, receiveCollision:
		t.whileSending(r)
	case transmitCollision:
		t.planCollision(r)
	case onePortLeft:
		switch has := t.has(h, h.port); {
		case len(h.inputs) > 1 || len(h.inputs) == 1 && !has:
			t.crashAgain(r)
		case !has && !h.over:
			h.over, h.settled = true, t.now
			t.planEnd(r)
		}
	}
}

// has reports whether a port has input.
func (t *tree) has(h *treeHub, p int32) bool {
	x := t.port(p)
	return x.rise < phy.Forever && x.fall == phy.Forever
}

func (t *tree) leaveIdle(r *repeater) {
	k := r.number
	h := &t.hubs[k]
	if len(h.inputs) == 0 {
		return
	}
	if h.used {
		t.odd = true
		return
	}
	h.used, h.rose = true, t.now
	if len(h.inputs) > 1 {
		t.tie(h)
		t.crash(r)
		return
	}
	h.state, h.port = repeating, h.inputs[0]
	h.header, h.of = t.port(h.port).header, t.port(h.port).of
	t.separate(h.port, k)
	t.planMain(k, t.now+r.Delay, false)
	if t.cables && t.crossed(h.port) {
		t.receiveCollision(r)
	}
}

// tie records that inputs began together.
func (t *tree) tie(h *treeHub) {
	for _, p := range h.inputs {
		t.port(p).tied = true
	}
}

// whileSending is [Network.whileSending] and [Network.whileReceiveCollision].
func (t *tree) whileSending(r *repeater) {
	h := &t.hubs[r.number]
	others := len(h.inputs)
	has := t.has(h, h.port)
	if has {
		others--
	}
	switch {
	case h.rose == t.now && others > 0:
		t.tie(h)
		t.crash(r)
	case h.mainOn && others > 0, t.cables && t.othersCrossed(h):
		t.crash(r)
	case h.over:
	case !has && h.state == receiveCollision:
		h.over, h.settled = true, t.now
		t.planEnd(r)
	case !has:
		h.over = true
		end := max(t.now+r.Delay, h.mainStart+fewestBits*t.bit)
		h.plan++
		t.push(end, treeOutputsEnd, r.number, h.plan)
	case t.cables && h.state == repeating && t.crossed(h.port):
		t.receiveCollision(r)
	}
}

// crash is [Network.enterTransmitCollision].
func (t *tree) crash(r *repeater) {
	k := r.number
	h := &t.hubs[k]
	if h.state != onePortLeft {
		h.crashes++
	}
	at := t.now + r.JamDelay
	switch {
	case h.mainOn:
	case h.state == receiveCollision: // its jam has been seen before
		t.planMain(k, min(at, max(t.now, h.seen+r.JamDelay)), true)
	default:
		for _, p := range h.apart {
			t.port(p).own = false
		}
		h.apart = h.apart[:0]
		t.planMain(k, at, true)
	}
	for _, p := range h.apart {
		if x := t.port(p); !x.on {
			x.begin, x.end = at, phy.Forever
			t.push(at, treePortBegins, p, 0)
		}
	}
	h.state, h.seen, h.over, h.left, h.port = transmitCollision, t.now, false, -1, none
	t.planJam(r)
	h.plan++
	t.planCollision(r)
}

// crashAgain is a collision that goes on: another port has input than the last one left, which is sent to again.
func (t *tree) crashAgain(r *repeater) {
	h := &t.hubs[r.number]
	for _, p := range h.inputs {
		if x := t.port(p); p != h.port && x.own && !x.on {
			t.odd = true // it is not sent to, and so is not in collision
			return
		}
	}
	for _, p := range h.apart {
		x := t.port(p)
		if x.on {
			continue
		}
		if x.resumed {
			t.odd = true
			return
		}
		x.resumed, x.before = true, x.end
	}
	t.crash(r)
}

// planCollision is [Network.planTransmitCollision].
func (t *tree) planCollision(r *repeater) {
	h := &t.hubs[r.number]
	count, one := int32(min(len(h.inputs), 2)), none
	if count == 1 {
		one = h.inputs[0]
	}
	if count == h.left && one == h.port {
		return
	}
	h.left, h.port, h.settled = count, one, t.now
	h.plan++
	if count < 2 {
		t.planEnd(r)
	}
}

// planEnd is [Network.replan].
func (t *tree) planEnd(r *repeater) {
	h := &t.hubs[r.number]
	h.plan++
	sent := -fewestBits * t.bit // when the last port that sends has begun, or will
	if int(r.count) > len(h.apart) {
		sent = h.mainStart
	}
	for _, p := range h.apart {
		if x := t.port(p); x.on || x.end == phy.Forever && x.begin < phy.Forever {
			sent = max(sent, x.begin)
		}
	}
	at := max(t.now, h.settled+r.JamEnd, sent+fewestBits*t.bit)
	what := treeOutputsEnd
	if h.state == transmitCollision && h.left == 1 {
		what = treePortEnds
	}
	if at == t.now {
		what += treeOutputsEndNow - treeOutputsEnd
	}
	t.push(at, what, r.number, h.plan)
}
