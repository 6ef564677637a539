//go:build !js && !small

package bus

// encounters are the transmissions for which a new one may be the first foreign carrier. On a cable a transmission that goes on
// keeps those beyond it from that: it began earlier, so that they hear it earlier, or together if it began with the new one at
// one place.
type encounters struct {
	open      []uint32 // on a star: the signals that may meet their first foreign carrier now or later, and others
	sending   marks    // on a cable: the ranks of the stations that send, and of others
	alone     marks    // the same of those that may meet their first foreign carrier now or later
	low, high []int32  // by rank, the first and the last rank at its place; nil if no two stations share one
}

// init makes room for the stations on a cable.
func (m *encounters) init(n *Network) {
	m.sending, m.alone = newMarks(n), newMarks(n)
	if !n.bunched {
		return
	}
	m.low, m.high = make([]int32, len(n.stations)), make([]int32, len(n.stations))
	for r := range m.low {
		if m.low[r] = int32(r); r > 0 && n.distance(n.ranked(r-1), n.ranked(r)) == 0 {
			m.low[r] = m.low[r-1]
		}
	}
	for r := len(m.high) - 1; r >= 0; r-- {
		if m.high[r] = int32(r); r+1 < len(m.high) && m.low[r+1] == m.low[r] {
			m.high[r] = m.high[r+1]
		}
	}
}

// place returns the first and the last rank at the place of one.
func (m *encounters) place(rank int) (low, high int) {
	if m.low == nil {
		return rank, rank
	}
	return int(m.low[rank]), int(m.high[rank])
}

// metBy determines the senders for which the last signal is the first foreign carrier. Those that have met another one
// before a signal that begins now can reach them are not looked at again.
func (n *Network) metBy(s *signal, number uint32) {
	m := &n.air.firsts.met
	if n.star {
		m.onStar(n, s, number)
		return
	}
	if m.sending == nil {
		m.init(n)
	}
	rank := int(n.rank.of(s.frame.Source))
	low, high := m.place(rank)
	m.alone.remove(rank) // the station's transmission before this one
	for r := m.alone.from(low); r >= 0 && r <= high; r = m.alone.from(r + 1) {
		y, k := m.sends(n, r)
		if y == nil || y.collided {
			m.alone.remove(r)
			continue
		}
		if n.meets(y, k, s.start, number); y.detect < s.start || y.tied && y.detect == s.start {
			m.alone.remove(r)
		}
	}
	for r := m.sending.before(low); r >= 0; r = m.sending.before(r) {
		if y, k := m.sends(n, r); y != nil {
			n.meets(y, k, s.start+n.away(y, s.frame.Source, s.pos), number)
			break
		}
		m.sending.remove(r)
	}
	for r := m.sending.from(high + 1); r >= 0; r = m.sending.from(r + 1) {
		if y, k := m.sends(n, r); y != nil {
			n.meets(y, k, s.start+n.away(y, s.frame.Source, s.pos), number)
			break
		}
		m.sending.remove(r)
	}
	m.sending.add(rank)
	m.alone.add(rank)
}

// sends returns the transmission of the station of a rank that goes on, and its number. If the station does not send, it returns nil.
func (m *encounters) sends(n *Network, rank int) (*signal, uint32) {
	i := n.ranked(rank)
	if y := n.air.lastOf(i); y != nil && !y.ended {
		return y, n.air.last[i]
	}
	return nil, 0
}

// onStar is metBy for a star.
func (m *encounters) onStar(n *Network, s *signal, number uint32) {
	a, soonest := &n.air, s.start+n.delay
	open := m.open[:0]
	for _, k := range m.open {
		if !a.held(k) {
			continue
		}
		if y := a.at(k); !y.ended && !y.collided && (y.detect > soonest || y.detect == soonest && !y.tied) {
			open = append(open, k)
			n.meets(y, k, s.start+n.away(y, s.frame.Source, s.pos), number)
		}
	}
	m.open = append(open, number)
}
