package lan

import "github.com/csmacd/csmacd/phy"

// Most domains lag behind while a bridge learns. A frame for a station that it does not know yet goes to all domains,
// so that each of them must know of it before it passes the instant of the frame. But it need not be run up to that
// instant: the copy waits in its inbox. One domain is waited for, that in which the next such frame may come, and it
// is run by itself. The others are run when they can be run by a whole piece, with all copies that have come meanwhile.
//
// A bridge receives in order of time, since what it does with a frame depends on what it has learned before. It
// need not wait for a domain that lags behind either, if nothing that the domain still sends it before the frame can
// teach it anything.

// piece is how far a domain is run at least, unless another waits for it. It was chosen by measurement.
const piece = 500 * phy.Microsecond

// unsettled is for how long what happened to frames is left, as long as nobody looks at it: at many frames of a domain together it takes less
// time.
const unsettled = 10 * phy.Millisecond

// looked reports whether what has happened is looked at now: a hook is called, a condition may end the run, or enough has
// been left; observers see it after a piece.
func (n *Network) looked() bool {
	return n.hooks != nil || n.now >= n.goal || n.now-n.since >= unsettled || n.watchers != nil && n.now-n.since >= piece
}

// lets reports whether domains may lag behind. They do not in networks in which more than frames ties
// domains together: bridges that send PAUSE frames, stations that join or move, policies that can fail. Nor do they
// in networks that have domains with several ports, without a schedule.
func (n *Network) lets() bool {
	if n.mayFail || n.multidrop || n.former != nil || n.careful || len(n.steps) > 0 || n.config.grows() {
		return false
	}
	for k := range n.bridges {
		if n.bridges[k].pausing != nil {
			return false
		}
	}
	for k := range n.parts {
		if p := &n.parts[k]; len(p.Ports) > 1 && !extended || p.seams.All {
			return false
		}
	}
	return true
}

// nextNews returns an instant before which nothing comes in by a port that matters to what its bridge does with frames
// from others, but what the port has reported. What a port has foreseen does not hold any more when its domain has been
// run.
func (n *Network) nextNews(q *port) phy.Time {
	p := &n.parts[q.part]
	if p.moved {
		return p.reached + 1
	}
	if extended && n.schedule().on && len(p.Ports) > 1 {
		return max(p.reached+1, min(q.news, n.passes(q)))
	}
	return max(p.reached+1, q.news)
}

// inTurn reports whether a bridge can receive a frame, though some domains have not reached its instant: none comes
// before it that matters, and no entry may have become too old. The same then holds for each frame before it.
func (n *Network) inTurn(b *bridge, h *heard) bool {
	return n.mayLag && h.at < b.news && (len(b.table.due) == 0 || h.at < b.table.due[0].at)
}

// choose determines which of the domains that have not reached their limits, and have not failed, are run.
func (n *Network) choose() {
	if extended && n.schedule().on {
		n.chooseScheduled()
		return
	}
	if n.mayLag {
		n.findAwaited()
		if n.add(n.worthwhile); len(n.run) > 0 {
			return
		}
	}
	n.add(func(int32) bool { return true })
}

// findAwaited finds the domain that each bridge waits for.
func (n *Network) findAwaited() {
	for k := range n.bridges {
		b := &n.bridges[k]
		first := phy.Forever
		b.awaited = -1
		for i := range b.Ports {
			if q := &n.ports[b.first+int32(i)]; q.news < first {
				first, b.awaited = q.news, q.part
			}
		}
	}
}

// worthwhile reports whether a domain can be run by a whole piece, or up to where all are to be, or is waited for.
func (n *Network) worthwhile(k int32) bool {
	p := &n.parts[k]
	return p.limit-p.reached >= piece || p.limit >= n.goal || len(p.Ports) > 0 && n.bridges[p.Ports[0].Bridge].awaited == k
}

// add lists the domains that have not reached their limits, have not failed and are wanted.
func (n *Network) add(wanted func(k int32) bool) {
	n.run = n.run[:0]
	for k := range n.parts {
		if p := &n.parts[k]; p.engine != nil && p.err == nil && p.reached < p.limit && wanted(int32(k)) {
			p.moved = true
			n.run = append(n.run, int32(k))
		}
	}
}
