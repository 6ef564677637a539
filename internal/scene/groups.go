package scene

import "github.com/csmacd/csmacd/medium"

// Groups counts the collisions on a cable or star as a result does: groups of attempts that detected each other. Each
// station in a collision detects it, so that there are more detections than collisions. It reads a scene that
// observes the same events before it, and is not for a path through a network, where repeaters are in collisions.
type Groups struct {
	scene *Scene

	// By the number of a transmission since time 0.
	up      []int // another of its group, nearer to the one that stands for it; itself if it does
	run     []int // all from this one to it are of its group
	counted []bool

	crashing map[int32]bool // on a bus with PLCA or latencies: nodes whose transmissions met a collision and go on
}

// NewGroups returns the groups of a scene at time 0.
func NewGroups(s *Scene) *Groups { return &Groups{scene: s, crashing: map[int32]bool{}} }

// Observe returns by how much an event changes the number of collisions: by 1 if a station is the first of its group to
// detect one, by less than nothing if it joins groups that were apart.
func (g *Groups) Observe(e *medium.Event) (change int) {
	s := g.scene
	switch {
	case s.sections != nil || e.Kind != medium.Collision && e.Kind != medium.TxEnd:
		return 0
	case s.turns:
		return g.crash(e)
	case e.Kind != medium.Collision:
		return 0
	}
	for k := len(g.up); k < s.dropped+len(s.sent); k++ {
		g.up, g.run, g.counted = append(g.up, k), append(g.run, k), append(g.counted, false)
	}
	own := s.stations[e.Station].open - 1
	root := g.root(own)
	if !g.counted[root] {
		g.counted[root], change = true, 1
	}
	on := s.between(e.At, e.At+1)
	if len(on) == 0 {
		return change
	}
	first := s.dropped + s.startedBy(on[0].Start)
	top := -1 // from which on all that were looked at are of the group
	for k := first + len(on) - 1; k >= first; k-- {
		other := g.root(k)
		t := &on[k-first]
		d := s.distance(e.Station, t.Station)
		switch {
		case other == root:
		case t.Station != e.Station && t.Start+d <= e.At && t.end()+d > e.At:
			g.up[other] = root
			if g.counted[other] {
				change--
			}
		default:
			top = -1
			continue
		}
		if top < 0 {
			top = k
		}
		k = max(first, g.run[k])
		g.run[top] = min(g.run[top], k)
	}
	return change
}

// root returns the transmission that stands for the group of one.
func (g *Groups) root(k int) int {
	for g.up[k] != k {
		g.up[k] = g.up[g.up[k]]
		k = g.up[k]
	}
	return k
}

// crash counts collisions on a bus with PLCA, where one lasts until the last node in it stops.
func (g *Groups) crash(e *medium.Event) int {
	switch {
	case e.Kind == medium.TxEnd:
		delete(g.crashing, e.Station)
		return 0
	case e.OK: // a logical collision
		return 0
	}
	g.crashing[e.Station] = true
	if len(g.crashing) == 1 {
		return 1
	}
	return 0
}
