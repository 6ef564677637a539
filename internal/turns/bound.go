package turns

import (
	"slices"
	"sort"

	"github.com/csmacd/csmacd/phy"
)

// rhythm is what a node sees of a bus on which all others use every turn: the same again in each
// period. The node itself is silent until its frame arrives.
type rhythm struct {
	period phy.Time
	turns  []phy.Time // starts of the node's own turns
	busy   []interval // turns of others, from the first bit of COMMIT
	data   []interval // their frames: what the MAC of the node sees as carrier

	slack phy.Time // see [bus.slack]
	heard phy.Time // see [bus.heard]
	clock phy.Time // of the MII
}

// interval is a half-open interval of time.
type interval struct{ from, to phy.Time }

// rhythmOf returns the rhythm around a node.
func (b *bus) rhythmOf(k int) *rhythm { return b.rhythmFor(k, k) }

// rhythmFor returns the rhythm around a node while one is silent: itself, or another.
func (b *bus) rhythmFor(k, silent int) *rhythm {
	r := &rhythm{slack: b.slack, heard: b.heard, clock: b.clock}
	var now phy.Time
	for _, owner := range b.owner {
		if owner == k {
			r.turns = append(r.turns, now)
		}
		if owner < 0 || owner == silent || !b.nodes[owner].talks {
			now += b.to
			continue
		}
		n := &b.nodes[owner]
		end := now + b.used(n)
		if owner != k {
			r.busy = append(r.busy, interval{now, end})
			r.data = append(r.data, b.frames(n, interval{now, end})...)
		}
		now = end
	}
	r.period = now + bits(beacon) + b.over
	return r
}

// frames returns the frames of a turn.
func (b *bus) frames(n *node, turn interval) (list []interval) {
	next := turn.from + b.start
	for i := range n.burst + 1 {
		next += bits(gap)
		to := next + bits(header) + n.frame + b.grid
		last := to + bits(ending) + b.after
		if i == n.burst {
			last = turn.to
		}
		list = append(list, interval{next, last})
		next = to
	}
	return list
}

// wait returns the time from the arrival of the node's frame to its first bit on the line.
func (r *rhythm) wait(arrival phy.Time) phy.Time {
	start := r.start(arrival)
	if ready, committed := r.pends(start); committed {
		sent := r.turn(ready + r.slack)
		if ready == start+bits(logical) { // and up to a period of the clock: a turn follows within the longest cycle
			sent = min(sent, ready+r.clock+r.cycle())
		}
		return sent + bits(gap) - arrival
	}
	return r.turn(start+r.slack) - arrival
}

// start returns the instant at which the MAC begins to send: at once, or a gap after the frame that is
// on the line. An arrival has its place after the beginning of the last frame, whose length is certain.
func (r *rhythm) start(arrival phy.Time) phy.Time {
	if d, ok := r.last(r.data, arrival); ok && arrival < d.to+bits(gap) {
		return d.to + bits(gap)
	}
	return arrival
}

// pends returns the instant from which a frame whose MAC has begun can have the turn. A frame that meets
// another's turn, or fills the delay line, collides logically, and is committed to the turn before its
// MAC sends it again. Else the sublayer holds the bits, and sends them as the turn begins.
func (r *rhythm) pends(start phy.Time) (at phy.Time, committed bool) {
	met := phy.Time(-1)
	if b, ok := r.last(r.busy, start+r.slack); ok && start-r.slack < b.to {
		met = max(start+bits(header), b.from+r.slack+r.heard) + bits(jam+pending)
		if start >= b.from+r.slack && start+r.slack < b.to {
			return met, true
		}
	}
	stop := start + bits(hold) // of the delay line
	meets := r.next(r.busy, start-r.slack)
	if own := r.turn(start + r.slack); met < 0 && own+r.slack <= meets && own+r.slack < stop {
		return start, false
	}
	// The MAC finishes its header before it jams.
	held := max(start+bits(header), min(r.next(r.busy, start+r.slack)+r.heard, stop)) + bits(jam+pending)
	return max(met, held), true
}

// turn returns the start of the first own turn at or after an instant.
func (r *rhythm) turn(at phy.Time) phy.Time {
	base := at - mod(at, r.period)
	i := sort.Search(len(r.turns), func(i int) bool { return base+r.turns[i] >= at })
	if i == len(r.turns) {
		return base + r.period + r.turns[0]
	}
	return base + r.turns[i]
}

// cycle returns the longest time from one own turn to the next.
func (r *rhythm) cycle() (longest phy.Time) {
	for _, t := range r.turns {
		longest = max(longest, r.turn(t+1)-t)
	}
	return longest
}

// last returns the latest interval that has begun at an instant.
func (r *rhythm) last(list []interval, at phy.Time) (v interval, ok bool) {
	if len(list) == 0 {
		return v, false
	}
	base := at - mod(at, r.period)
	i := sort.Search(len(list), func(i int) bool { return base+list[i].from > at }) - 1
	if i < 0 {
		base, i = base-r.period, len(list)-1
	}
	return interval{base + list[i].from, base + list[i].to}, true
}

// next returns the start of the first interval at or after an instant.
func (r *rhythm) next(list []interval, at phy.Time) phy.Time {
	if len(list) == 0 {
		return phy.Forever
	}
	base := at - mod(at, r.period)
	i := sort.Search(len(list), func(i int) bool { return base+list[i].from >= at })
	if i == len(list) {
		base, i = base+r.period, 0
	}
	return base + list[i].from
}

func mod(a, b phy.Time) phy.Time { return ((a % b) + b) % b }

// bound returns the longest wait of a node for the first bit of a frame that is alone in its queue,
// while all others use their turns to the full, and the arrival of that frame. The wait falls with the
// arrival, except where it jumps: only what follows a jump can be the longest.
func (r *rhythm) bound() (longest, arrival phy.Time) {
	var jumps []phy.Time
	for _, v := range r.data {
		jumps = append(jumps, v.from, v.to, v.to+bits(gap))
	}
	for _, v := range r.busy {
		jumps = append(jumps, v.from, v.to, v.from-bits(hold), v.from+r.heard-bits(header), v.from+r.heard-bits(hold))
	}
	for _, t := range r.turns {
		jumps = append(jumps, t, t-bits(hold), t-bits(logical), t-bits(hold+jam+pending), t-bits(jam+pending))
	}
	for _, t := range jumps {
		jumps = append(jumps, t-2*r.slack, t-r.slack, t+r.slack, t+2*r.slack)
	}
	for i := range jumps {
		jumps[i] = mod(jumps[i], r.period)
	}
	slices.Sort(jumps)
	for _, t := range slices.Compact(jumps) {
		if w := r.wait(t+1) + 1; w > longest { // just after the jump
			longest, arrival = w, t+1
		}
	}
	return longest, arrival
}
