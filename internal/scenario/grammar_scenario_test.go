package scenario

import (
	"fmt"
	"slices"
)

// scenario draws a scenario of some milliseconds with few stations.
func (g *grammar) scenario() object {
	v := object{"duration": "8ms", "seed": g.below(1000)}
	for i := range 1 + g.below(5) {
		g.stations = append(g.stations, fmt.Sprint("s", i))
	}
	kind := pick(g, "bus", "bus", "star", "t1s", "t1s", "network", "network", "network", "aloha", "slotted-aloha", "store", "server", "submit")
	g.cable = slices.Contains([]string{"bus", "star", "t1s", "network"}, kind)
	_, top := g.resolve("#/properties")
	for _, key := range []string{"until", "warmup", "backoff", "mac"} {
		if g.chance(g.often) && (g.cable || key == "until" || key == "warmup") {
			v[key] = g.draw(key, top[key].(object))
		}
	}
	switch kind {
	case "bus", "star":
		g.cableOf(v, kind)
	case "t1s":
		g.multidrop(v)
	case "network":
		g.network(v)
	default:
		g.resource(v, kind)
		return v
	}
	if g.chance(50) {
		var timeline []any
		for i := range 1 + g.below(4) {
			timeline = append(timeline, g.entry(i))
		}
		v["timeline"] = timeline
	}
	return v
}

// without removes keys of a drawn mapping.
func without(v any, keys ...string) object {
	for _, key := range keys {
		delete(v.(object), key)
	}
	return v.(object)
}

func (g *grammar) cableOf(v object, kind string) {
	v["phy"] = pick(g, "1base5", "10base5", "10base5", "10base2", "10base-t", "100base-tx")
	medium := without(g.of(kind), "latency", "mii", "mii_phase")
	medium["kind"] = kind
	v["medium"] = medium
	var list []any
	for _, name := range g.stations {
		list = append(list, g.station(name))
	}
	v["stations"] = list
}

// multidrop draws a bus of 10BASE-T1S.
func (g *grammar) multidrop(v object) {
	g.t1s = true
	medium := g.of("bus").(object)
	medium["length"] = "25m"
	v["phy"], v["medium"] = "10base-t1s", medium
	if g.chance(30) {
		v["plca"] = g.of("allSublayer")
	}
	var list []any
	for i, name := range g.stations {
		st := g.station(name)
		if st["at"] != nil {
			st["at"] = pick(g, "0m", "5m", "25m")
		}
		if g.chance(80) {
			st["plca"] = g.node(i)
		}
		list = append(list, st)
	}
	v["stations"] = list
}

// node draws the PLCA of a node, mostly of the ID given.
func (g *grammar) node(id int) any {
	if g.chance(20) {
		return g.of("plca")
	}
	return object{"node_id": id}
}

// network draws segments, devices and links, which are joined to a tree, and stations on them.
func (g *grammar) network(v object) {
	v["phy"] = pick(g, "10base-t", "10base-t", "10base5", "100base-tx")
	segments := object{}
	for i := range g.below(3) {
		name := fmt.Sprint("c", i)
		s := g.of(pick(g, "segment-bus", "segment-bus", "segment-star")).(object)
		if s["phy"] = pick(g, "10base5", "10base2", "10base5", "10base-t1s"); s["phy"] == "10base-t1s" {
			g.buses = append(g.buses, name)
		} else {
			without(s, "latency", "mii", "mii_phase")
		}
		segments[name] = s
		g.segments = append(g.segments, name)
	}
	var devices, links []any
	for i := range 1 + g.below(3) {
		name := fmt.Sprint("d", i)
		device := without(g.of(pick(g, "repeater", "bridge", "bridge")), "ports")
		device["name"] = name
		devices = append(devices, device)
		if i > 0 {
			to := pick(g, g.devices...)
			links = append(links, object{"between": []any{name, to}, "length": pick(g, "1m", "50m", "100m")})
			g.ports = append(g.ports, name+"/"+to, to+"/"+name)
		}
		g.devices = append(g.devices, name)
		alone := fmt.Sprint("x", i) // a device needs two ports
		g.stations = append(g.stations, alone)
		g.plugged[alone] = name
	}
	for _, name := range g.segments {
		if segments[name].(object)["kind"] != "star" && g.chance(85) {
			to := pick(g, g.devices...)
			links = append(links, object{"between": []any{to, name}, "at": pick(g, "0m", "10m")})
			g.ports = append(g.ports, to+"/"+name)
		}
	}
	var list []any
	var wires []string
	for _, name := range g.stations {
		st := g.station(name)
		list = append(list, st)
		if via := st["via"].(string); slices.Contains(g.devices, via) {
			g.ports = append(g.ports, via+"/"+name)
			wires = append(wires, name+"-"+via)
		}
	}
	g.segments = append(g.segments, wires...)
	v["devices"], v["stations"] = devices, list
	if len(segments) > 0 {
		v["segments"] = segments
	}
	if len(links) > 0 {
		v["links"] = links
	}
}

// resource draws a medium that is no cable, and its clients.
func (g *grammar) resource(v object, kind string) {
	clients := map[string]string{"aloha": "users", "slotted-aloha": "users", "store": "writers", "server": "callers", "submit": "submitters"}[kind]
	medium := without(g.of(kind), "users", "s", "rate", "load")
	medium["kind"] = kind
	v["medium"] = medium
	if clients == "users" && g.chance(50) {
		medium["users"] = pick[any](g, 1, 5, "infinite")
		if medium["users"] == "infinite" {
			medium["load"] = 0.5
		} else {
			medium[pick(g, "s", "rate", "load")] = 0.5
		}
		return
	}
	var list []any
	for _, name := range g.stations {
		client := without(g.of(clients), "rate", "load")
		if clients == "users" {
			client["s"] = 0.2
		}
		if client["name"] = name; client["count"] != nil {
			client["name"] = name + "-%d"
		}
		list = append(list, client)
	}
	v["stations"] = list
}

// station draws a station of a cable, or of a network.
func (g *grammar) station(name string) object {
	_, s := g.resolve("#/$defs/station/properties")
	v := object{"name": name}
	for _, key := range []string{"queue", "ether", "mac", "backoff", "at"} {
		if g.chance(g.often) || key == "at" && g.chance(60) {
			v[key] = g.draw(key, s[key].(object))
		}
	}
	if g.chance(80) {
		v["traffic"] = g.draw("traffic", nil)
		if g.chance(10) {
			v["traffic"] = []any{v["traffic"], g.draw("traffic", nil)}
		}
	}
	if len(g.devices) > 0 {
		g.plug(v, g.plugged[name])
	}
	return v
}

// plug plugs a station into a device or segment of a network.
func (g *grammar) plug(v object, into string) {
	if into == "" {
		into = pick(g, append(g.devices, g.segments...)...)
	}
	v["via"] = into
	switch {
	case slices.Contains(g.devices, into):
		delete(v, "at")
		if g.chance(60) {
			v["link"] = g.of("stationLink")
		}
		if g.chance(g.often) {
			v["pause"] = pick(g, "obey", "off")
		}
	case slices.Contains(g.buses, into):
		v["at"] = pick(g, "0m", "20m")
		if g.chance(70) {
			v["plca"] = g.node(g.below(4))
		}
	}
}

// entryKeys are the keys of what changes, by the key that says what it concerns.
var entryKeys = map[string][]string{
	"segment": {"bit_errors", "cut", "short", "terminator", "length", "beacon_loss"},
	"station": {"jabber", "deaf", "no_collision", "mute", "babble", "ppm", "power", "no_sqe", "plca", "ether", "promiscuous"},
	"port":    {"enabled", "sqe_test", "plca"},
	"":        {"add", "remove", "set", "bit_errors"},
}

// entry draws an entry of a timeline.
func (g *grammar) entry(number int) any {
	_, s := g.resolve("#/$defs/entry/properties")
	target := pick(g, "segment", "station", "station", "port", "")
	if target == "port" && len(g.ports) == 0 {
		target = "segment"
	}
	key := pick(g, entryKeys[target]...)
	if (key == "plca" || key == "beacon_loss") && !g.t1s && len(g.buses) == 0 {
		key = map[string]string{"station": "deaf", "port": "enabled", "segment": "cut"}[target]
	}
	v := object{"at": pick(g, "0s", "1bt", "100us", "0.9ms", "1234567ns", "2ms", "3ms", "4.9ms", "7ms")}
	if g.chance(40) && !slices.Contains([]string{"add", "remove", "set", "ether"}, key) {
		v["for"] = pick(g, "1bt", "51.2us", "600us", "1ms", "2.3ms")
	}
	switch {
	case target == "station", target == "port":
		v[target] = g.draw(target, nil)
	case target == "segment" && len(g.segments) > 0 && g.chance(90):
		v[target] = pick(g, g.segments...)
	}
	switch key {
	case "set":
		v[key] = pick(g, object{"path": fmt.Sprintf("stations[%d].queue", g.below(len(g.stations))), "value": 1 + g.below(9)},
			object{"path": "backoff", "value": g.of("backoff")})
	case "add":
		v[key] = g.station(fmt.Sprint("new", number))
	default:
		v[key] = g.draw(key, s[key].(object))
	}
	return v
}
