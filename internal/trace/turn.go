package trace

import (
	"strconv"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// ofTurns are the kinds of events by which the turns of a node with PLCA are known (IEEE 802.3 clause 148).
var ofTurns = medium.Of(medium.Turn, medium.Commit, medium.CommitEnd, medium.PLCAStatus)

// turns is what a capture knows of a node with PLCA. What its MAC sends is not on the line before the node's
// own turn: it is held until then, or collides logically and is on no line. The zero value is a station without
// PLCA.
type turns struct {
	known  bool // the node has, or had, PLCA
	taken  bool // plca_status is OK
	commit bool // COMMIT is on the line, until the MAC is ready
	turn   turn // the node's last turn, and the frames in it so far
}

// turn is the turn in which a frame was sent.
type turn struct {
	id     int32
	frames int32    // the frame is the first, second, ... of the turn; 0: it was sent in no turn
	commit bool     // it came after COMMIT
	held   phy.Time // between the MAC and the line
	cycle  phy.Time // when the last BEACON before the turn began; -1: there was none
}

// next returns the turn of another frame.
func (t *turns) next(held phy.Time) turn {
	t.turn.frames++
	t.turn.commit, t.turn.held, t.commit = t.commit, held, false
	return t.turn
}

// begin says what a MAC of the node sends: on the line at once, or held.
func (t *turns) begin(p *packet) {
	switch {
	case !t.known:
	case !t.taken:
		p.fallback = true
	case t.commit:
		p.turn = t.next(0)
	default:
		p.waits = true
	}
}

// observeTurn follows the turns of a node. p is what its MAC sends, or nil.
func (c *Capture) observeTurn(p *packet, e *medium.Event) {
	t := &c.turns[e.Station]
	switch e.Kind {
	case medium.PLCAStatus:
		t.known, t.taken, t.commit = true, e.OK, false
		if p != nil && p.waits && !e.OK { // plain CSMA/CD from the middle of the frame on
			p.waits, p.fallback = false, true
			c.struck = min(c.struck, e.At)
		}
	case medium.Commit, medium.CommitEnd:
		t.commit = e.Kind == medium.Commit
	case medium.Turn:
		t.turn, t.commit = turn{id: e.ID, cycle: e.Until}, false
		if p != nil && !p.collided && !p.logical {
			p.turn, p.waits = t.next(e.At-p.start), false
			p.start = e.At
			c.struck = min(c.struck, e.At)
		}
	}
}

// collide notes the collision of what a MAC sends.
func (c *Capture) collide(p *packet, e *medium.Event) {
	p.met, p.late = true, e.Late
	if p.logical = e.OK; p.logical {
		p.turn = turn{}
		if c.struck == p.start { // it is on no line
			c.struck = phy.Forever
		}
	}
}

// appendTurn appends what a comment says of turns.
func (c *Capture) appendTurn(b []byte, p *packet, station int32) []byte {
	switch {
	case !c.turns[station].known:
		return b
	case p.logical:
		return append(b, " logical"...)
	case p.met:
		b = append(b, " physical"...)
	case p.waits:
		return append(b, " not_on_the_line"...)
	}
	t := &p.turn
	if t.frames == 0 {
		if p.fallback {
			b = append(b, " plca_status=fail"...)
		}
		return b
	}
	b = strconv.AppendInt(append(b, " turn="...), int64(t.id), 10)
	if t.frames > 1 {
		b = strconv.AppendInt(append(b, " burst="...), int64(t.frames-1), 10)
	}
	if t.commit {
		b = append(b, " commit"...)
	}
	if t.held > 0 {
		b = appendSeconds(append(b, " held="...), t.held)
	}
	if t.cycle >= 0 {
		b = appendSeconds(append(b, " beacon="...), t.cycle)
	}
	return b
}

// appendSeconds appends an instant in seconds, in whole nanoseconds, as Wireshark shows times.
func appendSeconds(b []byte, t phy.Time) []byte {
	ns := int64(t / phy.Nanosecond)
	b = strconv.AppendInt(b, ns/1e9, 10)
	b = append(b, '.')
	rest := strconv.AppendInt(make([]byte, 0, 10), 1e9+ns%1e9, 10)
	return append(b, rest[1:]...)
}
