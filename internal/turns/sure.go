package turns

import "github.com/csmacd/csmacd/phy"

// What a rhythm says is exact for ideal PHYs at one place. Along a cable, and with latencies, a race between
// a frame that becomes pending and its own turn can end either way:
//
//   - The MII takes the start of a MAC, and the end of its jam, at the next edge of its clock. A frame is pending
//     up to a period later than header, jam and pending_timer, 608 bits, after its MAC has started.
//   - Used turns and beacons begin at such an edge: each is up to a period shorter than in a rhythm, which
//     has the longest. PHYs of different latencies and ways along the cable make a turn shorter, too.
//   - The MAC's gap begins when its node sees carrier fall, and so does the next turn: there is no difference.
//   - In a burst CRS goes on, and the gap of another's MAC begins RxOff after the end of a frame.
//   - A node hears COMMIT only RxOn after it is on the line, and RxOff may be longer than CRSOff.
//
// A frame is pending at most 96 + 396 + 32 + 512 bits after the end of the one for which its MAC waited. With
// used turns of 680 bits at least there are no more than two of them in this time, and a beacon. So 67 octets,
// with which a used turn has the 704 bits from one frame's end to the instant at which the next is pending,
// are the threshold of ideal PHYs alone.

// within sets what may shift within a race: a clock, the spread of PHYs, the length of a cable, how much longer
// than CRS a node may hear a frame, how much later than its first bit, and than its last.
func (b *bus) within(clock, spread, length, tail, heard, after phy.Time) {
	if clock > 0 && bits(4)%clock > 0 { // gaps and frames do not end at its edges
		b.grid = 2 * clock
	}
	shift := clock + spread + 2*length + b.grid
	b.slack = max(clock+3*shift, tail)
	b.heard = heard + clock + length
	b.after = after + length
	b.clock, b.ways = clock, 2*length
}

// bound returns the longest wait of a node for its first bit, and the arrival of a frame that waits so long. If
// nothing is sure about who uses a turn, it is a longer time that no frame exceeds.
func (b *bus) bound(k int) (longest, arrival phy.Time) {
	r := b.rhythmOf(k)
	longest, _ = r.bound()
	if !b.steady(k) {
		longest = max(longest, r.most())
	}
	r.slack, r.heard = 0, 0 // a run is nearer to this than to the worst of each
	_, arrival = r.bound()
	return longest + b.start + b.ways, arrival
}

// steady reports whether all nodes but a silent one use each of their turns if they always have frames. With one
// other node they do not: it meets nobody's turn, so that it sends without COMMIT. For ideal PHYs its
// shorter turns leave the bound as it is.
func (b *bus) steady(silent int) bool {
	if r := b.rhythmOf(silent); r.slack == 0 && len(r.busy) < 2 {
		return true
	}
	for i := range b.nodes {
		if i == silent || !b.nodes[i].talks {
			continue
		}
		r := b.rhythmFor(i, silent)
		for _, t := range r.turns {
			end := t + b.used(&b.nodes[i])
			ready, committed := r.pends(end + bits(gap))
			if !committed || r.turn(ready+r.slack) > r.turn(end) {
				return false
			}
		}
	}
	return true
}

// most returns a time that no frame waits longer for: a whole frame and the gap, the time until it is pending at the
// latest, and then, if its turn has just begun, the longest cycle of the others. A single other node sends
// no later than in its next turn after its own gap, so that the delay line is not longer in use than an
// empty cycle, which is shorter than twice what its turn leaves of a cycle.
func (r *rhythm) most() phy.Time {
	var frame phy.Time
	for _, d := range r.data {
		frame = max(frame, d.to-d.from)
	}
	held := bits(hold)
	if len(r.busy) == 1 {
		silence := 2 * (r.period - r.busy[0].to + r.busy[0].from)
		held = min(held, max(bits(header), silence+r.heard))
	}
	return frame + bits(gap) + held + bits(jam+pending) + r.slack + r.cycle() + bits(gap)
}
