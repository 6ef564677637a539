package domain

import "github.com/csmacd/csmacd/phy"

// Most instants between the rounds of islands are jobs that these have left and what they lead to at the ports of other
// islands. Nobody decides anything then: no station starts, and a partitioned port does not wake its repeater. So
// only the ports are settled, and all else that an instant has is left out.

// islandInstant processes an instant at which nothing else happens. It returns false, and changes nothing, if there is
// another job.
func (n *Network) islandInstant(t phy.Time) bool {
	w := &n.rounds.islands
	jobs := w.jobs[:0]
	plain := true
	for plain && n.agenda.Next() == t {
		e := n.agenda.Pop()
		jobs = append(jobs, e)
		plain = n.islandsOnly(e.Job(), e.Station(), e.Other())
	}
	w.jobs = jobs
	for _, e := range jobs {
		n.agenda.Push(e)
	}
	if !plain {
		return false
	}
	n.now, n.pass, n.agenda.Past = t, 0, t
	w.touched = w.touched[:0]
	for n.agenda.Next() == t { // an output may arrive at the instant at which it begins
		e := n.agenda.Pop()
		n.do(e)
		switch k := e.Station(); e.Job() {
		case portRise, portFall:
			w.touch(k)
		case timer:
			for _, p := range w.hubs[k].links {
				w.touch(p)
			}
		}
	}
	for _, k := range n.deciding {
		n.repeaters[k].asked, n.repeaters[k].touched = false, false
	}
	n.deciding, n.touched = n.deciding[:0], n.touched[:0]
	for _, p := range w.touched {
		x := &n.ports[p]
		if n.settlePort(&n.repeaters[x.repeater], p); !x.partitioned {
			n.settleRepeater(x.repeater) // it was reconnected: its repeater stops being an island
		}
	}
	n.settleReconnected(t)
	return true
}

// islandsOnly reports whether a job changes nothing but ports of islands whose neighbour is an island too.
func (n *Network) islandsOnly(j job, k, other int32) bool {
	w := &n.rounds.islands
	switch j {
	case islandSends, islandSent:
		return true
	case portRise, portFall:
		x := &n.ports[k]
		return x.far >= 0 && w.hubs[x.repeater].on && w.hubs[n.ports[x.far].repeater].on
	case timer:
		return w.hubs[k].on && (ring(other) == islandBegins || ring(other) == islandEnds) && n.neighboursAreIslands(k)
	}
	return false
}

// neighboursAreIslands reports whether all repeaters are islands that an island's output reaches at once.
func (n *Network) neighboursAreIslands(k int32) bool {
	w := &n.rounds.islands
	for _, p := range w.hubs[k].links {
		if x := &n.ports[p]; x.delay == 0 && !w.hubs[n.ports[x.far].repeater].on {
			return false
		}
	}
	return true
}

// touch records a port whose input or output has changed.
func (w *islands) touch(p int32) {
	for _, q := range w.touched {
		if q == p {
			return
		}
	}
	w.touched = append(w.touched, p)
}
