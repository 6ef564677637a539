package turns

import "github.com/csmacd/csmacd/phy"

// talker is a node that always has a frame.
type talker struct {
	start     phy.Time // of its MAC
	committed bool     // the frame has collided logically
	ready     phy.Time // then: from when on it can have the turn
}

// meets follows what happens to the frame of a talker while another uses a turn, from its first COMMIT
// or bit of a frame to its end.
func (t *talker) meets(turn interval) {
	switch stop := t.start + bits(hold); {
	case t.committed || t.start >= turn.to:
	case t.start >= turn.from:
		t.committed, t.ready = true, t.start+bits(logical)
	default: // it is held
		t.committed, t.ready = true, max(t.start+bits(header), min(turn.from, stop))+bits(jam+pending)
	}
}

// wants reports whether the frame is pending as the own turn begins.
func (t *talker) wants(turn phy.Time) bool {
	if !t.committed && t.start+bits(hold) <= turn { // the delay line was full
		t.committed, t.ready = true, t.start+bits(hold+jam+pending)
	}
	if t.committed {
		return t.ready <= turn
	}
	return t.start <= turn
}

// The cycles that saturated leaves out and counts. Turns repeat after a few cycles.
const (
	settle = 64
	count  = 256
)

// saturated goes through the turns of a bus on which all nodes with traffic always have frames, and
// returns the mean length of a cycle and the throughput of each node, as a share of the line rate.
func (b *bus) saturated() (cycle phy.Time, throughput []float64) {
	talkers := make([]talker, len(b.nodes))
	sent := make([]phy.Time, len(b.nodes)) // bits of frames
	var now, from phy.Time
	for k := range settle + count {
		if k == settle {
			from = now
			clear(sent)
		}
		for _, owner := range b.owner {
			if owner < 0 || !b.nodes[owner].talks || !talkers[owner].wants(now) {
				now += b.to
				continue
			}
			t, n := &talkers[owner], &b.nodes[owner]
			turn := interval{from: now}
			now += b.start
			for i := range n.burst + 1 {
				if i > 0 || t.committed {
					now += bits(gap)
				}
				now += bits(header) + n.frame
				sent[owner] += n.frame
			}
			*t = talker{start: now + bits(gap)}
			now += bits(ending) + b.over - b.start
			turn.to = now
			for other := range talkers {
				if other != owner && b.nodes[other].talks {
					talkers[other].meets(turn)
				}
			}
		}
		now += bits(beacon) + b.over
	}
	throughput = make([]float64, len(b.nodes))
	for i := range sent {
		throughput[i] = float64(sent[i]) / float64(now-from)
	}
	return (now - from) / count, throughput
}
