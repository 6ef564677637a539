package clause4

import "github.com/csmacd/csmacd/medium"

// inCollision reports whether the port is in collision, as the partition state machine counts it.
func (p *port) inCollision() bool {
	return !p.cut && (p.signals() > 1 || p.together && p.receives()) || p.tests()
}

// timers is the part of the partition state machine, and of the jabber control of 27.3.2.1.4, that
// waits for time to pass.
func (p *port) timers() {
	now := p.r.m.now
	if p.active && p.cleanSince != never && now-p.cleanSince >= p.r.n.reconnect && !p.clean {
		p.clean, p.count = true, 0
	}
	if p.collisionSince != never && !p.partitioned && now-p.collisionSince >= p.r.n.partitionLong {
		p.partition()
	}
	p.idleEnds()
	if p.receives() && !p.cut && now-p.tap.rise >= p.r.n.jabber {
		p.cut = true
		p.write(medium.Event{Kind: medium.MJLP})
	}
}

// settle is the part of the partition state machine that looks at the port. It reports whether the
// port has been reconnected.
func (p *port) settle() (reconnected bool) {
	now := p.r.m.now
	if !p.tap.on {
		p.cut, p.ignored = false, false
	}
	p.noteSQE()
	collides := p.inCollision()
	if !p.receives() || p.outputs() {
		p.together = false
	}
	reconnected = p.settleOutput(collides)
	switch active := p.receives() || p.outputs(); {
	case active && !p.active:
		p.active, p.activeSince, p.cleanSince = true, now, now
		p.clean, p.collided = false, collides
		if collides {
			p.cleanSince = never
		}
	case !active && p.active:
		p.active = false
		if !p.collided && !p.r.n.reconnectSend && now-p.activeSince >= p.r.n.reconnect {
			reconnected = p.connect() || reconnected
		}
	}
	p.watch(collides, collides && p.collisionSince == never)
	switch {
	case collides && p.collisionSince == never:
		p.collisionSince, p.cleanSince = now, never
		p.collided = true
		if !p.partitioned && !(p.clean && p.active) {
			p.count++
			p.due = p.due || p.r.n.partitionAfter > 0 && p.count >= p.r.n.partitionAfter
		}
	case !collides && p.collisionSince != never:
		p.collisionSince, p.cleanSince = never, now
	}
	p.partitionIfDue()
	return reconnected
}

// settleOutput does the same for the port's output alone, which is the activity that reconnects it
// in the alternative of 9.6.6.2.
func (p *port) settleOutput(collides bool) (reconnected bool) {
	now := p.r.m.now
	switch sends := p.outputs(); {
	case sends && p.outputSince == never:
		p.outputSince, p.outputCollided = now, false
	case !sends && p.outputSince != never:
		if !p.outputCollided && p.r.n.reconnectSend && now-p.outputSince >= p.r.n.reconnect {
			reconnected = p.connect()
		}
		p.outputSince = never
	}
	p.outputCollided = p.outputCollided || collides
	return reconnected
}

// connect reconnects the port if it is partitioned.
func (p *port) connect() bool {
	if !p.partitioned {
		return false
	}
	p.partitioned, p.count = false, 0
	p.write(medium.Event{Kind: medium.Reconnect})
	return p.receives()
}

// partitionIfDue partitions the port if it has had too many collisions in a row and all outputs
// have ended.
func (p *port) partitionIfDue() {
	if p.due && (p.r.state == idle || p.r.state == wait) {
		p.partition()
	}
}

// partition partitions the port: from now on the repeater does not listen to it.
func (p *port) partition() {
	p.partitioned, p.due, p.count = true, false, 0
	p.counters.AutoPartitions++
	p.write(medium.Event{Kind: medium.Partition})
}
