package domain

import "github.com/csmacd/csmacd/medium/internal/tally"

// groups joins attempts that detected each other, and the repeaters that were between them, to
// collisions. Each is a number; a group is represented by one of its members.
type groups struct {
	list  []group
	first uint32 // the number of list[0]
}

type group struct {
	up      uint32 // the representative, or a member nearer to it
	counted counted
}

// counted is whether a group's collision is in the figures.
type counted uint8

const (
	uncounted counted = iota
	countedNow
	countedBefore // in the warm-up
)

// mostGroups is the number of members kept while the network is never silent.
const mostGroups = 1 << 20

// add returns a new group of one member.
func (g *groups) add() uint32 {
	if len(g.list) >= mostGroups {
		half := len(g.list) / 2
		g.list = g.list[:copy(g.list, g.list[half:])]
		g.first += uint32(half)
	}
	k := g.first + uint32(len(g.list))
	g.list = append(g.list, group{up: k})
	return k
}

// none returns a number that does not belong to a member.
func (g *groups) none() uint32 { return g.first - 1 }

// restart forgets all members, when none can meet another any more.
func (g *groups) restart() {
	g.first += uint32(len(g.list))
	g.list = g.list[:0]
}

func (g *groups) held(k uint32) bool { return k-g.first < uint32(len(g.list)) }

// root returns the representative of a member's group. A representative that is no longer kept is
// replaced.
func (g *groups) root(k uint32) uint32 {
	for {
		up := g.list[k-g.first].up
		if up == k {
			return k
		}
		if !g.held(up) {
			g.list[k-g.first].up = k
			return k
		}
		if above := g.list[up-g.first].up; g.held(above) {
			g.list[k-g.first].up = above
		}
		k = up
	}
}

// detect counts the collision of a member that has detected one.
func (g *groups) detect(k uint32, s *tally.Sums) {
	if !g.held(k) {
		return
	}
	if x := &g.list[g.root(k)-g.first]; x.counted == uncounted {
		x.counted = countedNow
		s.Collisions++
	}
}

// join joins the groups of two members.
func (g *groups) join(a, b uint32, s *tally.Sums) {
	if !g.held(a) || !g.held(b) {
		return
	}
	a, b = g.root(a), g.root(b)
	if a == b {
		return
	}
	x, y := &g.list[a-g.first], &g.list[b-g.first]
	switch {
	case x.counted == uncounted:
		x.counted = y.counted
	case x.counted == countedNow && y.counted == countedNow:
		s.Collisions--
	}
	y.up = a
}

// endWarmup records that the collisions so far do not count any more.
func (g *groups) endWarmup() {
	for k := range g.list {
		if g.list[k].counted == countedNow {
			g.list[k].counted = countedBefore
		}
	}
}
