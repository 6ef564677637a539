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
}

// interval is a half-open interval of time.
type interval struct{ from, to phy.Time }

// rhythmOf returns the rhythm around a node.
func (b *bus) rhythmOf(k int) *rhythm {
	r := &rhythm{}
	var now phy.Time
	for _, owner := range b.owner {
		switch {
		case owner == k:
			r.turns = append(r.turns, now)
			now += b.to
		case owner < 0 || !b.nodes[owner].talks:
			now += b.to
		default:
			n := &b.nodes[owner]
			end := now + b.used(n)
			r.busy = append(r.busy, interval{now, end})
			next := now + b.start
			for i := range n.burst + 1 {
				next += bits(gap)
				to := next + bits(header) + n.frame
				last := to + bits(ending)
				if i == n.burst {
					last = end
				}
				r.data = append(r.data, interval{next, last})
				next = to
			}
			now = end
		}
	}
	r.period = now + bits(beacon) + b.over
	return r
}

// wait returns the time from the arrival of the node's frame to its first bit on the line.
func (r *rhythm) wait(arrival phy.Time) phy.Time {
	start := r.start(arrival)
	if ready, committed := r.pends(start); committed {
		return r.turn(ready) + bits(gap) - arrival
	}
	return r.turn(start) - arrival
}

// start returns the instant at which the MAC begins to send: at once, or a gap after the frame that is
// on the line.
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
	if b, ok := r.last(r.busy, start); ok && start < b.to {
		return start + bits(logical), true
	}
	stop := start + bits(hold) // of the delay line
	meets := r.next(r.busy, start)
	if own := r.turn(start); own <= meets && own < stop {
		return start, false
	}
	// The MAC finishes its header before it jams.
	return max(start+bits(header), min(meets, stop)) + bits(jam+pending), true
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
		jumps = append(jumps, v.from, v.to, v.from-bits(hold))
	}
	for _, t := range r.turns {
		jumps = append(jumps, t, t-bits(hold), t-bits(logical), t-bits(hold+jam+pending))
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
