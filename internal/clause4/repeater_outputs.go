package clause4

// end returns when the outputs that end next, end; never, if that is not known yet.
func (r *repeater) end() instant {
	switch r.state {
	case send:
		if r.fall != never {
			return max(r.fall+r.late, r.dataStart+r.n.shortest)
		}
	case receiveCollision:
		if r.left.which == none {
			return max(r.left.since+r.n.jamEnd, r.sentShortest())
		}
	case transmitCollision:
		if r.left.which != several {
			return max(r.left.since+r.n.jamEnd, r.sentShortest())
		}
	case onePortLeft:
		if r.left.which == none {
			return r.left.since + r.n.jamEnd
		}
	}
	return never
}

// sentShortest returns when each port that sends has sent 96 bits.
func (r *repeater) sentShortest() instant {
	t := instant(0)
	for _, p := range r.ports {
		if p.outStart != never {
			t = max(t, p.outStart+r.n.shortest)
		}
	}
	return t
}

// endOutputs ends the outputs that end now: all of them, or that of the one port that is left.
func (r *repeater) endOutputs() {
	if r.end() > r.m.now {
		return
	}
	if r.state == transmitCollision && r.left.which != none {
		r.from = r.ports[r.left.which]
		r.from.endOutput(false)
		r.state = onePortLeft
		r.left.which = several
		r.leftWas = r.left
		return
	}
	ok := r.state == send && r.whole && !r.broken && r.fall+r.late >= r.dataStart+r.n.shortest
	for _, p := range r.ports {
		p.endOutput(ok)
	}
	r.from, r.dataStart = nil, never
	r.state, r.waitEnd = wait, r.m.now+r.n.recovery
	for _, p := range r.ports {
		p.partitionIfDue()
	}
	if r.n.recovery == 0 {
		r.state = idle
	}
}

// beginOutputs begins the outputs that begin now, and the jams. It reports whether any has begun.
func (r *repeater) beginOutputs() (begun bool) {
	if r.m.now < r.resume {
		for _, p := range r.ports {
			p.hold()
		}
		r.broken = r.broken || r.dataStart <= r.m.now
		return false
	}
	for _, p := range r.ports {
		begun = p.beginOutput() || begun
	}
	return begun
}
