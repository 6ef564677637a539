package recount

// nodeCount counts the turns of a node (docs/plca.md).
type nodeCount struct {
	ok                  bool
	since, inStep       ps
	changes             int64
	used, yielded, lost int64
	logical, physical   int64
	turn                bool // a turn that the node wants has begun, and it is not known whether it sends a frame in it
	began               ps   // when
	sending             bool // an attempt of its MAC is under way
	maybe               int64
}

// busCount counts the cycles of a bus with PLCA.
type busCount struct {
	tails    map[string]ps
	nodes    map[string]*nodeCount
	by       string // of the last beacon
	began    ps
	cycles   []ps
	beacons  []interval
	commit   map[string]ps // under way
	warmup   ps
	duration ps
}

func newBus(n *network) *busCount {
	b := &busCount{tails: map[string]ps{}, nodes: map[string]*nodeCount{}, commit: map[string]ps{}, warmup: n.warmup, duration: n.duration}
	for _, s := range n.macs {
		if s.node {
			b.nodes[s.name] = &nodeCount{}
			b.tails[s.name] = s.tail
		}
	}
	return b
}

const beaconBits = 20

func (b *busCount) observe(e *event) {
	x := b.nodes[e.Station]
	if x == nil {
		return
	}
	counts := int64(0)
	if e.Ps >= b.warmup {
		counts = 1
	}
	switch e.Event {
	case "beacon":
		if b.by == e.Station && counts > 0 {
			b.cycles = append(b.cycles, e.Ps-b.began)
		}
		b.by, b.began = e.Station, e.Ps
		b.beacons = append(b.beacons, interval{e.Ps, e.Ps + beaconBits*100_000 + b.tails[e.Station]})
	case "turn":
		if x.turn, x.began = e.Used, e.Ps; !e.Used {
			x.yielded += counts
		} else if x.sending { // the frame was held until now
			x.use(b, e.Ps)
		}
	case "commit":
		b.commit[e.Station] = e.Ps
	case "commit_end":
		if x.turn {
			x.lost += counts
		}
		x.turn = false
	case "tx_start":
		if x.sending = true; x.turn {
			x.use(b, e.Ps)
		}
	case "tx_end":
		x.sending = false
	case "collision":
		if e.Logical {
			x.logical += counts
		} else {
			x.physical += counts
		}
	case "plca_status":
		x.changes += counts
		if x.ok && !e.OK {
			x.inStep += max(0, e.Ps-max(x.since, b.warmup))
		}
		x.ok, x.since = e.OK, e.Ps
	}
}

// use notes that a frame is sent in the turn that has begun, from the next edge of a clock on.
func (x *nodeCount) use(b *busCount, at ps) {
	x.turn = false
	switch soon := at + us; {
	case soon < b.warmup:
	case x.began < b.warmup, soon >= b.duration: // the turn and its frame are on both sides of the end of the warm-up, or of the run
		x.maybe++
	default:
		x.used++
	}
}

// turns sets the figures of a bus with PLCA.
func (c *recounter) turns(b *busCount) {
	at := "/medium/plca"
	c.want.exact(at+"/cycles", int64(len(b.cycles)))
	sum, least, most := ps(0), ps(0), ps(0)
	for i, d := range b.cycles {
		sum += d
		if most = max(most, d); i == 0 || d < least {
			least = d
		}
	}
	c.want.close(at+"/cycle_us/min", float64(least)/float64(us))
	c.want.close(at+"/cycle_us/max", float64(most)/float64(us))
	c.want.close(at+"/cycle_us/mean", 0)
	if n := len(b.cycles); n > 0 {
		c.want.close(at+"/cycle_us/mean", float64(sum)/float64(n)/float64(us))
	}
	whole := float64(c.simulated())
	c.want.close(at+"/share_beacon", float64(covered(b.beacons, c.warmup, c.duration))/whole)
	for name, x := range b.nodes {
		at := "/stations/" + name + "/plca"
		if x.turn {
			x.maybe++
		}
		if x.ok {
			x.inStep += c.duration - max(x.since, c.warmup)
		}
		c.want.close(at+"/status_ok", float64(x.inStep)/whole)
		c.want.exact(at+"/status_changes", x.changes)
		c.want.between(at+"/turns_used", x.used, x.used+x.maybe)
		c.want.exact(at+"/turns_yielded", x.yielded)
		c.want.exact(at+"/turns_lost", x.lost)
		if c.lossy { // a node that takes something else for a BEACON leaves a turn that it has begun: it is lost, though a frame may follow
			c.want.between(at+"/turns_used", 0, x.used+x.maybe)
			c.want.between(at+"/turns_lost", x.lost, x.lost+x.used+x.maybe)
		}
		if c.macs[name].cut { // the MAC may be through with a frame before its turn
			c.want.anyOf(at+"/turns_used", at+"/turns_lost")
		}
		c.want.exact(at+"/logical_collisions", x.logical)
		c.want.exact(at+"/physical_collisions", x.physical)
	}
}
