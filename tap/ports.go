package tap

import "time"

// ports are the live stations of a run. What is done at each step concerns only those to which
// something has happened, so that a hundred hosts that have nothing to say cost nothing.
type ports struct {
	all   []*port
	ready []*port // those whose link may have something to read, in the order in which it was seen
	spare []*port
	moved []*port // those that may have begun or ceased to listen since the last wait

	guests []*port       // those whose hosts come and go
	ailing []*port       // those that report problems
	asked  time.Duration // when these were asked
}

// add adds a port.
func (s *ports) add(p *port) {
	s.all = append(s.all, p)
	s.moved = append(s.moved, p)
	s.mark(p)
	s.expect(p)
}

// expect makes look look at a port, if there may be something to see.
func (s *ports) expect(p *port) {
	if p.presence.waiter != nil {
		s.guests = append(s.guests, p)
	}
	if p.presence.ailing != nil {
		s.ailing = append(s.ailing, p)
	}
}

// mark notes that the link of a port may have something to read.
func (s *ports) mark(p *port) {
	if !p.ready {
		p.ready = true
		s.ready = append(s.ready, p)
	}
}

// move notes that a port may have begun or ceased to listen.
func (s *ports) move(p *port) { s.moved = append(s.moved, p) }

// takeReady returns the ports that were marked, which are no longer. The list is valid until the
// second call after this one.
func (s *ports) takeReady() []*port {
	list := s.ready
	s.ready, s.spare = s.spare[:0], list
	for _, p := range list {
		p.ready = false
	}
	return list
}

// closed marks the ports whose links have no file descriptor: they may have something that shows in
// no other way.
func (s *ports) closed() {
	for _, p := range s.all {
		if p.link.FD() < 0 {
			s.mark(p)
		}
	}
}

// look notes which hosts have come and gone, and asks for problems once a second.
func (s *ports) look(now time.Duration, name func(station int) string, note func(string)) {
	for _, p := range s.guests {
		if p.figures.Left == "" {
			p.presence.look(now, name(p.station), note)
		}
	}
	if now-s.asked < time.Second {
		return
	}
	s.asked = now
	for _, p := range s.ailing {
		if p.figures.Left == "" {
			p.presence.ask(name(p.station), note)
		}
	}
}
