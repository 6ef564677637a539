package clause4

import "github.com/csmacd/csmacd/medium"

// port is a port of a repeater.
type port struct {
	r      *repeater
	number int
	end    int // its number among the ends of the network
	off    bool

	disabled bool // by itself, or a change

	// What may be later than the input and the header of its segment (13.4.2).
	transmittingEnd, middle instant

	tap, tapWas tap // what is there at this instant, and what was at the one before

	// The output. That which begins as jam has no frame.
	outStart instant // never: none
	jamStart instant // never: no jam
	jams     bool    // the jam has begun
	sending  signalNumber
	resumed  signalNumber // what goes on when the lockup protection allows it

	// The partition state machine (9.6.6.2, Figure 9-6).
	partitioned    bool
	due            bool // it will be, when the outputs end
	count          int  // CC(X), consecutive collisions
	together       bool // in collision because its input rose together with another, though it does not send yet
	active         bool // input or output
	activeSince    instant
	collisionSince instant // never: no collision
	cleanSince     instant // within an activity: since when there is no collision; never: there is
	clean          bool    // within an activity: that was long enough, and no collision counts any more
	collided       bool    // within an activity: there has been a collision
	outputSince    instant // never: no output
	outputCollided bool    // within an output: there has been a collision

	event    event
	counters PortCounters

	ignored bool // what is there was there when the port was enabled
	cut     bool // at 100 Mb/s: its input jabbers (27.3.2.1.4)
	carrierIntegrity
	sqeTest
}

// tap is what a port sees on its segment.
type tap struct {
	heard   []signalNumber // by end
	on      bool           // foreign carrier
	count   int            // foreign signals
	rise    instant        // of the latest foreign carrier
	fell    instant        // when foreign carrier ended last
	signals int            // of that carrier
	clipped bool           // not all of it has been heard
	first   signalNumber   // of that carrier; of several, that of the lowest station
	header  instant        // the longest of those that began it

	// What the same is of the latest reception, which is what a station would receive here: it may
	// have begun where another ended.
	chainFirst  signalNumber
	chainHeader instant
	chainSent   bool // by a station: one of the signals with which it began
}

// listen reads the tap.
func (p *port) listen() {
	if p.r.m.cable.still {
		return // it is that of the instant before
	}
	now, was, t := p.r.m.now, &p.tapWas, &p.tap
	heard := t.heard
	*t = *was
	t.heard = heard
	t.on, t.count = false, 0
	begins, first, header := 0, silence, instant(0)
	sent, clipped := false, false
	continues := false
	for from := range heard {
		n := p.r.m.arrives(p.end, from)
		heard[from] = n
		if from == p.end {
			continue
		}
		if before := was.heard[from]; before != silence && before != n && p.r.m.cutOff(p.end, from, before, false) {
			t.clipped, was.clipped = true, true
		}
		if n == silence {
			continue
		}
		t.on = true
		t.count++
		if n == was.heard[from] {
			continues = true
			continue
		}
		begins++
		clipped = clipped || p.r.m.cutOff(p.end, from, n, true)
		first = p.r.m.lower(first, n)
		header = max(header, p.r.m.signals[n].header)
		sent = sent || !p.r.m.signals[n].repeated
	}
	if t.on && !was.on {
		t.rise, t.first, t.header, t.signals, t.clipped = now, first, header, 0, clipped
	}
	if !t.on && was.on {
		t.fell = now
	}
	t.signals += begins
	if begins > 0 && !continues {
		t.chainFirst, t.chainHeader, t.chainSent = first, header, sent
	}
}

// keep makes the tap of this instant that of the instant before.
func (p *port) keep() {
	heard := p.tapWas.heard
	copy(heard, p.tap.heard)
	p.tapWas = p.tap
	p.tapWas.heard = heard
}

// usable reports whether the repeater listens to the port.
func (p *port) usable() bool { return !p.off && !p.ignored && !p.partitioned && !p.isolated && !p.cut }

// receives reports whether there is anything that a port that is enabled lets in.
func (p *port) receives() bool { return p.tap.on && !p.off && !p.ignored }

// input is DataIn(X): the repeater has input from the port.
func (p *port) input() bool { return p.usable() && p.tap.on }

// outputs reports whether the port has output, though the lockup protection may keep it silent.
func (p *port) outputs() bool { return p.outStart <= p.r.m.now }

// collision is CollIn(X): two or more signals at the tap of a port that the repeater listens to, its
// own included, or a test of the collision signal.
func (p *port) collision() bool { return p.usable() && p.signals() > 1 || p.tested() }

// signals returns the number of signals at the tap.
func (p *port) signals() int {
	n := 0
	if p.receives() {
		n = p.tap.count
	}
	if p.outputs() {
		n++
	}
	return n
}

// variation returns how much later than its start the tail of a packet is that comes from the
// port, if each packet is delayed in the worst way.
func (p *port) variation() instant {
	if p.r.firstSent {
		return p.transmittingEnd
	}
	return p.middle
}

// beginOutput begins the output, or its jam. It reports whether the output begins.
func (p *port) beginOutput() (begins bool) {
	now := p.r.m.now
	if p.outStart > now {
		return false
	}
	if begins = p.sending == silence; begins {
		p.sending = p.resumed
		if p.resumed == silence {
			p.sending = p.output()
		}
		p.write(medium.Event{Kind: medium.RepeatStart, Frame: p.r.m.signals[p.sending].named()})
	}
	if p.jamStart <= now && !p.jams {
		p.jams = true
		p.write(medium.Event{Kind: medium.RepeatJam, Frame: p.r.m.signals[p.sending].named()})
	}
	return begins
}

// output makes the signal of an output that begins now. What begins as jam has no frame.
func (p *port) output() signalNumber {
	r := p.r
	s := signal{header: r.n.header, bit: r.n.bit, repeated: true, start: r.m.now}
	s.frame.Source = medium.NoStation
	if p.outStart < p.jamStart {
		received := &r.m.signals[r.first]
		s.frame, s.bit = received.frame, received.bit
		s.header = r.firstHeader + r.from.variation()
	}
	return r.m.newSignal(s)
}

// hold makes an output that begins now wait until the lockup protection allows outputs.
func (p *port) hold() {
	if p.outStart == p.r.m.now && p.resumed == silence {
		p.resume(p.output())
	}
}

// resume makes the port go on with a signal later, in its middle.
func (p *port) resume(n signalNumber) {
	s := p.r.m.signals[n]
	s.header, s.whole, s.echo = p.r.n.header, false, silence
	p.resumed = p.r.m.newSignal(s)
}

// endOutput ends the output.
func (p *port) endOutput(ok bool) {
	p.silence(ok)
	p.outStart, p.jamStart, p.jams, p.resumed = never, never, false, silence
}

// silence makes the port send nothing from now on.
func (p *port) silence(ok bool) {
	if p.sending == silence {
		return
	}
	s := &p.r.m.signals[p.sending]
	if s.whole = ok; ok {
		s.wrong = p.r.m.errorsOf(p.end, s)
	}
	p.write(medium.Event{Kind: medium.RepeatEnd, Frame: s.named(), OK: ok})
	p.sending = silence
}

// interrupt interrupts the output, and reports whether there is one.
func (p *port) interrupt() bool {
	if p.sending == silence {
		return false
	}
	p.resume(p.sending)
	p.silence(false)
	return true
}

// write writes an event of this instant.
func (p *port) write(e medium.Event) {
	e.Station, e.Port = int32(p.end), int16(p.number)
	p.r.write(e)
}
