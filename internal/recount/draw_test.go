package recount

import (
	"encoding/json"
	"fmt"
	"slices"

	"pgregory.net/rapid"
)

// A network that is drawn has a file, and the facts about it that a reader of the file knows: who is where, on which line, with
// which numbers.

// object is a mapping of the file.
type object = map[string]any

// network is a scenario.
type network struct {
	file     object
	warmup   ps
	duration ps
	alone    bool // one cable, not a network
	domains  []*line
	macs     []*station // stations, then ports of bridges
	hubs     []*hub
	bridges  []*bridge
	bad      bool // it has faults by which a port of a hub receives something else than what the other end sends
	noisy    bool // it has bit errors
	plca     bool
	moves    bool // a station joins or leaves
	lossy    bool // beacons get lost
	flows    []*drawnFlow
}

// line is a collision domain or a full-duplex link, as far as it has one rate.
type line struct {
	name     string
	full     bool
	macs     []*station
	hubs     []*hub
	segments []*segment
}

// segment is a cable, a star or a link.
type segment struct {
	name  string
	kind  string // bus, star, link
	delay ps     // of a star, between any two; of a link, between its ends
	bit   ps
	ends  []end
}

// end is what is plugged into a segment: a station, a port of a bridge or a port of a hub.
type end struct {
	name string
	at   ps
	port *hubPort // or nil
}

// station is a station or a port of a bridge.
type station struct {
	name    string
	port    bool // of a bridge
	full    bool
	traffic bool
	bit     ps
	line    *line
	rules   rules
	node    bool // of PLCA
	lagging bool // its carrier may begin later than its transmission
	mii     ps   // the period of the clock on which its PHY takes what it sends; 0: it has none
	phase   ps   // the first edge of that clock
	tail    ps   // what a transmission leaves on the line after its end
}

// edge returns the first edge of the clock of a station's PHY from an instant on.
func (s *station) edge(at ps) ps {
	if s.mii == 0 {
		return at
	}
	return at + ((s.phase-at)%s.mii+s.mii)%s.mii
}

// rules are the numbers of a MAC on which figures depend, in bit times and octets.
type rules struct {
	header, gap, maxDefer int64
	least, most           int
	attempts              int
}

var standard = rules{header: 64, gap: 96, maxDefer: 24288, least: 64, most: 1518, attempts: 16}

type hub struct {
	name  string
	ports []*hubPort
	line  *line
	bit   ps
	mjlp  int64 // in bit times, as are the others
	jam   int64

	recovery int64
}

type hubPort struct {
	name string
	to   string
	seg  *segment
	at   ps
}

type bridge struct {
	name  string
	ports []*station
	to    []string
}

// pick draws one of a list.
func pick[E any](t *rapid.T, name string, list ...E) E { return rapid.SampledFrom(list).Draw(t, name) }

// chance draws true in some of a hundred cases.
func chance(t *rapid.T, name string, percent int) bool {
	return rapid.IntRange(0, 99).Draw(t, name) >= 100-percent
}

func nanoseconds(t ps) string { return fmt.Sprintf("%dns", t/1000) }

// drawNetwork draws a network of a kind: cable, network, plca or flows.
func drawNetwork(t *rapid.T, kind string) *network {
	n := &network{file: object{"name": "drawn", "seed": rapid.IntRange(0, 1<<20).Draw(t, "seed")}}
	n.duration = pick(t, "duration", 3*ms, 6*ms, 9*ms+123*us)
	n.file["duration"] = nanoseconds(n.duration)
	if n.warmup = pick(t, "warm-up", 0, 0, 500*us, ms+7*us, 2*ms); n.warmup > 0 {
		n.file["warmup"] = nanoseconds(n.warmup)
	}
	r := standard
	switch kind {
	case "plca":
		n.drawPLCA(t, r)
	case "flows":
		if chance(t, "a cable", 50) {
			n.drawCable(t, r)
		} else {
			n.drawTree(t, r)
		}
	case "cable":
		n.drawRules(t, &r)
		n.drawCable(t, r)
	default:
		n.drawRules(t, &r)
		n.drawTree(t, r)
	}
	if kind == "flows" {
		n.drawFlows(t)
	}
	if kind != "plca" {
		n.drawTimeline(t, r)
	}
	return n
}

// drawRules draws overrides that hold for all stations.
func (n *network) drawRules(t *rapid.T, r *rules) {
	mac := object{}
	if chance(t, "other receive gap", 25) {
		mac["rx_gap"] = pick(t, "receive gap", "47bt", "96bt", "97bt", "200bt")
	}
	if chance(t, "few attempts", 25) {
		r.attempts = pick(t, "attempts", 1, 2, 4)
		mac["attempt_limit"] = r.attempts
	}
	if chance(t, "short deferral", 25) {
		r.maxDefer = pick[int64](t, "most deferral", 600, 5000)
		mac["max_defer"] = fmt.Sprint(r.maxDefer, "bt")
	}
	if chance(t, "late collisions discard", 15) {
		mac["late_collision"] = "discard"
	}
	if chance(t, "short slot", 15) {
		mac["slot_time"] = pick(t, "slot", "64bt", "130bt", "300bt")
	}
	if chance(t, "other gap", 10) {
		r.gap = pick[int64](t, "gap", 48, 200)
		mac["ifg"] = fmt.Sprint(r.gap, "bt")
	}
	if chance(t, "longest frame", 20) {
		r.most = pick(t, "octets", 600, 2000)
		mac["max_frame"] = r.most
	}
	if len(mac) > 0 {
		n.file["mac"] = mac
	}
}

// drawStation draws what a station has besides its place.
func (n *network) drawStation(t *rapid.T, name string, r rules, l *line, bit ps) (object, *station) {
	s := &station{name: name, line: l, bit: bit, rules: r}
	v := object{"name": name}
	if chance(t, "short queue", 30) {
		v["queue"] = pick(t, "queue", 1, 2, 5)
	}
	if chance(t, "policy", 20) {
		v["backoff"] = pick[any](t, "backoff", "none", object{"policy": "fixed", "delay": 3}, object{"policy": "beb", "attempts": 2}, object{"policy": "uniform", "window": 4}, "full-jitter")
	}
	if chance(t, "traffic", 80) {
		s.traffic = true
		v["traffic"] = n.drawTraffic(t, r)
		if chance(t, "second source", 15) {
			v["traffic"] = []any{v["traffic"], n.drawTraffic(t, r)}
		}
	}
	return v, s
}

func (n *network) drawTraffic(t *rapid.T, r rules) object {
	to := pick(t, "to", "random", "random", "random", "next", "s0", "s1", "broadcast", "01:00:5e:00:00:01", "02:00:00:00:00:77", "01:80:c2:00:00:0e")
	v := object{"to": to, "size": pick[any](t, "size", 64, 64, 65, 100, 300, 600, "uniform(64,200)")}
	if r.most >= 1518 && chance(t, "long frames", 25) {
		v["size"] = pick[any](t, "long size", 1518, "imix", []any{64, 1518})
	}
	if r.most == 2000 && chance(t, "longer than hubs expect", 50) {
		v["size"] = 1700
	}
	switch v["kind"] = pick(t, "kind", "poisson", "poisson", "frames", "saturated", "think", "onoff"); v["kind"] {
	case "poisson":
		v["rate"] = pick(t, "rate", 300, 1000, 3000)
	case "frames":
		v["start"] = pick(t, "start", "0s", "0s", "500us", "1234567ps")
		v["count"], v["interval"] = rapid.IntRange(1, 20).Draw(t, "count"), pick(t, "interval", "0s", "67200ns", "500us")
	case "think":
		v["think"] = pick(t, "think", "50us", "700us")
	case "onoff":
		v["on"], v["off"], v["interval"] = "500us", "300us", pick(t, "interval", "57600ns", "200us")
	}
	return v
}

// place draws a place on a cable, as a delay from its left end.
func place(t *rapid.T) ps {
	return pick(t, "at", 0, 0, 50_000, 100_000, us, 2_567_000, 10*us, 25_600_000)
}

// drawCable draws one bus or one star.
func (n *network) drawCable(t *rapid.T, r rules) {
	n.alone = true
	n.file["phy"] = pick(t, "phy", "10base5", "10base5", "10base-t", "100base-tx")
	bit := ps(100_000)
	if n.file["phy"] == "100base-tx" {
		bit = 10_000
	}
	seg := &segment{kind: pick(t, "medium", "bus", "bus", "star"), bit: bit}
	if seg.kind == "star" {
		seg.delay = place(t)
		n.file["medium"] = object{"kind": "star", "delay": nanoseconds(seg.delay)}
	}
	l := &line{segments: []*segment{seg}}
	n.domains = append(n.domains, l)
	var list []any
	for i := range rapid.IntRange(2, 5).Draw(t, "stations") {
		v, s := n.drawStation(t, fmt.Sprint("s", i), r, l, bit)
		e := end{name: s.name}
		if seg.kind == "bus" {
			e.at = place(t)
			v["at"] = nanoseconds(e.at)
		}
		seg.ends = append(seg.ends, e)
		l.macs = append(l.macs, s)
		list = append(list, v)
	}
	n.macs = l.macs
	n.file["stations"] = list
}

// drawTree draws a network: devices in a tree, cables at them, stations at both.
func (n *network) drawTree(t *rapid.T, r rules) {
	fast := chance(t, "100 Mb/s", 20)
	bit := ps(100_000)
	n.file["phy"] = "10base-t"
	if fast {
		n.file["phy"], bit = "100base-tx", 10_000
	}
	var devices, links, list []any
	type device struct {
		hub    *hub
		bridge *bridge
	}
	var all []device
	nameOf := func(d device) string {
		if d.hub != nil {
			return d.hub.name
		}
		return d.bridge.name
	}
	lineOf := map[*segment]*line{}
	segmentOn := map[*hub][]*segment{}
	// plug makes a port of a device.
	plug := func(d device, to string, seg *segment, at ps, full bool) {
		if d.hub != nil {
			p := &hubPort{name: d.hub.name + "/" + to, to: to, seg: seg, at: at}
			d.hub.ports = append(d.hub.ports, p)
			seg.ends = append(seg.ends, end{p.name, at, p})
			segmentOn[d.hub] = append(segmentOn[d.hub], seg)
			return
		}
		s := &station{name: d.bridge.name + "/" + to, port: true, full: full, bit: seg.bit, rules: r}
		d.bridge.ports, d.bridge.to = append(d.bridge.ports, s), append(d.bridge.to, to)
		seg.ends = append(seg.ends, end{name: s.name, at: at})
	}
	var segments []*segment
	for i := range rapid.IntRange(1, 3).Draw(t, "devices") {
		var d device
		if name := fmt.Sprint("d", i); chance(t, "bridge", 50) {
			d.bridge = &bridge{name: name}
			v := object{"name": name, "kind": "bridge", "queue": pick(t, "bridge's queue", 1, 3, 100), "latency": pick(t, "latency", "0s", "0s", "10us")}
			if chance(t, "ages", 30) {
				v["ageing"] = pick(t, "ageing", "1ms", "100us")
			}
			devices = append(devices, v)
			n.bridges = append(n.bridges, d.bridge)
		} else {
			h := &hub{name: name, bit: bit, mjlp: 50000, jam: 6}
			d.hub = h
			v := object{"name": name, "kind": "repeater", "partition_after": pick[any](t, "partition after", 32, 1, 2, 3, "off"), "jam_delay": "6bt"}
			if fast {
				h.mjlp = 57500
			}
			if chance(t, "protects soon", 40) {
				h.mjlp = pick[int64](t, "limit", 1000, 3000)
				v["mjlp"] = fmt.Sprint(h.mjlp, "bt")
				if fast {
					delete(v, "mjlp")
					v["jabber"] = fmt.Sprint(h.mjlp, "bt")
				}
			}
			if chance(t, "reconnects when it sends", 30) {
				v["reconnect_on"] = "send"
			}
			if chance(t, "recovers", 30) {
				h.recovery = pick[int64](t, "recovery", 10, 100)
				v["recovery"] = fmt.Sprint(h.recovery, "bt")
			}
			devices = append(devices, v)
			n.hubs = append(n.hubs, h)
		}
		if i > 0 { // a link to a device before it
			to := pick(t, "to", all...)
			seg := &segment{name: nameOf(d) + "-" + nameOf(to), kind: "link", delay: place(t), bit: bit}
			full := d.bridge != nil && to.bridge != nil && chance(t, "full", 50)
			v := object{"between": []any{nameOf(d), nameOf(to)}, "length": nanoseconds(seg.delay)}
			if full {
				v["duplex"] = "full"
			}
			plug(d, nameOf(to), seg, 0, full)
			plug(to, nameOf(d), seg, seg.delay, full)
			links = append(links, v)
			segments = append(segments, seg)
		}
		all = append(all, d)
	}
	cables := object{}
	if !fast && chance(t, "cable", 40) {
		d, at := pick(t, "cable at", all...), place(t)
		seg := &segment{name: "c0", kind: "bus", bit: bit}
		cables["c0"] = object{"kind": "bus", "phy": "10base5", "length": "30us"}
		plug(d, "c0", seg, at, false)
		links = append(links, object{"between": []any{nameOf(d), "c0"}, "at": nanoseconds(at)})
		segments = append(segments, seg)
		n.file["segments"] = cables
	}
	for i := range len(all) + 1 + rapid.IntRange(0, 3).Draw(t, "stations") {
		v, s := n.drawStation(t, fmt.Sprint("s", i), r, nil, bit)
		list = append(list, v)
		n.macs = append(n.macs, s)
		if len(cables) > 0 && i > len(all) && chance(t, "on the cable", 60) {
			seg, at := segments[len(segments)-1], place(t)
			for k := range segments {
				if segments[k].name == "c0" {
					seg = segments[k]
				}
			}
			v["via"], v["at"] = "c0", nanoseconds(at)
			seg.ends = append(seg.ends, end{name: s.name, at: at})
			continue
		}
		var d device
		if i < len(all) {
			d = all[i]
		} else if i == len(all) {
			d = all[0]
		} else {
			d = pick(t, "at device", all...)
		}
		seg := &segment{name: s.name + "-" + nameOf(d), kind: "link", delay: place(t), bit: bit}
		link := object{"length": nanoseconds(seg.delay)}
		other := false
		if d.bridge != nil {
			switch pick(t, "duplex", "half", "half", "full", "full", "mismatch", "turned") {
			case "full":
				link["duplex"], s.full, other = "full", true, true
			case "mismatch":
				link["duplex"], s.full = []any{"full", "half"}, true
			case "turned":
				link["duplex"], other = []any{"half", "full"}, true
			}
			if chance(t, "another rate", 20) {
				seg.bit, link["phy"] = 110_000-bit, "100base-tx"
				if fast {
					link["phy"] = "10base-t"
				}
			}
		}
		v["via"], v["link"], s.bit = nameOf(d), link, seg.bit
		seg.ends = append(seg.ends, end{name: s.name})
		plug(d, s.name, seg, seg.delay, other)
		segments = append(segments, seg)
	}
	for _, b := range n.bridges {
		n.macs = append(n.macs, b.ports...)
	}
	n.file["devices"], n.file["stations"] = devices, list
	if len(links) > 0 {
		n.file["links"] = links
	}
	// What hubs join is one domain.
	for _, seg := range segments {
		lineOf[seg] = &line{segments: []*segment{seg}}
	}
	for _, h := range n.hubs {
		one := &line{hubs: []*hub{h}}
		for _, seg := range segmentOn[h] {
			x := lineOf[seg]
			if x == one {
				continue
			}
			one.hubs, one.segments = append(one.hubs, x.hubs...), append(one.segments, x.segments...)
			for _, seg := range one.segments {
				lineOf[seg] = one
			}
		}
	}
	macs := map[string]*station{}
	for _, s := range n.macs {
		macs[s.name] = s
	}
	for _, seg := range segments {
		l := lineOf[seg]
		if !slices.Contains(n.domains, l) {
			n.domains = append(n.domains, l)
		}
		l.full = seg.kind == "link" && len(l.segments) == 1
		for _, e := range seg.ends {
			if s := macs[e.name]; s != nil {
				s.line = l
				l.macs = append(l.macs, s)
				l.full = l.full && s.full
			} else {
				l.full = false
			}
		}
		for _, h := range l.hubs {
			h.line = l
		}
	}
}

// drawTimeline draws what changes during the run.
func (n *network) drawTimeline(t *rapid.T, r rules) {
	var list []any
	at := func() string { return pick(t, "at", "0s", "333us", "1ms", "1007us", "2ms", "2500us") }
	for i := range pick(t, "changes", 0, 0, 0, 1, 2) {
		v := object{"at": at()}
		if chance(t, "ends", 50) {
			v["for"] = pick(t, "for", "100us", "1ms")
		}
		s := fmt.Sprint("s", i)
		switch pick(t, "change", "bit errors", "deaf", "no collision", "mute", "power", "queue", "add", "promiscuous", "port", "no_sqe", "remove") {
		case "bit errors":
			if n.noisy {
				continue
			}
			n.noisy, n.bad = true, true
			v["bit_errors"] = pick(t, "rate", 1e-4, 1e-3, 1e-5)
		case "deaf":
			n.bad = true
			v["station"], v["deaf"] = s, true
		case "no collision":
			v["station"], v["no_collision"] = s, true
		case "mute":
			n.bad = true
			v["station"], v["mute"] = s, true
		case "power":
			n.bad = true
			v["station"], v["power"] = s, "off"
		case "promiscuous":
			v["station"], v["promiscuous"] = s, true
		case "no_sqe":
			v["station"], v["no_sqe"] = s, true
		case "queue":
			delete(v, "for")
			v["set"] = object{"path": fmt.Sprintf("stations[%d].queue", i), "value": 1 + i}
		case "remove":
			delete(v, "for")
			v["remove"] = s
			n.bad, n.moves = true, true
		case "port":
			if len(n.hubs) == 0 {
				continue
			}
			n.bad = true
			v["port"], v["enabled"] = n.hubs[0].ports[0].name, false
		case "add":
			delete(v, "for")
			var into *segment
			for _, l := range n.domains {
				for _, seg := range l.segments {
					if seg.kind != "link" {
						into = seg
					}
				}
			}
			if into == nil || into.kind == "star" && !n.alone {
				continue
			}
			name := fmt.Sprint("new", i)
			var l *line
			for _, x := range n.domains {
				if slices.Contains(x.segments, into) {
					l = x
				}
			}
			st, joined := n.drawStation(t, name, r, l, into.bit)
			e := end{name: name}
			if into.kind == "bus" {
				if e.at = 0; !n.alone {
					st["via"] = into.name
				}
				st["at"] = "0s"
			}
			into.ends = append(into.ends, e)
			l.macs = append(l.macs, joined)
			n.moves = true
			n.macs = append(n.macs, joined)
			v["add"] = st
		}
		list = append(list, v)
	}
	if len(list) > 0 {
		n.file["timeline"] = list
	}
}

// drawLatency draws the PHYs of a bus, or of a node.
func drawLatency(t *rapid.T, usual string) any {
	return pick[any](t, "latency", usual, usual, "min", "typical", "max", object{"tx": "200ns", "crs_on": "500ns", "crs_off": "1us", "rx_on": "3us", "rx_off": "1500ns", "col_on": "1us", "col_off": "300ns", "mii": "400ns"})
}

// drawPLCA draws a bus whose nodes take turns.
func (n *network) drawPLCA(t *rapid.T, r rules) {
	n.alone, n.plca = true, true
	bit := ps(100_000)
	n.file["phy"] = "10base-t1s"
	cable := object{"kind": "bus", "length": "25m"}
	latency := drawLatency(t, "ideal")
	cable["latency"] = latency
	n.file["medium"] = cable
	seg := &segment{kind: "bus", bit: bit}
	l := &line{segments: []*segment{seg}}
	n.domains = append(n.domains, l)
	var list []any
	count := rapid.IntRange(2, 5).Draw(t, "stations")
	for i := range count {
		v, s := n.drawStation(t, fmt.Sprint("s", i), r, l, bit)
		e := end{name: s.name, at: pick[ps](t, "at", 0, 0, 20_000, 100_000)}
		v["at"] = nanoseconds(e.at)
		s.lagging = true
		own := latency
		if chance(t, "another PHY", 15) {
			own = drawLatency(t, "min")
			v["latency"] = own
		}
		if own != "ideal" {
			s.mii, s.phase = 400_000, pick[ps](t, "phase", 0, 100_000, 123_456, 399_999)
			v["mii_phase"] = fmt.Sprint(s.phase, "ps")
			s.tail = 80_000
		}
		s.node = i == 0 || !chance(t, "guest", 8)
		if s.node {
			node := object{"node_id": i}
			if i == 0 {
				node["node_count"] = pick(t, "turns", count, count, 8)
			}
			if chance(t, "bursts", 40) {
				node["burst_count"] = pick(t, "burst", 1, 3)
			}
			v["plca"] = node
		}
		seg.ends = append(seg.ends, e)
		l.macs = append(l.macs, s)
		list = append(list, v)
	}
	n.macs = l.macs
	n.file["stations"] = list
	if chance(t, "lost beacons", 15) {
		n.lossy = true
		n.file["timeline"] = []any{object{"at": "1ms", "for": "1ms", "beacon_loss": 0.3}}
	}
}

// text returns the file.
func (n *network) text() []byte {
	text, err := json.MarshalIndent(n.file, "", " ")
	if err != nil {
		panic(err)
	}
	return text
}
