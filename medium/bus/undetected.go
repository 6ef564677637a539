package bus

import "github.com/csmacd/csmacd/medium"

// Stations that do not detect collisions contend in rounds like others, if none of them does. Each sends its frame to
// the end. Where several do, each frame overlaps the first one at both senders, and so at every tap: every tap hears
// one damaged reception, and no frame is delivered.

// overlapUndetected determines when the transmissions of the next contention round end. It returns false if they are
// not one chain at every tap. Bit errors do not matter to a chain of several.
func (n *Network) overlapUndetected() bool {
	v := &n.rounds
	if uint64(len(v.next)) > n.mayBeSent() {
		return false
	}
	first := 0
	for k := range v.next {
		s := &v.next[k]
		st := &n.stations[s.station]
		s.end = s.start + st.rules.Duration(int(n.queue.head(st).frame.Size))
		if s.start < v.next[first].start {
			first = k
		}
	}
	for k := range v.next {
		if k != first && !n.overlap(&v.next[first], &v.next[k]) {
			return false
		}
	}
	v.odd = true
	return true
}

// sendOver is the rest of [Network.collide] for several such stations, whose frames are lost.
func (n *Network) sendOver() {
	v := &n.rounds
	n.sums.Lost += uint64(len(v.next))
	for k := range v.next {
		s := &v.next[k]
		i := s.station
		n.stations[i].waitedUntil(s.start)
		n.digest.Add(&n.markOf(i).name, s.start, s.end, 0)
		if v.open {
			n.settleUntil(s.end)
		}
		n.now = s.end
		f := &n.queue.head(&n.stations[i]).frame
		n.note(medium.TxEnd, i, f, 1).OK = true
		n.sent(i, f)
		n.depart(i)
	}
	n.endWith(v.next)
	n.quiet = max(n.quiet, n.air.ends.everywhere(n))
	n.sums.Shares.Success += n.air.ends.last - v.first
	n.now = n.air.ends.last
}

// watchOver shows the starts of several such stations. Their frames end as if nothing had happened, which sendOver shows.
func (n *Network) watchOver() {
	if !n.watch.kinds.Has(medium.TxStart) {
		return
	}
	for _, s := range n.rounds.next {
		n.watch.add(s.start, starting, medium.TxStart, s.station, &n.queue.head(&n.stations[s.station]).frame, 1)
	}
}
