package recount

import "slices"

// Frames are followed from their station to their end. On one line a frame is sent, and then delivered or lost. In a network it is
// one frame, whatever copies of it bridges send: it is delivered when the station to which it is addressed has it, or every other
// station if it is for a group.

// sending is a frame that a MAC sends on a line: an original or a copy.
type sending struct {
	frame    key
	by       *station
	octets   int
	to       string
	queued   ps
	began    ps // the last attempt
	ended    ps // when it was sent or discarded; -1: not yet
	why      string
	received map[string]ps // whole, by MAC
}

// sent reports whether it was sent.
func (s *sending) sent() bool { return s.ended >= 0 && s.why == "" }

// way is the way of a frame through the network.
type way struct {
	original *sending
	copies   []*sending // the original among them
	awaited  int        // copies that a bridge has decided to send and not queued yet
}

// frames are all frames of a run.
type frames struct {
	*network
	end      ps
	byMAC    map[string]map[key]*sending // the last one of each frame
	all      map[key]*way
	order    []key
	stations []*station
	present  func(name string, at ps) bool // whether a station has joined and has not left
}

// observe follows an event of a MAC.
func (f *frames) observe(m *macCount, e *event) {
	switch e.Event {
	case "queued":
		s := &sending{frame: e.frame(), by: m.station, octets: e.Octets, to: e.To, queued: e.Ps, ended: -1, received: map[string]ps{}}
		f.begin(s)
	case "tx_start":
		f.byMAC[m.name][e.frame()].began = e.Ps
	case "sent", "dropped":
		s := f.byMAC[m.name][e.frame()]
		if s == nil || s.ended >= 0 { // it has never been in the queue
			s = &sending{frame: e.frame(), by: m.station, queued: e.Ps, received: map[string]ps{}}
			f.begin(s)
		}
		if s.ended, s.why = e.Ps, e.Why; s.why == "" {
			s.ended = m.edge(e.Ps) + m.hold
		}
	case "forward":
		f.awaits(e, 1)
	case "rx_end":
		if s := f.byMAC[e.From][e.frame()]; e.OK && s != nil {
			s.received[m.name] = e.Ps
		}
	}
}

func (f *frames) begin(s *sending) {
	of := f.byMAC[s.by.name]
	if of == nil {
		of = map[key]*sending{}
		f.byMAC[s.by.name] = of
	}
	of[s.frame] = s
	w := f.all[s.frame]
	if w == nil {
		w = &way{original: s}
		f.all[s.frame] = w
		f.order = append(f.order, s.frame)
	} else {
		w.awaited--
	}
	w.copies = append(w.copies, s)
}

// awaits notes that a bridge is about to queue copies of a frame.
func (f *frames) awaits(e *event, copies int) {
	if w := f.all[e.frame()]; w != nil {
		w.awaited += copies
	}
}

// hasOn returns when the last MAC that decides whether a frame was delivered on a line has received it: its addressee, or all others
// that were there when it began for a group, or all that do for an address that is not on this line.
func (f *frames) hasOn(l *line, s *sending) (at ps, ok bool) {
	switch {
	case f.isOn(l, s.to):
		at, ok = s.received[s.to]
		return at, ok
	case group(s.to) != individual:
		for _, m := range l.macs {
			if t, has := s.received[m.name]; has {
				at = max(at, t)
			} else if m != s.by && f.present(m.name, s.began) {
				return 0, false
			}
		}
		return at, true
	}
	for _, t := range s.received {
		at = max(at, t)
	}
	return at, len(s.received) > 0
}

// isClear reports whether events before the end of the run tell the fate of a frame on a line. Its last bit may still be on its way
// to a station; if any station may receive it, it is known when it has passed all of them.
func (f *frames) isClear(l *line, s *sending) bool {
	_, ok := f.hasOn(l, s)
	return s.ended < f.end-f.span() || ok && (f.isOn(l, s.to) || group(s.to) != individual)
}

// isOn reports whether a station is on a line.
func (f *frames) isOn(l *line, name string) bool {
	return slices.ContainsFunc(l.macs, func(m *station) bool { return m.name == name && !m.port })
}

// isForNobody reports whether a frame is for one station, and none has the address.
func (f *frames) isForNobody(s *sending) bool {
	return group(s.to) == individual && !f.isOn(s.by.line, s.to)
}

// fate is what became of a frame.
type fate int

const (
	queued fate = iota
	delivered
	lost
	dropped
)

// fateOf returns what has become of a frame in a network, from end to end, and when the last transmission of it ended and the last of
// its addressees had it. A frame is queued while a station or a bridge holds it.
func (f *frames) fateOf(w *way) (what fate, sent, arrived ps) {
	if w.original.ended < 0 {
		return queued, 0, 0
	}
	if !w.original.sent() {
		return dropped, w.original.ended, 0
	}
	copies, awaited := w.copies, w.awaited
	if f.isOn(w.original.by.line, w.original.to) { // copies of it are of no use
		copies, awaited = copies[:1], 0
	}
	discarded, waits, all := false, awaited > 0, true
	began := ps(0)
	for _, s := range copies {
		sent, began = max(sent, s.ended), max(began, s.began)
		switch {
		case s.ended < 0:
			waits = true
		case s.why != "":
			discarded = true
		}
	}
	if group(w.original.to) == individual {
		for _, s := range copies {
			if at, ok := s.received[w.original.to]; ok && s.sent() {
				return delivered, s.ended, at
			}
		}
	} else {
		for _, st := range f.stations {
			if st == w.original.by {
				continue
			}
			has := false
			for _, s := range copies {
				if at, ok := s.received[st.name]; ok {
					has, arrived = true, max(arrived, at)
				}
			}
			all = all && (has || !f.present(st.name, began))
		}
		if all && !waits {
			return delivered, sent, arrived
		}
	}
	switch {
	case waits:
		return queued, 0, 0
	case discarded:
		return dropped, sent, 0
	}
	return lost, sent, 0
}
