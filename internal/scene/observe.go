package scene

import (
	"slices"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Interest implements [medium.Observer]: the events of senders. Everything else is computed from them.
func (s *Scene) Interest() medium.Interest {
	want := medium.Interest{Kinds: medium.Senders}
	if s.turns {
		want.Kinds |= medium.Of(medium.Beacon, medium.Turn)
	}
	if s.local != nil {
		want.Kinds |= medium.Of(medium.RxStart, medium.RxEnd)
		for i := range s.stations {
			want.Stations = append(want.Stations, int(s.stations[i].number))
		}
	}
	return want
}

// Observe implements [medium.Observer].
func (s *Scene) Observe(e *medium.Event) {
	i, ok := s.Local(e.Station)
	if !ok || e.Station < 0 {
		return
	}
	s.until = max(s.until, e.At)
	st, t := &s.stations[i], s.last(i)
	if s.turns && s.observeTurns(i, e) {
		return
	}
	switch e.Kind {
	case medium.Queued:
		st.queued++
		st.arrivals = append(st.arrivals, arrival(e, st.queued))
		if st.side != NoPort {
			st.line = append(st.line, e.Frame.Number)
		}
		if st.queued == 1 {
			st.wait(Span{Kind: Waiting, From: e.At, Until: None, Frame: e.Frame.Number, Attempt: 1})
		}
	case medium.TxStart:
		st.proceed(e.At)
		s.begin(i, e)
	case medium.RepeatStart:
		s.begin(i, e)
	case medium.RepeatJam:
		t.Jam = e.At
	case medium.RepeatEnd:
		t.End, t.Outcome = e.At, Repeated
		if !e.OK {
			t.Outcome = Damaged
		}
		s.longest = max(s.longest, t.End-t.Start)
	case medium.RxStart:
		st.heard = append(st.heard, s.reception(e))
	case medium.RxEnd:
		if n := len(st.heard) - 1; n >= 0 && st.heard[n].Fall == None {
			r := &st.heard[n]
			r.Fall, r.Octets, r.OK, r.Why, r.Frame = e.At, int(e.Octets), e.OK, e.Why.String(), e.Frame.Number
			if r.Frame > 0 {
				r.Of = s.names.Name(int(e.Frame.Source))
			}
		}
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
		next := e.Frame.Number + 1
		if k := slices.Index(st.line, e.Frame.Number); k >= 0 {
			if st.line = slices.Delete(st.line, k, k+1); len(st.line) > 0 {
				next = st.line[0]
			}
		}
		if e.Why == medium.QueueFull {
			st.arrivals[len(st.arrivals)-1].Refused = true
			return
		}
		if e.Kind == medium.Dropped && t != nil {
			t.Outcome = GivenUp
		}
		if st.proceed(e.At); st.queued > 0 {
			st.wait(Span{Kind: Waiting, From: e.At, Until: None, Frame: next, Attempt: 1})
		}
	}
}

// begin adds a transmission of a station or port.
func (s *Scene) begin(i int32, e *medium.Event) {
	st := &s.stations[i]
	t := Transmission{
		Station: i, Frame: e.Frame.Number, Attempt: e.Attempt, Octets: e.Frame.Size, To: e.Frame.Destination,
		Start: e.At, Header: e.At + st.rules.Header, Collision: None, Jam: None, End: None,
	}
	if s.local != nil {
		if t.Origin = e.Frame.Source; e.Frame.Number == 0 {
			t.Origin = e.Station
		}
		if t.Origin != e.Station {
			t.Of = s.names.Name(int(t.Origin))
		}
	}
	s.sent = append(s.sent, t)
	st.open = s.dropped + len(s.sent)
}

// reception returns the reception that an event begins.
func (s *Scene) reception(e *medium.Event) Reception {
	r := Reception{Rise: e.At, Fall: None, From: e.From, Frame: e.Frame.Number, Of: "jam"}
	switch {
	case e.Frame.Number > 0:
		r.Of = s.names.Name(int(e.Frame.Source))
	case e.From >= 0:
		r.Of = s.names.Name(int(e.From))
	}
	return r
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
