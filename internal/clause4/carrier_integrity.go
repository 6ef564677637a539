package clause4

import "github.com/csmacd/csmacd/medium"

// carrierIntegrity is the carrier integrity monitor of a port at 100 Mb/s (27.3.2.1.1).
type carrierIntegrity struct {
	isolated      bool
	falseCarriers int // in a row
}

// The bits in which 100BASE-X sends the start-of-stream delimiter, the length of a carrier that ends the
// isolation of a port, and the idle time that does.
const (
	streamDelimiter = 8
	validCarrier    = 450
	idleTime        = 33000
)

// falseCarrier reports whether a carrier began without a delimiter: a bit error is in that of the signal. What
// a collision damaged is not looked at.
func (p *port) falseCarrier(t *tap) bool {
	first := &p.r.m.signals[t.first]
	return p.r.n.falseCarriers > 0 && t.signals == 1 && first.whole && !t.clipped && len(first.wrong) > 0 && first.wrong[0] < streamDelimiter
}

// carrierEnds is called when a carrier has ended.
func (p *port) carrierEnds(duration instant, isFalse bool) {
	switch {
	case isFalse:
		p.falseCarriers++
		if p.falseCarriers > p.r.n.falseCarriers && !p.isolated {
			p.isolated = true
			p.counters.Isolates++
			p.write(medium.Event{Kind: medium.Partition, Why: medium.FalseCarrier})
		}
	case p.isolated && duration >= validCarrier*p.r.n.bit:
		p.joinAgain()
	default:
		p.falseCarriers = 0
	}
}

// idleEnds ends the isolation of a port that has been idle for long enough.
func (p *port) idleEnds() {
	if p.isolated && !p.tap.on && p.r.m.now-p.tap.fell >= idleTime*p.r.n.bit {
		p.joinAgain()
	}
}

func (p *port) joinAgain() {
	p.isolated, p.falseCarriers = false, 0
	p.write(medium.Event{Kind: medium.Reconnect, Why: medium.FalseCarrier})
}
