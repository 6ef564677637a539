package scene

import (
	"fmt"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// turnBus is a cable whose stations can have PLCA (IEEE 802.3 clause 148). What is on its line is not what
// MACs send: a frame is held until the turn, or collides logically and is on no line.
type turnBus interface {
	NodeID(station int) (id, count int)
}

// nodeState is what a scene keeps of a station that can have PLCA.
type nodeState struct {
	takesTurns bool         // plca_status is OK
	held       bool         // the MAC sends, and nothing of it is on the line so far
	attempt    medium.Event // how the MAC's last attempt began
	turn       int32        // the node's last turn
	frames     int          // in it so far
	notes      []Note
}

// Note is an instant at a station and what happens then.
type Note struct {
	At   phy.Time `json:"at"`
	Text string   `json:"text"`
	Idle bool     `json:"idle,omitempty"` // a turn that the node yields
}

// The lengths of a BEACON and of the end of a frame on the line, in bits.
const (
	beaconBits = 20
	endBits    = 8
)

// observeTurns observes an event of a bus with PLCA. It reports whether nothing is left to do.
func (s *Scene) observeTurns(i int32, e *medium.Event) bool {
	st, t := &s.stations[i], s.last(i)
	switch e.Kind {
	case medium.PLCAStatus:
		st.takesTurns = e.OK
		st.note(e.At, map[bool]string{true: "takes turns", false: "falls back to CSMA/CD"}[e.OK])
	case medium.Beacon:
		s.signal(i, e.At, Beacon).End = e.At + beaconBits*s.bit
	case medium.Turn:
		if !e.OK {
			st.notes = append(st.notes, Note{At: e.At, Text: fmt.Sprintf("yields turn %d", e.ID), Idle: true})
			break
		}
		st.turn, st.frames = e.ID, 0
		if st.note(e.At, fmt.Sprintf("turn %d", e.ID)); st.held { // the line has its bits from now on
			st.held = false
			begin := st.attempt
			begin.At = e.At
			s.beginInTurn(i, &begin)
		}
	case medium.CommitEnd:
		if t != nil && t.Signal == Commit && t.End == None {
			t.End = e.At + endBits*s.bit
		}
	case medium.Commit:
		if t == nil || t.End != None {
			s.signal(i, e.At, Commit)
		}
	case medium.TxStart:
		st.proceed(e.At)
		st.attempt = *e
		commits := t != nil && t.Signal == Commit && t.End == None
		if st.takesTurns && !commits {
			st.held = true
			break
		}
		if commits {
			t.End = e.At
			s.beginInTurn(i, e)
			break
		}
		s.begin(i, e)
	case medium.Collision:
		if !e.OK {
			return false
		}
		st.note(e.At, "logical collision")
	case medium.TxEnd:
		switch {
		case st.held:
			st.held = false
		case t != nil && e.OK:
			// A frame that was held ends on the line later than at the MAC.
			t.End, t.Outcome = t.Header+(8*phy.Time(t.Octets)+endBits)*s.bit, Sent
			s.longest = max(s.longest, t.End-t.Start)
		default:
			return false
		}
	default:
		return false
	}
	return true
}

// beginInTurn begins a frame in the node's own turn.
func (s *Scene) beginInTurn(i int32, e *medium.Event) {
	s.begin(i, e)
	st := &s.stations[i]
	text := fmt.Sprintf("turn %d", st.turn)
	if st.frames > 0 {
		text += fmt.Sprintf(", burst %d", st.frames)
	}
	s.last(i).Turn = text
	st.frames++
}

// began returns when the last attempt of a station's MAC began, which is t unless t was held.
func (s *Scene) began(i int32, t *Transmission) phy.Time {
	if a := &s.stations[i].attempt; a.Kind == medium.TxStart {
		return a.At
	}
	return t.Start
}

// signal adds a signal of PLCA to what is on the line.
func (s *Scene) signal(i int32, at phy.Time, what Part) *Transmission {
	if t := s.last(i); t != nil && t.End == None {
		t.End = at
	}
	s.sent = append(s.sent, Transmission{Station: i, Start: at, Header: at, Collision: None, Jam: None, End: None, Signal: what, Outcome: Sent})
	s.stations[i].open = s.dropped + len(s.sent)
	return s.last(i)
}

func (st *station) note(at phy.Time, text string) {
	st.notes = append(st.notes, Note{At: at, Text: text})
}
