package live

import (
	"reflect"
	"slices"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
)

// portOf is a port of a device, with its labels.
type portOf struct {
	*medium.DevicePort
	labels string
}

// ofPort are the metrics of a port besides its counters; whether a port has them goes by its kind.
var ofPort = []struct {
	metric[medium.DevicePort]
	bridge bool
}{
	{counter("port_frames_dropped", "Frames that a bridge's port discarded: its queue was full, or excessive collisions.", func(p *medium.DevicePort) float64 { return float64(p.Dropped) }), true},
	{gauge("port_queue_max_frames", "The largest number of frames in the queue of a bridge's port.", func(p *medium.DevicePort) float64 { return float64(p.QueueMax) }), true},
	{gauge("port_partitioned", "1 if a repeater's port is partitioned.", func(p *medium.DevicePort) float64 { return oneIf(p.Partitioned) }), false},
	{gauge("port_enabled", "1 if a repeater's port is enabled.", func(p *medium.DevicePort) float64 { return oneIf(p.Enabled) }), false},
}

func oneIf(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// ofWhole are the metrics of the medium that a network as a whole has: not those of one line.
func ofWhole() []metric[medium.Medium] {
	return slices.DeleteFunc(slices.Clone(ofMedium), func(m metric[medium.Medium]) bool { return m.ofLine })
}

// ofDomain are the metrics of a collision domain: those that the medium has, by other names.
func ofDomain() []metric[medium.Medium] {
	list := make([]metric[medium.Medium], 0, len(ofMedium))
	for _, m := range ofMedium {
		m.name = namespace + "domain" + m.name[len(namespace+"medium"):]
		list = append(list, m)
	}
	return list
}

// writeNetwork writes the metrics of the collision domains and of the ports of the devices of a network.
func writeNetwork(e *exposition, s *Snapshot) {
	var domains []*medium.Medium
	var names []string
	all := s.Result.Lines()
	for i := range all {
		d := &all[i]
		domains, names = append(domains, &d.Medium), append(names, labels("medium", s.Name, "domain", d.Name))
	}
	write(e, ofDomain(), domains, names)

	var ports []portOf
	for i := range s.Result.Devices {
		d := &s.Result.Devices[i]
		for k := range d.Ports {
			ports = append(ports, portOf{&d.Ports[k], labels("medium", s.Name, "device", d.Name, "port", d.Ports[k].To)})
		}
	}
	writePorts(e, ports)
}

// writePorts writes the counters of ports: those of the MAC of a bridge's port, and of what a repeater's
// port received. A counter that both have is one family.
func writePorts(e *exposition, ports []portOf) {
	if len(ports) == 0 {
		return
	}
	seen := map[string]bool{}
	for _, kind := range []reflect.Type{reflect.TypeFor[mac.Counters](), reflect.TypeFor[medium.PortCounters]()} {
		for _, f := range reflect.VisibleFields(kind) {
			if f.Anonymous || seen[f.Name] {
				continue
			}
			seen[f.Name] = true
			name := namespace + "port_" + f.Name + "_total"
			e.family(name, "The counter "+f.Name+" of a port, as in a result.", "counter")
			for _, p := range ports {
				var of reflect.Value
				if p.MAC != nil {
					of = reflect.ValueOf(p.MAC).Elem()
				} else if p.Repeated != nil {
					of = reflect.ValueOf(p.Repeated).Elem()
				} else {
					continue
				}
				if v := of.FieldByName(f.Name); v.IsValid() {
					e.sample(name, p.labels, float64(v.Uint()))
				}
			}
		}
	}
	for _, m := range ofPort {
		e.family(m.name, m.help, m.kind)
		for _, p := range ports {
			if (p.MAC != nil) == m.bridge {
				e.sample(m.name, p.labels, m.value(p.DevicePort))
			}
		}
	}
}
