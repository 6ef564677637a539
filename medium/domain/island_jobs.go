package domain

import (
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/agenda"
	"github.com/csmacd/csmacd/phy"
)

// islandJobs adds what others notice of a round to the agenda: when its stations begin and cease to send, and when the
// output on the links begins and ends. The round is the one whose attempts are in the list of the rounds.
func (n *Network) islandJobs(k int32, first phy.Time) {
	v := &n.rounds
	x, r := &v.islands.hubs[k], &n.repeaters[k]
	from, until, together := phy.Forever, phy.Time(0), 0
	for j := range v.list {
		a := &v.list[j]
		from, until = min(from, a.start), max(until, a.end)
		if a.rise == first {
			together++
		}
	}
	x.send, x.jam, x.whole = [2]phy.Time{from, until}, together > 1, len(v.list) == 1
	n.agenda.Push(agenda.New(from, starting, k, islandSends, 0, 0))
	n.agenda.Push(agenda.New(until, settling, k, islandSent, 0, 0))
	if len(x.links) > 0 {
		n.wake(r, x.last.from, islandBegins, 0)
		n.wake(r, x.last.out, islandEnds, 0)
	}
}

// islandSend begins or ends the time in which stations of an island send.
func (n *Network) islandSend(k int32, on bool) {
	if on {
		if n.active == 0 {
			n.sums.Shares.Begin(n.now)
		}
		n.active++
		return
	}
	n.active--
	x := &n.rounds.islands.hubs[k]
	n.sums.Shares.End(x.send[0], x.send[1], !x.whole, n.active == 0)
}

// beginIsland begins the output of an island on its links.
func (n *Network) beginIsland(r *repeater) {
	x := &n.rounds.islands.hubs[r.number]
	n.stretchMain(r)
	r.mainOn, r.mainStart, r.mainOf, r.mainJam, r.whole = true, n.now, r.activity, x.jam, x.whole
	r.frame, r.bit, r.flight = medium.Frame{}, 0, 0
	r.group = n.groups.none()
	n.busy++
	for _, p := range x.links {
		n.soundPort(r, p, n.stations[0].rules.Header, x.jam)
	}
}

// endIsland ends it.
func (n *Network) endIsland(r *repeater) {
	r.mainOn, r.mainEnd, r.sending = false, n.now, -1
	r.apart = r.apart[:0]
	n.busy--
	for _, p := range n.rounds.islands.hubs[r.number].links {
		n.silencePort(r, p, !r.whole)
	}
	if r.Recovery > 0 {
		r.state = resting
		n.wake(r, n.now+r.Recovery, rests, 0)
	}
}
