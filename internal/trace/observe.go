package trace

import (
	"math"
	"strconv"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// ofTransmissions are the kinds of events that a transmission is put together from.
var ofTransmissions = medium.Of(medium.TxStart, medium.Collision, medium.JamStart, medium.TxEnd, medium.Backoff, medium.Dropped) | ofTurns

// Interest implements [medium.Observer].
func (c *Capture) Interest() medium.Interest {
	if c.options.At < 0 {
		return medium.Interest{Kinds: ofTransmissions, Used: true}
	}
	return medium.Interest{Kinds: ofTransmissions | medium.Of(medium.RxStart, medium.RxEnd), Stations: []int{c.options.At}, Used: true}
}

// Observe implements [medium.Observer].
func (c *Capture) Observe(e *medium.Event) {
	p := c.sending[e.Station]
	switch e.Kind {
	case medium.TxStart:
		c.txStart(p, e)
	case medium.RxStart:
		c.heard, c.struck = e.At, phy.Forever
		if c.hearing == nil {
			c.hearing = c.held.take(e.At)
		}
		// Now: the reception may outlast the frame, and then its maker no longer keeps it.
		c.first = c.contents.appendFrame(c.first[:0], e.Frame)
		if p != nil && !p.waits && !p.logical {
			c.struck = p.start
		}
	case medium.RxEnd:
		// A reception that contains the station's own transmission is not a frame. A station
		// may start at the instant at which a reception ends.
		if c.struck >= e.At {
			c.rxEnd(e)
		} else if c.hearing != nil {
			c.held.drop(c.hearing)
			c.hearing = nil
			c.write()
		}
	case medium.Turn, medium.Commit, medium.CommitEnd, medium.PLCAStatus:
		c.observeTurn(p, e)
	}
	if p == nil {
		return
	}
	switch e.Kind {
	case medium.Collision:
		c.collide(p, e)
	case medium.JamStart:
		p.jamAt = e.At
	case medium.TxEnd:
		c.txEnd(p, e)
	case medium.Backoff:
		if p.collided {
			p.comment = strconv.AppendInt(append(p.comment, " slots="...), int64(e.Slots), 10)
			c.over(p, e.Station)
		}
	case medium.Dropped:
		// A frame that finds the queue full is dropped too, and is a different one.
		if p.collided && e.Why != medium.QueueFull {
			p.comment = append(append(p.comment, " dropped="...), e.Why.String()...)
			c.over(p, e.Station)
		}
	}
}

// of returns a station's rules.
func (c *Capture) of(station int32) *mac.Params {
	if c.options.Rules != nil {
		if rules := c.options.Rules(int(station)); rules != nil {
			return rules
		}
	}
	return c.rules
}

// txStart begins a packet. A transmission whose collision was followed by nothing is finished.
func (c *Capture) txStart(before *packet, e *medium.Event) {
	if before != nil {
		c.over(before, e.Station)
	}
	rules := c.of(e.Station)
	stamp := e.At + rules.Header
	if rules.CutHeader {
		stamp = e.At // it may have no bit after the header, and be over sooner
	}
	p := c.held.take(stamp)
	p.start, p.jamAt, p.frame, p.attempt = e.At, phy.Forever, e.Frame, e.Attempt
	p.flags = outbound
	if c.options.At < 0 {
		p.port = c.id(e.Station)
	}
	c.sending[e.Station] = p
	if c.turns[e.Station].begin(p); !p.waits {
		c.struck = min(c.struck, e.At)
	}
}

// txEnd fills in what was on the wire. It does so at once, not when the packet is written,
// because the maker of a frame need not keep its octets any longer.
func (c *Capture) txEnd(p *packet, e *medium.Event) {
	rules := c.of(e.Station)
	first := p.start + rules.Header
	if e.OK {
		c.held.stamp(p, first)
		p.data = c.contents.appendFrame(p.data, p.frame)
		p.octets = len(p.data)
		p.flags |= fcsPresent | errorFlags(rules, 8*p.octets, false)
		p.comment = c.appendTurn(appendAttempt(p.comment, "sent", p.attempt), p, e.Station)
		c.over(p, e.Station)
		return
	}
	jam, end := min(p.jamAt, e.At), e.At
	bits := 0
	if jam < first {
		c.held.stamp(p, end) // the header was cut: no octet of a frame was sent
	} else {
		c.held.stamp(p, first)
		bits = wholeBits(rules, first, end)
		p.data = c.contents.appendFrame(p.data, p.frame)
		p.jam(bits/8, wholeBits(rules, first, jam))
	}
	p.flags |= fcsPresent | errorFlags(rules, bits, true)
	what := "collision"
	if !p.met {
		what = "cut"
	}
	p.comment = appendAttempt(p.comment, what, p.attempt)
	p.collided = true
}

// wholeBits returns the number of bits between two instants, at most the largest int of any
// platform, which no frame comes near.
func wholeBits(rules *mac.Params, from, to phy.Time) int {
	return int(min((to-from)/rules.BitTime, math.MaxInt32))
}

func appendAttempt(b []byte, what string, attempt uint8) []byte {
	b = append(append(b, what...), " attempt="...)
	return strconv.AppendInt(b, int64(attempt), 10)
}

// over ends the accounts of a station's transmission.
func (c *Capture) over(p *packet, station int32) {
	c.sending[station] = nil
	c.finish(p, station)
	c.write()
}

// finish makes a packet ready.
func (c *Capture) finish(p *packet, station int32) {
	if p.collided && p.late {
		p.comment = append(p.comment, " late"...)
	}
	if p.collided {
		p.comment = c.appendTurn(p.comment, p, station)
	}
	p.ready = true
}

// rxEnd adds what the station heard, under the sender of the reception's first signal: its
// frame, or for a damaged reception what there was of it, followed by jam.
func (c *Capture) rxEnd(e *medium.Event) {
	rules := c.of(e.Station)
	first := min(c.heard+rules.Header, e.At)
	p := c.hearing
	if p == nil { // it began before the capture
		p = c.held.take(first)
	}
	c.held.stamp(p, first)
	c.hearing = nil
	p.frame, p.octets = e.Frame, int(e.Octets)
	p.data = append(p.data, c.first...)

	// A frame too short or too long to be received is whole all the same.
	damaged := !e.OK && (e.Why == medium.Damaged || e.Octets != e.Frame.Size)
	p.flags = inbound | fcsPresent | errorFlags(rules, wholeBits(rules, first, e.At), damaged)
	if damaged {
		// Where it was damaged is not known here; the FCS cannot have survived.
		p.jam(p.octets, 8*max(0, len(p.data)-phy.FCSSize))
	} else {
		p.flags |= receptionFlags(e.Station, e.Frame, c.stations)
	}
	if !e.OK {
		p.comment = append(append(p.comment, "received "...), e.Why.String()...)
	}
	p.ready = true
	c.write()
}
