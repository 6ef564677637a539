package recount

import (
	"cmp"
	"slices"
	"strings"
)

// recounter follows the events of a run.
type recounter struct {
	*network
	macs   map[string]*macCount
	frames frames
	lines  map[*line]*lineCount
	hubs   map[string]*hubCount // by port
	bridge map[string]*bridgeCount
	want   figures
}

// count makes the figures of a run of its events, and of the octets of the frames of its hosts.
func count(n *network, list []event, octets map[key][]byte) figures {
	c := &recounter{network: n, macs: map[string]*macCount{}, lines: map[*line]*lineCount{}, hubs: map[string]*hubCount{}, bridge: map[string]*bridgeCount{}, want: figures{}}
	bits := bitOf(list)
	presence := map[string][]event{}
	for _, e := range list {
		if e.Event == "change" && (e.Change == "add" || e.Change == "remove" || e.Change == "power_off") {
			presence[e.Station] = append(presence[e.Station], e)
		}
	}
	c.frames = frames{network: n, end: n.duration, byMAC: map[string]map[key]*sending{}, all: map[key]*way{}}
	c.frames.present = func(name string, from ps) bool {
		for _, e := range presence[name] {
			if e.Change == "add" && e.Ps > from || e.Change == "remove" && e.Ps <= from {
				return false
			}
		}
		return true
	}
	for _, s := range n.macs {
		c.macs[s.name] = newMAC(s, n.warmup, bits)
		if !s.port {
			c.frames.stations = append(c.frames.stations, s)
		}
	}
	for _, l := range n.domains {
		c.lines[l] = newLine(l, n)
	}
	for _, h := range n.hubs {
		x := newHub(h, n)
		for _, p := range h.ports {
			c.hubs[p.name] = x
		}
	}
	for _, b := range n.bridges {
		x := &bridgeCount{bridge: b, warmup: n.warmup}
		for _, p := range b.ports {
			c.bridge[p.name] = x
		}
	}
	turns, talk := newBus(n), newTalk(n, octets)
	for i := range list {
		e := &list[i]
		turns.observe(e)
		if m := c.macs[e.Station]; m != nil {
			to := ""
			if w := c.frames.all[e.frame()]; w != nil {
				to = w.original.to
			}
			m.observe(e, to)
			talk.observe(e, to)
			c.frames.observe(m, e)
			c.lines[m.line].observe(m, e)
		}
		if h := c.hubs[e.Station]; h != nil { // the lockup protection is of all ports
			h.observe(e)
		}
		if b := c.bridge[e.Station]; b != nil {
			b.observe(e, &c.frames)
		}
	}
	for _, l := range n.domains {
		c.line(c.lines[l])
	}
	c.stations()
	c.switches()
	c.repeaters()
	if n.plca {
		c.turns(turns)
	}
	c.whole()
	c.flows(talk)
	return c.want
}

func (n *network) simulated() ps { return n.duration - n.warmup }

// counters sets those of a MAC.
func (c *recounter) counters(at string, m *macCount) {
	for _, name := range []string{"FramesTransmittedOK", "SingleCollisionFrames", "MultipleCollisionFrames", "FramesReceivedOK", "FrameCheckSequenceErrors",
		"AlignmentErrors", "FrameTooLongErrors", "OctetsTransmittedOK", "OctetsReceivedOK", "FramesWithDeferredXmissions", "LateCollisions",
		"FramesAbortedDueToXSColls", "FramesWithExcessiveDeferral", "MulticastFramesXmittedOK", "BroadcastFramesXmittedOK",
		"MulticastFramesReceivedOK", "BroadcastFramesReceivedOK", "CarrierSenseErrors", "Fragments", "SQETestErrors"} {
		c.want.exact(at+"/"+name, m.counters[name])
	}
	c.want.between(at+"/FramesReceivedOK", m.counters["FramesReceivedOK"], m.counters["FramesReceivedOK"]+m.crossing)
	c.want.between(at+"/OctetsReceivedOK", m.counters["OctetsReceivedOK"], m.counters["OctetsReceivedOK"]+m.crossingOctets)
	c.want.between(at+"/FrameTooLongErrors", m.counters["FrameTooLongErrors"], m.counters["FrameTooLongErrors"]+m.excludedLong)
	for _, name := range []string{"FrameCheckSequenceErrors", "AlignmentErrors"} {
		c.want.between(at+"/"+name, m.counters[name], m.counters[name]+m.excluded)
	}
}

// stations sets the figures of stations, except those of delivered frames.
func (c *recounter) stations() {
	for _, s := range c.network.macs {
		if s.port {
			continue
		}
		m, at := c.macs[s.name], "/stations/"+s.name
		c.counters(at+"/counters", m)
		c.want.exact(at+"/frames_offered", m.offered)
		c.want.exact(at+"/frames_queued", int64(len(m.queue)))
		c.want.exact(at+"/frames_dropped", m.dropped)
		for k, n := range m.perFrame {
			c.want.exact(at+"/collisions_per_frame/"+itoa(k), n)
		}
		c.want.delays(at+"/access_delay_us", m.access, false)
	}
}

// whole sets the figures of the run as a whole.
func (c *recounter) whole() {
	var access, delay []ps
	var offered, sent, atStations int64
	got, octets := map[string]int64{}, map[string]int64{}
	for _, s := range c.network.macs {
		if m := c.macs[s.name]; !s.port {
			access = append(access, m.access...)
			offered += m.offered
			sent += m.counters["FramesTransmittedOK"]
			atStations += int64(len(m.queue))
		}
	}
	fates := map[fate]int64{}
	apart := false // a frame whose delay lasts until it has passed a place without a station that is addressed
	var late int64
	unclear := false   // whether a frame has been delivered
	var onTheWay int64 // sent so late that they may still be on their way, or that a bridge may hear of them later
	for _, k := range c.frames.order {
		w := c.frames.all[k]
		what, at, arrived := c.frames.fateOf(w)
		if c.alone && w.original.sent() {
			what, at = lost, w.original.ended
			if t, ok := c.frames.hasOn(w.original.by.line, w.original); ok {
				what, arrived = delivered, t
			}
		}
		if what != queued && at < c.warmup {
			continue
		}
		switch {
		case what == delivered && c.alone && !c.frames.isClear(w.original.by.line, w.original):
			unclear = true
		case (what == lost || what == dropped && w.original.sent()) && at >= c.duration-c.span():
			onTheWay++
			continue
		}
		if what == delivered && len(w.copies) > 1 && w.original.ended >= c.duration-60*us {
			late++ // the original may still be on its way to others, and the frame counts when it is not
		}
		fates[what]++
		if what == delivered && (c.moves && group(w.original.to) != individual || c.alone && c.frames.isForNobody(w.original)) {
			apart = true
		}
		if what == delivered {
			delay = append(delay, arrived-w.original.queued)
			got[k.sender]++
			octets[k.sender] += int64(w.original.octets)
		}
	}
	at := "/medium"
	c.want.delays("/access_delay_us", access, true)
	for _, s := range c.network.macs {
		if c.macs[s.name].cut { // events do not tell how long it was held
			c.want.anyOf("/access_delay_us", "/stations/"+s.name+"/access_delay_us")
		}
	}
	c.want.delays("/delay_us", delay, true)
	c.want.exact("/warmup_ps", c.warmup)
	c.want.exact("/simulated_ps", c.simulated())
	c.want.exact("/complete", 1)
	all := int64(0)
	for _, s := range c.network.macs {
		if !s.port {
			c.want.exact("/stations/"+s.name+"/frames_delivered", got[s.name])
			c.want.exact("/stations/"+s.name+"/octets_delivered", octets[s.name])
			all += octets[s.name]
		}
	}
	for _, l := range c.domains {
		if !c.alone {
			c.want.close(c.lines[l].path+"/jain", c.jain(l.macs, octets))
		}
	}
	c.want.close("/medium/jain", c.jain(c.network.macs, octets))
	c.want.exact(at+"/frames_offered", offered)
	c.want.exact(at+"/frames_sent", sent)
	if !c.alone {
		c.want.between(at+"/frames_delivered", fates[delivered]-late, fates[delivered])
	}
	if apart {
		c.want.anyOf("/delay_us")
		c.want.exact("/delay_us/count", int64(len(delay)))
	}
	if late > 0 {
		c.want.anyOf("/domains/*/jain", "/links/*/jain")
	}
	if unclear || late > 0 {
		c.want.anyOf("/delay_us", "/stations/*/frames_delivered", "/stations/*/octets_delivered", "/medium/jain")
	}
	if c.alone {
		c.want.close("/simulated_bits", float64(c.simulated())/float64(c.domains[0].bit()))
		return
	}
	c.want.between(at+"/frames_lost", fates[lost], fates[lost]+onTheWay)
	c.want.between(at+"/frames_dropped", fates[dropped], fates[dropped]+onTheWay)
	c.want.between(at+"/frames_queued", fates[queued], fates[queued]+onTheWay)
	var attempts, collisions, moreCollisions int64
	for _, x := range c.lines {
		if !x.full {
			attempts += x.attempts
		}
		w := c.want[x.path+"/collisions"]
		collisions, moreCollisions = collisions+int64(w.least), moreCollisions+int64(w.most)
	}
	c.want.exact(at+"/attempts", attempts)
	c.want.between(at+"/collisions", collisions, moreCollisions)
	c.want.close(at+"/throughput_bps", 8*float64(all)/(float64(c.simulated())/float64(sec)))
	if late > 0 {
		c.want.any(at + "/throughput_bps")
	}
}

// span is more than the time that a signal takes through a network, with its repeaters and bridges.
func (n *network) span() ps { return 300 * us }

// jain returns the index of the octets delivered of stations with traffic.
func (c *recounter) jain(list []*station, octets map[string]int64) float64 {
	sum, squares, n := 0.0, 0.0, 0.0
	for _, s := range list {
		if x := float64(octets[s.name]); !s.port && (s.traffic || c.macs[s.name].offered > 0) {
			sum, squares, n = sum+x, squares+x*x, n+1
		}
	}
	if squares == 0 {
		return 0
	}
	return sum * sum / (n * squares)
}

func (l *line) bit() ps { return l.segments[0].bit }

// pathOf returns the path of a line's figures in the result.
func (l *line) pathOf(n *network) string {
	if n.alone {
		return "/medium"
	}
	var names []string
	for _, seg := range l.segments {
		if seg.kind != "link" {
			names = append(names, seg.name)
		}
	}
	hubs := slices.Clone(l.hubs)
	slices.SortFunc(hubs, func(a, b *hub) int { return cmp.Compare(a.name, b.name) })
	for _, h := range hubs {
		names = append(names, h.name)
	}
	l.name = strings.Join(names, "+")
	if l.name == "" {
		l.name = l.segments[0].name
	}
	if l.full {
		return "/links/" + l.name
	}
	return "/domains/" + l.name
}
