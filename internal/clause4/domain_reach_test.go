package clause4

import (
	"slices"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/domain"
)

// matters are the rules of networks of segments, as the page of conformance names them.
var matters = []string{"a repeater", "a collision at a repeater", "partition", "lockup or jabber", "variability", "full duplex", "duplex mismatch", "PAUSE"}

// matter returns which of them mattered in a run. It reads the events of the reference.
func (c *domainTrial) matter(r *Result) map[string]bool {
	in := map[string]bool{}
	worst := slices.ContainsFunc(c.net.Repeaters, func(r domain.Repeater) bool { return r.Variation == domain.WorstVariation })
	for _, e := range r.Events {
		switch e.Kind {
		case medium.RepeatStart: // a repeater sent
			in["a repeater"], in["variability"] = true, worst
		case medium.RepeatJam: // a repeater sent jam
			in["a collision at a repeater"] = true
		case medium.Partition: // a port was partitioned
			in["partition"] = true
		case medium.MJLP: // outputs were interrupted, or an input that lasted too long was cut
			in["lockup or jabber"] = true
		case medium.TxStart: // a full-duplex end sent, and the other end was half duplex
			if s := &c.net.Stations[e.Station]; s.End.Full {
				in["full duplex"] = true
				in["duplex mismatch"] = in["duplex mismatch"] || !c.full(s.End.Segment)
			}
		case medium.RxEnd: // a PAUSE frame came to an end that obeys it
			if s := &c.net.Stations[e.Station]; e.OK && isPause(e.Frame) && s.End.Full && s.ObeyPause {
				in["PAUSE"] = true
			}
		}
	}
	return in
}

// full reports whether both ends of a link are full duplex.
func (c *domainTrial) full(segment int) bool {
	ends := 0
	for _, s := range c.net.Stations {
		if s.End.Segment == segment && s.End.Full {
			ends++
		}
	}
	return ends == 2
}
