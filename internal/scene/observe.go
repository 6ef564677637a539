package scene

import (
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Interest implements [medium.Observer]: the events of senders. Everything else is computed from them.
func (s *Scene) Interest() medium.Interest { return medium.Interest{Kinds: medium.Senders} }

// Observe implements [medium.Observer].
func (s *Scene) Observe(e *medium.Event) {
	if e.Station < 0 {
		return
	}
	s.until = max(s.until, e.At)
	st, t := &s.stations[e.Station], s.last(e.Station)
	switch e.Kind {
	case medium.Queued:
		st.queued++
		st.arrivals = append(st.arrivals, arrival(e, st.queued))
		if st.queued == 1 {
			st.wait(Span{Kind: Waiting, From: e.At, Until: None, Frame: e.Frame.Number, Attempt: 1})
		}
	case medium.TxStart:
		st.proceed(e.At)
		s.sent = append(s.sent, Transmission{
			Station: e.Station, Frame: e.Frame.Number, Attempt: e.Attempt, Octets: e.Frame.Size, To: e.Frame.Destination,
			Start: e.At, Header: e.At + st.rules.Header, Collision: None, Jam: None, End: None,
		})
		st.open = s.dropped + len(s.sent)
	case medium.Collision:
		t.Collision, t.Late = e.At, e.Late
		t.Jam, _ = st.rules.JamAfter(t.Start, e.At)
	case medium.TxEnd:
		t.End, t.Outcome = e.At, Sent
		if !e.OK {
			t.Outcome = Collided
		}
		s.longest = max(s.longest, t.End-t.Start)
	case medium.Backoff:
		st.proceed(e.At)
		st.holds = append(st.holds, Span{Kind: Backoff, From: e.At, Until: e.Until, Frame: e.Frame.Number, Attempt: e.Attempt,
			Slots: e.Slots, Range: e.Range})
		st.wait(Span{Kind: Waiting, From: e.Until, Until: None, Frame: e.Frame.Number, Attempt: e.Attempt + 1})
	case medium.Sent, medium.Dropped:
		st.queued--
		if e.Why == medium.QueueFull {
			st.arrivals[len(st.arrivals)-1].Refused = true
			return
		}
		if e.Kind == medium.Dropped && t != nil {
			t.Outcome = GivenUp
		}
		if st.proceed(e.At); st.queued > 0 {
			st.wait(Span{Kind: Waiting, From: e.At, Until: None, Frame: e.Frame.Number + 1, Attempt: 1})
		}
	}
}

// wait begins a wait, which may lie in the future.
func (st *station) wait(w Span) {
	st.holds = append(st.holds, w)
	st.waiting = true
}

// proceed ends the current wait, if there is one.
func (st *station) proceed(at phy.Time) {
	if !st.waiting {
		return
	}
	st.waiting = false
	w := &st.holds[len(st.holds)-1]
	if w.Until = at; w.From >= at {
		st.holds = st.holds[:len(st.holds)-1] // it had no length
	}
}
