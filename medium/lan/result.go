package lan

import (
	"encoding/hex"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/medium/internal/sha256"
	"github.com/csmacd/csmacd/medium/internal/tally"
	"github.com/csmacd/csmacd/phy"
)

// catchUp makes the domains process what they have left until somebody reads the figures.
func (n *Network) catchUp() {
	for k := range n.parts {
		if p := &n.parts[k]; p.engine != nil {
			p.Idle()
			n.delays[0].count(p.seams)
		}
	}
	n.gather()
	n.settleAll()
}

// Tally returns the counts of the run so far. Frames are counted from end to end; attempts and
// collisions are those of all collision domains, to which full-duplex links do not belong.
func (n *Network) Tally() medium.Tally {
	n.catchUp()
	t := medium.Tally{FramesQueued: n.ledger.inBridges()}
	var octets uint64
	for k := range n.parts {
		p := &n.parts[k]
		if p.engine == nil {
			continue
		}
		x := p.Tally()
		if !p.Full {
			t.Attempts += x.Attempts
		}
		t.Collisions += x.Collisions
	}
	m := n.frames()
	t.FramesOffered, t.FramesSent, t.FramesDelivered, t.FramesDropped, t.FramesQueued = m.FramesOffered, m.FramesSent, m.FramesDelivered, m.FramesDropped, m.FramesQueued
	for i := range n.config.Stations {
		_, o := n.deliveredOf(i)
		octets += o
	}
	t.Carried = phy.Time(8*octets) * n.BitTime()
	return t
}

// Collisions returns the number of collisions so far in each collision domain, in the order of [Config.Domains] without
// full-duplex links.
func (n *Network) Collisions() (all []uint64) {
	n.catchUp()
	for k := range n.parts {
		p := &n.parts[k]
		switch {
		case p.Full:
		case p.engine == nil:
			all = append(all, 0)
		default:
			all = append(all, p.Tally().Collisions)
		}
	}
	return all
}

// frames returns the figures of frames from end to end.
func (n *Network) frames() (m medium.Medium) {
	l := &n.ledger
	m.FramesQueued = l.inBridges()
	m.FramesDelivered, m.FramesLost, m.FramesDropped = l.sums.delivered, l.sums.lost, l.sums.dropped
	for k := range n.parts {
		p := &n.parts[k]
		if p.engine == nil {
			continue
		}
		f := p.Frames()
		m.FramesOffered += f.Offered
		m.FramesSent += f.Sent
		m.FramesDelivered += f.Delivered
		m.FramesLost += f.Lost
		m.FramesDropped += f.Dropped
		m.FramesQueued += f.Queued
	}
	return m
}

// deliveredOf returns the numbers of a station's frames and octets that were delivered.
func (n *Network) deliveredOf(i int) (frames, octets uint64) {
	at := n.places[i]
	frames, octets = n.parts[at.part].Delivered(int(at.local))
	return frames + n.ledger.figures[i].delivered, octets + n.ledger.figures[i].octets
}

// EachDelay calls its functions with the distributions of the access delay and of the delay so far,
// in nanoseconds and ascending order.
func (n *Network) EachDelay(access, delay func(ns int64, frames uint64)) {
	n.catchUp()
	d := n.allDelays()
	d.access.Each(access)
	d.whole.Each(delay)
}

// Result returns the figures of the run so far.
func (n *Network) Result() *medium.Result {
	n.catchUp()
	measured := n.now
	if n.warm {
		measured -= n.config.Warmup
	}
	d := n.allDelays()
	r := &medium.Result{
		Schema: medium.ResultSchema, Seed: n.config.Seed, Complete: n.err == nil,
		SimulatedPs: int64(measured), SimulatedBits: float64(measured) / float64(n.BitTime()), WarmupPs: int64(n.now - measured),
		AccessDelay: d.access.Result(), Delay: d.whole.Result(),
		Stations: make([]medium.Station, n.Len()),
	}
	m := n.frames()
	m.Kind = medium.Networked
	var digests []byte
	counters := make([]mac.Counters, len(n.ports))
	dropped := make([]uint64, len(n.ports))
	turns := make([]*medium.PLCANode, len(n.ports))
	for k := range n.parts {
		p := &n.parts[k]
		if p.engine == nil {
			continue
		}
		x := p.Result()
		digests = append(digests, x.Digest...)
		if !p.Full {
			m.Attempts += x.Medium.Attempts
		}
		m.Collisions += x.Medium.Collisions
		for i, global := range p.seams.Stations {
			if global < 0 {
				counters[-1-global], dropped[-1-global] = x.Stations[i].Counters, x.Stations[i].FramesDropped
				turns[-1-global] = x.Stations[i].PLCA
				continue
			}
			st := &r.Stations[global]
			*st = x.Stations[i]
			st.FramesDelivered, st.OctetsDelivered = n.deliveredOf(int(global))
		}
		d := medium.Domain{Name: p.Name, Medium: x.Medium}
		d.Medium.Jain = n.jain(r.Stations, p.Stations)
		if p.Full {
			r.Links = append(r.Links, d)
		} else {
			r.Domains = append(r.Domains, d)
		}
	}
	hash := sha256.Sum(digests)
	r.Digest = hex.EncodeToString(hash[:16])
	all := make([]int, n.Len())
	octets := uint64(0)
	for i := range all {
		all[i] = i
		octets += r.Stations[i].OctetsDelivered
	}
	m.Jain = n.jain(r.Stations, all)
	if measured > 0 {
		m.ThroughputBps = float64(8*float64(octets)) / (float64(measured) / float64(phy.Second))
	}
	r.Medium = m
	r.Devices = n.devices(counters, dropped, turns)
	return r
}

// jain returns the index of fairness over the octets delivered for each of some stations that has
// traffic.
func (n *Network) jain(stations []medium.Station, list []int) float64 {
	return tally.Jain(func(yield func(octets uint64) bool) {
		for _, i := range list {
			s := &stations[i]
			if (s.FramesOffered > 0 || len(n.config.Stations[i].Traffic) > 0) && !yield(s.OctetsDelivered) {
				return
			}
		}
	})
}

// devices returns the figures of repeaters and bridges.
func (n *Network) devices(counters []mac.Counters, dropped []uint64, turns []*medium.PLCANode) (list []medium.Device) {
	repeaters := make([]medium.Device, len(n.config.Repeaters))
	for k := range n.parts {
		if e, ok := n.parts[k].engine.(*domain.Network); ok {
			for i, r := range e.Repeaters() {
				repeaters[n.parts[k].Repeaters[i]] = repeater(&r)
			}
		}
	}
	list = append(list, repeaters...)
	for k := range n.bridges {
		b := &n.bridges[k]
		n.age(b, n.now)
		d := medium.Device{Name: b.Name, Kind: "bridge"}
		for i := range b.Ports {
			at := int(b.first) + i
			q := &n.ports[at]
			c := &counters[at]
			b.figures.Filtered += q.received.filtered
			q.received.filtered = 0
			c.FramesReceivedOK, c.OctetsReceivedOK = q.received.frames, q.received.octets
			c.MulticastFramesReceivedOK, c.BroadcastFramesReceivedOK = q.received.multicast, q.received.broadcast
			d.Ports = append(d.Ports, medium.DevicePort{
				To: b.Ports[i].To, MAC: c, Dropped: dropped[at], QueueMax: int(n.parts[q.part].seams.Longest[q.local]), PLCA: turns[at],
			})
		}
		figures := b.figures
		d.BridgeFigures = &figures
		list = append(list, d)
	}
	return list
}

func repeater(r *domain.RepeaterResult) medium.Device {
	d := medium.Device{Name: r.Name, Kind: "repeater", RepeaterFigures: &medium.RepeaterFigures{TransmitCollisions: r.TransmitCollisions}}
	for _, p := range r.Ports {
		d.Ports = append(d.Ports, medium.DevicePort{To: p.To, Repeated: (*medium.PortCounters)(&p.Counters), Partitioned: p.Partitioned, Enabled: p.Enabled})
	}
	return d
}
