package lan

import (
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/tally"
)

// delays are the delays that one worker has counted. Sums of them do not depend on who counted what.
type delays struct {
	access tally.Delays
	whole  tally.Delays // from the queue to the last bit
	_      [16]byte     // the rest of two cache lines: workers count at the same time
}

func newDelays() (d delays) {
	d.access.Init()
	d.whole.Init()
	return d
}

// count counts what a domain has reported.
func (d *delays) count(p *medium.Part) {
	for _, t := range p.Access {
		d.access.Add(t, 1)
	}
	for _, t := range p.Delays {
		d.whole.Add(t, 1)
	}
	p.Access, p.Delays = p.Access[:0], p.Delays[:0]
}

func (d *delays) reset() {
	d.access.Reset()
	d.whole.Reset()
}

func (d *delays) release() {
	d.access.Release()
	d.whole.Release()
}

// allDelays returns what all workers have counted.
func (n *Network) allDelays() *delays {
	all := &n.delays[0]
	for k := range n.delays[1:] {
		d := &n.delays[1+k]
		all.access.Merge(&d.access)
		all.whole.Merge(&d.whole)
		d.reset()
	}
	return all
}
