package scenario

import (
	"math"
	"slices"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/medium/lan"
	"github.com/csmacd/csmacd/phy"
)

// The kinds of device.
const (
	repeater = "repeater"
	bridge   = "bridge"
)

// device is a repeater or a bridge.
type device struct {
	name, kind string
	node       *document.Node
	ports      []port
	line       phy.Line // of a repeater

	class int
	domain.Repeater
	lan.Bridge
}

// port is a port of a device, by the wire that is plugged into it, and the end of that.
type port struct {
	wire, end int
	disabled  bool
	obeyPause bool

	plca        *sublayer // of a bridge's port; nil: nothing is said
	transceiver transceiver
	node        lan.Node
}

var repeaterTable = table[device]{
	What: "a repeater",
	Fields: []field[device]{
		{Key: "name"}, {Key: "kind"}, // read before
		{Key: "class", Read: func(r *reader, d *device, n *document.Node) { d.class, _ = r.Integer(n, 1, 2) }},
		{Key: "delay", Read: func(r *reader, d *device, n *document.Node) { document.SetTo(&d.Delay)(r.Duration(n)) }},
		{Key: "jam_delay", Read: func(r *reader, d *device, n *document.Node) { document.SetTo(&d.JamDelay)(r.Duration(n)) }},
		{Key: "jam_end_delay", Read: func(r *reader, d *device, n *document.Node) { document.SetTo(&d.JamEnd)(r.Duration(n)) }},
		{Key: "recovery", Read: func(r *reader, d *device, n *document.Node) { document.SetTo(&d.Recovery)(r.Duration(n)) }},
		{Key: "variability", Read: readVariability},
		{Key: "partition_after", Read: func(r *reader, d *device, n *document.Node) {
			document.SetTo(&d.PartitionAfter)(orNever(n, func() (int, bool) { return r.Integer(n, 1, math.MaxInt32) }))
		}},
		{Key: "partition_long", Read: func(r *reader, d *device, n *document.Node) {
			document.SetTo(&d.PartitionLong)(orNever(n, func() (phy.Time, bool) { return r.Positive(n) }))
		}},
		{Key: "reconnect", Read: func(r *reader, d *device, n *document.Node) { document.SetTo(&d.Reconnect)(r.Duration(n)) }},
		{Key: "reconnect_on", Read: func(r *reader, d *device, n *document.Node) {
			s, _ := r.OneOf(n, "what reconnects a port", "both", "send")
			d.ReconnectSend = s == "send"
		}},
		{Key: "mjlp", Read: func(r *reader, d *device, n *document.Node) {
			document.SetTo(&d.Lockup)(orNever(n, func() (phy.Time, bool) { return r.Positive(n) }))
		}},
		{Key: "jabber", Read: func(r *reader, d *device, n *document.Node) {
			document.SetTo(&d.Jabber)(orNever(n, func() (phy.Time, bool) { return r.Positive(n) }))
		}},
		{Key: "false_carriers", Read: func(r *reader, d *device, n *document.Node) {
			document.SetTo(&d.FalseCarriers)(orNever(n, func() (int, bool) { return r.Integer(n, 1, math.MaxInt32) }))
		}},
		{Key: "ports", Read: func(r *reader, d *device, n *document.Node) { readPorts(r, d, n, &repeaterPortTable) }},
	},
	Misplaced: map[string]string{
		"phy":     "a repeater has the rate of what is plugged in: write phy in the links or segments",
		"latency": "a repeater has a delay: latency is a key of bridges",
		"queue":   "a repeater holds no frames: queue is a key of bridges",
	},
}

var bridgeTable = table[device]{
	What: "a bridge",
	Fields: []field[device]{
		{Key: "name"}, {Key: "kind"}, // read before
		{Key: "ageing", Read: func(r *reader, d *device, n *document.Node) { document.SetTo(&d.Ageing)(r.Duration(n)) }},
		{Key: "queue", Read: func(r *reader, d *device, n *document.Node) { document.SetTo(&d.Queue)(r.Integer(n, 1, 100_000_000)) }},
		{Key: "latency", Read: func(r *reader, d *device, n *document.Node) { document.SetTo(&d.Latency)(r.Duration(n)) }},
		{Key: "pause", Read: readSendPause},
		{Key: "ports", Read: func(r *reader, d *device, n *document.Node) { readPorts(r, d, n, &bridgePortTable) }},
	},
	Misplaced: map[string]string{
		"phy":   "each port of a bridge has the rate of its link: write phy in the links or segments",
		"delay": "a bridge receives a frame whole before it sends it: write latency for the time in between",
	},
}

// portEntry is what is written about a port.
type portEntry struct {
	to   *document.Node
	port port
}

var portTo = field[portEntry]{Key: "to", Read: func(_ *reader, p *portEntry, n *document.Node) { p.to = n }}

var repeaterPortTable = table[portEntry]{
	What: "a port of a repeater",
	Fields: []field[portEntry]{portTo, {Key: "enabled", Read: func(r *reader, p *portEntry, n *document.Node) {
		on, ok := r.Flag(n)
		p.port.disabled = ok && !on
	}}},
	Misplaced: map[string]string{"pause": "a repeater does not know PAUSE: pause is for stations and ports of bridges"},
}

var bridgePortTable = table[portEntry]{
	What: "a port of a bridge",
	Fields: append([]field[portEntry]{portTo, {Key: "pause", Read: func(r *reader, p *portEntry, n *document.Node) { p.port.obeyPause = r.obeys(n) }},
		{Key: "plca", Read: func(r *reader, p *portEntry, n *document.Node) { p.port.plca = r.sublayer(r.plca, n) }},
	}, transceiverKeys(func(_ *reader, p *portEntry) *transceiver { return &p.port.transceiver })...),
	Misplaced: map[string]string{"enabled": "only ports of repeaters can be disabled: leave the link out"},
}

var pauseTable = table[lan.Pause]{
	What: "pause of a bridge",
	Fields: []field[lan.Pause]{
		{Key: "above", Read: func(r *reader, p *lan.Pause, n *document.Node) {
			document.SetTo(&p.Above)(r.Integer(n, 1, 100_000_000))
		}},
		{Key: "below", Read: func(r *reader, p *lan.Pause, n *document.Node) {
			document.SetTo(&p.Below)(r.Integer(n, 0, 100_000_000))
		}},
		{Key: "quanta", Read: func(r *reader, p *lan.Pause, n *document.Node) {
			if v, ok := r.Integer(n, 1, math.MaxUint16); ok {
				p.Quanta = uint16(v)
			}
		}},
	},
}

// readDevices reads names and kinds of devices. Their other keys are read once it is known what
// is plugged in.
func (r *reader) readDevices(n *document.Node) {
	if n.Kind != document.List {
		r.net.unnamed = true
		r.Fail(n, "devices is a list: begin each device with a dash, such as - {name: hub, kind: repeater}")
		return
	}
	for _, item := range n.Items {
		if !r.IsMapping(item) {
			r.net.unnamed = true
			continue
		}
		d := &device{node: item}
		at := item.Get("name")
		if at == nil {
			r.Fail(item, "name is missing: write {name: hub, kind: repeater}")
			r.net.unnamed = true
			continue
		}
		var ok bool
		if d.name, ok = r.Word(at); !ok || !r.thingName(at, d.name) {
			r.net.unnamed = true
			continue
		}
		if d.kind = r.readDeviceKind(item); d.kind == "" {
			d.kind = bridge // nothing follows from it
			d.node = nil
		}
		r.net.devices = append(r.net.devices, d)
		if !r.know(&thing{name: d.name, at: at, device: d}) {
			d.node = nil
		}
	}
}

func (r *reader) readDeviceKind(item *document.Node) string {
	n := item.Get("kind")
	if n == nil {
		r.Fail(item, "kind is missing: repeater (a hub) or bridge (a switch)")
		return ""
	}
	s, ok := r.Word(n)
	if ok && s != repeater && s != bridge {
		r.Fail(n, "%q is not a kind of device: write repeater (a hub) or bridge (a switch)", s)
		ok = false
	}
	if !ok {
		return ""
	}
	return s
}

// finishDevice reads the numbers of a device whose ports are known.
func (r *reader) finishDevice(d *device) {
	switch {
	case d.node == nil:
		return
	case len(d.ports) < 2 && r.net.unplugged:
		return // what was to be plugged in may be what could not be read
	case len(d.ports) == 0:
		r.Fail(d.node, "nothing is plugged into %s: name it in links, or as the via of stations", d.name)
		return
	case len(d.ports) == 1:
		r.Fail(d.node, "%s has one port, to %s: a device needs two or more", d.name, r.portTo(d.ports[0]))
	}
	if d.kind == bridge {
		d.Ageing, d.Queue = 300*phy.Second, 100
		bridgeTable.Read(r, d.node, d)
		return
	}
	r.readRateOf(d)
	d.Repeater = domain.DefaultRepeater(d.line.BitTime)
	r.on(d.line, func() { repeaterTable.Read(r, d.node, d) })
	if fast := d.line.BitTime < phy.Ethernet10.BitTime; fast {
		r.ofOtherRate(d, "mjlp", "at 100 Mb/s a repeater has no lockup protection: write jabber, which cuts a port (27.3.2.1.4)")
		r.ofOtherRate(d, "partition_long", "at 100 Mb/s long collisions do not partition a port: leave it out")
	} else {
		r.ofOtherRate(d, "jabber", "jabber is a rule of 100 Mb/s: at 10 Mb/s write mjlp")
		r.ofOtherRate(d, "false_carriers", "false carriers are of 100 Mb/s: leave it out")
		r.ofOtherRate(d, "class", "repeaters have classes at 100 Mb/s only: leave it out")
	}
}

// readRateOf finds the line of a repeater, and reports the first thing that is plugged in at another
// rate than most.
func (r *reader) readRateOf(d *device) {
	lines := map[phy.Time]int{} // by bit time: the number of ports
	most := &r.net.wires[d.ports[0].wire]
	for _, p := range d.ports {
		w := &r.net.wires[p.wire]
		if lines[w.line.BitTime]++; lines[w.line.BitTime] > lines[most.line.BitTime] {
			most = w
		}
	}
	d.line = most.line
	for _, p := range d.ports {
		w := &r.net.wires[p.wire]
		if w.line.BitTime == d.line.BitTime {
			continue
		}
		at := w.node
		if w.lineAt != nil {
			at = w.lineAt
		}
		r.Fail(at, "%s is a repeater, and repeats at one rate: here are %s to %s and %s (%s); a bridge joins different rates",
			d.name, w.line.Name, r.portTo(p), d.line.Name, most.node.Where())
		return
	}
}

// ofOtherRate reports a key that repeaters of this rate do not have.
func (r *reader) ofOtherRate(d *device, key, text string) {
	if n := d.node.Get(key); n != nil && !n.Off() {
		r.Fail(n, "%s", text)
	}
}

// portTo returns the name of what is plugged into a port.
func (r *reader) portTo(p port) string { return r.net.wires[p.wire].ends[1-p.end].name }

// readPorts reads what is written about single ports.
func readPorts(r *reader, d *device, n *document.Node, t *table[portEntry]) {
	if n.Kind != document.List {
		r.Fail(n, "ports is a list: write [{to: NAME, ...}] with the name of what is plugged in")
		return
	}
	for _, item := range n.Items {
		var e portEntry
		if !r.readPort(d, item, &e, t) {
			continue
		}
		if e.to == nil {
			r.Fail(item, "to is missing: the name of what is plugged into the port")
			continue
		}
		name, ok := r.Word(e.to)
		if !ok {
			continue
		}
		k := slices.IndexFunc(d.ports, func(p port) bool { return r.portTo(p) == name })
		if k < 0 {
			var names []string
			for _, p := range d.ports[:min(len(d.ports), mostGuesses)] {
				names = append(names, r.portTo(p))
			}
			if guess := document.Nearest(name, 1, names); guess != "" {
				r.Fail(e.to, "%s has no port to %q: did you mean %q?", d.name, name, guess)
			} else {
				r.Fail(e.to, "%s has no port to %q", d.name, name)
			}
			continue
		}
		p := &d.ports[k]
		p.disabled, p.obeyPause = e.port.disabled, e.port.obeyPause
		p.plca, p.transceiver = e.port.plca, e.port.transceiver
		if w := &r.net.wires[p.wire]; p.obeyPause && !w.full[p.end] {
			r.Warn(item.Get("pause"), "PAUSE frames are for full-duplex links (31B.1), and this port is half duplex")
		}
	}
}

// readPort reads what is written about a port, in the bit times of what is plugged in.
func (r *reader) readPort(d *device, item *document.Node, e *portEntry, t *table[portEntry]) (ok bool) {
	line := *r.line()
	if to := item.Get("to"); to != nil {
		for _, p := range d.ports {
			if w := &r.net.wires[p.wire]; r.portTo(p) == to.Text {
				line = w.line
				if s := w.segment(); s != nil {
					e.port.transceiver.latency = s.transceiver.latency
				}
			}
		}
	}
	r.on(line, func() { ok = t.Read(r, item, e) })
	return ok
}

func readVariability(r *reader, d *device, n *document.Node) {
	s, ok := r.OneOf(n, "a variability", "none", "worst", "random")
	if ok {
		d.Variation = map[string]domain.Variation{"none": domain.NoVariation, "worst": domain.WorstVariation, "random": domain.RandomVariation}[s]
	}
}

func readSendPause(r *reader, d *device, n *document.Node) {
	if n.Off() {
		return
	}
	p := lan.Pause{Above: 80, Below: 20, Quanta: math.MaxUint16}
	if !pauseTable.Read(r, n, &p) {
		return
	}
	if p.Below > p.Above {
		r.Fail(n, "below, %d frames, is more than above, %d", p.Below, p.Above)
		return
	}
	d.Pause = p
	if p.Above >= d.Queue {
		r.Warn(n, "a port drops frames from a queue of %d on: more than %d are never queued", d.Queue, p.Above)
	}
}

// orNever reads a limit; off is 0, which is never.
func orNever[T any](n *document.Node, read func() (T, bool)) (v T, ok bool) {
	if n.Off() {
		return v, true
	}
	return read()
}
