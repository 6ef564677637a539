package domain

import "slices"

// The two ends of a full-duplex link hear nothing of what they send themselves, and wait for nothing that the other sends. An end hears one
// signal after another, and receives each when its last bit has come. No other signal matters to that.

// isDuplex reports whether a channel is a full-duplex link on which nothing but bit errors has changed, nor is to change: a signal on it is over when
// it has been judged. What observers are told of its reception comes after that.
func (n *Network) isDuplex(c *channel) bool {
	return extended && byGeneration && c.duplex && !n.rounds.calm.others && n.watch.heard == nil
}

// measureDuplex finds out whether a channel is a full-duplex link.
func (n *Network) measureDuplex(c *channel) {
	c.duplex = !c.hub && len(c.ports) == 0 && len(c.stations) == 2 && n.stations[c.stations[0]].full && n.stations[c.stations[1]].full
}

// settleDuplex counts the reception of a signal of a full-duplex link, whose last bit arrives now, and forgets the signal.
func (n *Network) settleDuplex(c *channel, k uint32) {
	s := n.at(k)
	far := c.stations[0]
	if far == s.source {
		far = c.stations[1]
	}
	n.received(far, &reception{rise: s.start, fall: s.end, signals: 1, jammed: s.jammed, frame: s.frame, header: s.header, flawed: s.flawed, found: s.found, bit: s.bit})
	at := slices.Index(c.signals, k)
	c.signals = slices.Delete(c.signals, at, at+1)
	n.pool.drop(k)
}
