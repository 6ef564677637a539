package recount

import (
	"slices"
	"strconv"
)

func itoa(k int) string { return strconv.Itoa(k) }

// lineCount counts what happens on a line: attempts, their shares of the time, collisions.
type lineCount struct {
	*line
	*network
	path     string
	attempts int64
	tries    []*try
	open     map[string]*try
	offered  int64 // octets
	detected int64 // collisions that stations detected
}

// try is an attempt.
type try struct {
	by         *macCount
	start, end ps
	met        ps   // its collision; -1: none
	logical    bool // nothing of it was on the line
	line       ps   // when it begins on the line
	hold       ps   // how much later than the MAC it is on the line
	ok, over   bool
	group      *try
}

func newLine(l *line, n *network) *lineCount {
	return &lineCount{line: l, network: n, path: l.pathOf(n), open: map[string]*try{}}
}

func (x *lineCount) observe(m *macCount, e *event) {
	switch e.Event {
	case "queued":
		if e.Ps >= x.warmup {
			x.offered += int64(e.Octets)
		}
	case "tx_start":
		if e.Ps >= x.warmup {
			x.attempts++
		}
		a := &try{by: m, start: e.Ps, line: m.edge(e.Ps), end: x.duration, met: -1, ok: true}
		x.tries = append(x.tries, a)
		x.open[m.name] = a
	case "collision":
		a := x.open[m.name]
		a.met, a.logical, a.ok = e.Ps, e.Logical, false
		if e.Ps >= x.warmup && !e.Logical {
			x.detected++
		}
	case "turn":
		if m.sending && e.Used {
			x.open[m.name].line = m.leaves()
		}
	case "tx_end":
		a := x.open[m.name]
		a.end, a.over, a.ok, a.hold = e.Ps, true, e.OK, m.hold
		a.logical = a.logical || m.node && !m.seen && e.OK // a node that does not take it: PLCA waits for the end of another's frame
	}
}

// interval is a stretch of time.
type interval struct{ from, to ps }

// covered returns the time within a run's figures that intervals cover.
func covered(list []interval, from, to ps) (sum ps) {
	slices.SortFunc(list, func(a, b interval) int { return int(min(1, max(-1, a.from-b.from))) })
	at := from
	for _, v := range list {
		if v.from, v.to = max(v.from, at), min(v.to, to); v.to > v.from {
			sum += v.to - v.from
			at = v.to
		}
	}
	return sum
}

// line sets the figures of a line.
func (c *recounter) line(x *lineCount) {
	at := x.path
	var offered, sent, dropped, queued, got, gone, unclear, octets, unclearOctets int64
	overhead := 0.0
	for _, s := range x.line.macs {
		m := c.macs[s.name]
		offered += m.offered
		overhead += float64(m.offered) * float64((m.rules.header+m.rules.gap)*m.bit)
		sent += m.counters["FramesTransmittedOK"]
		dropped += m.dropped
		queued += int64(len(m.queue))
	}
	for _, k := range c.frames.order {
		for _, s := range c.frames.all[k].copies {
			if s.by.line != x.line || !s.sent() || s.ended < c.warmup {
				continue
			}
			switch _, ok := c.frames.hasOn(x.line, s); {
			case !c.frames.isClear(x.line, s):
				unclear++
				unclearOctets += int64(s.octets)
			case ok:
				got++
				octets += int64(s.octets)
			default:
				gone++
			}
		}
	}
	c.want.exact(at+"/frames_offered", offered)
	c.want.exact(at+"/frames_sent", sent)
	c.want.between(at+"/frames_delivered", got, got+unclear)
	c.want.between(at+"/frames_lost", gone, gone+unclear)
	c.want.exact(at+"/frames_dropped", dropped)
	c.want.exact(at+"/frames_queued", queued)
	c.want.exact(at+"/attempts", x.attempts)
	bits := float64(c.simulated()) / float64(x.bit())
	c.want[at+"/throughput"] = figure{8 * float64(octets) / bits, 8 * float64(octets+unclearOctets) / bits, 1e-9}
	c.want.close(at+"/offered_load", (8*float64(x.offered)+overhead/float64(x.bit()))/bits)

	var success, all []interval
	for _, a := range x.tries {
		if a.logical {
			continue
		}
		v := interval{a.line, a.by.edge(a.end) + a.hold}
		all = append(all, v)
		if a.ok {
			success = append(success, v)
		}
	}
	good, busy := covered(success, c.warmup, c.duration), covered(all, c.warmup, c.duration)
	share := func(t ps) float64 { return float64(t) / float64(c.simulated()) }
	c.want.close(at+"/share_success", share(good))
	c.want.close(at+"/share_collision", share(busy-good))
	c.want.close(at+"/share_idle", share(c.simulated()-busy))
	if x.plca && (x.detected > 0 || x.held() || x.cut(c)) { // where a signal begins that meets another, or that is held at the end, events do not tell
		c.want.anyOf(at+"/share_success", at+"/share_collision", at+"/share_idle")
	}
	groups, straddling := x.collisions()
	c.want.between(at+"/collisions", groups, groups+straddling)
	if len(x.line.hubs) > 0 || x.bad || x.plca { // which attempts detected each other is not told: there is one group at least, unless it began in the warm-up
		least := min(1, x.detected)
		if x.warmup > 0 {
			least = 0
		}
		c.want.between(at+"/collisions", least, x.detected)
	}
}

// cut reports whether a node has sent part of a frame.
func (x *lineCount) cut(c *recounter) bool {
	return slices.ContainsFunc(x.line.macs, func(s *station) bool { return c.macs[s.name].cut })
}

// held reports whether a node may hold a frame at the end of the run.
func (x *lineCount) held() bool {
	return slices.ContainsFunc(x.tries, func(a *try) bool { return !a.over })
}

// collisions counts groups of attempts that detected each other. An attempt detects those whose signals are at its tap at the instant
// of its collision.
// A group that is on both sides of the end of the warm-up may count.
func (x *lineCount) collisions() (groups, straddling int64) {
	if len(x.segments) != 1 {
		return 0, 0
	}
	seg := x.segments[0]
	places := map[string]ps{}
	for _, e := range seg.ends {
		places[e.name] = e.at
	}
	root := func(a *try) *try {
		for a.group != nil {
			a = a.group
		}
		return a
	}
	met := map[*try]ps{} // when the first collision of a group was detected
	for i, a := range x.tries {
		if a.met < 0 {
			continue
		}
		met[a] = a.met
		for j, b := range x.tries {
			d := places[b.by.name] - places[a.by.name]
			if d = max(d, -d); seg.kind == "star" {
				d = seg.delay
			}
			if i != j && a.by != b.by && b.start+d <= a.met && a.met < b.end+d {
				if p, q := root(a), root(b); p != q {
					q.group = p
				}
			}
		}
	}
	first, last := map[*try]ps{}, map[*try]ps{}
	for a, t := range met {
		r := root(a)
		if f, ok := first[r]; !ok || t < f {
			first[r] = t
		}
		last[r] = max(last[r], t)
	}
	for r, t := range first {
		switch {
		case t >= x.warmup:
			groups++
		case last[r] >= x.warmup:
			straddling++
		}
	}
	return groups, straddling
}
