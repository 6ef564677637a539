package soft

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"slices"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
	"github.com/csmacd/csmacd/tap/internal/cargo"
)

// Medium is a medium on which hosts can be in virtual time: one that knows before which instant no
// frame arrives at a station, and which frames arrive at the very instant that it has reached.
type Medium interface {
	medium.Network
	Inject(station int, at phy.Time, f medium.Frame) error
	Deliver(station int, f func(at phy.Time, f medium.Frame))
	Arriving()
	Ahead(station int, known func(f *medium.Frame, at phy.Time), coming func(to int32, at phy.Time)) (soonest, unknown phy.Time)
	Span() phy.Time
	Params(station int) mac.Params
	Destination(phy.Address) int32
}

// holder is a Medium with bridges, which have copies of a frame after its sender has sent it.
type holder interface {
	// Holds reports whether a copy of the frame with a Ref is queued or on its way.
	Holds(ref uint64) bool
}

// Settings describe the hosts of a [Virtual] and what they do.
type Settings struct {
	Seed     uint64
	Hosts    map[int]Config // by station; Ether is that of the station
	Flows    []Flow
	UntilAll bool                                  // the run ends when all flows are over
	Replayed func(b []byte, f medium.Frame) []byte // appends the octets of a frame that is not a host's; nil: hosts ignore such frames
	Strange  bool                                  // frames that are not of hosts may reach hosts
}

// Virtual is a network with hosts in virtual time: real TCP/IP stacks whose clock is that of the
// network. The same settings and network lead to the same octets at the same instants, whatever the
// machine does meanwhile.
//
// A host does its work in no time: what it sends in answer to a frame is queued at its station at the
// instant at which the last bit of the frame arrived. Between two such instants the network runs by
// itself.
type Virtual struct {
	Medium
	settings Settings
	clock    clock
	hosts    []*host // in order of stations
	of       []*host // by station; nil: it has none
	cargo    cargo.Hold
	due      []delivery
	waiting  int // frames of hosts that are at their stations
	flows    []*course
	open     []*course // the flows from the first that is not over
	watched  watched
	sum      hash.Hash // of all frames of hosts
	done     bool
	err      error
}

// delivery is a frame that a host receives.
type delivery struct {
	host  *host
	at    phy.Time
	frame medium.Frame
}

// NewVirtual puts hosts on a network that has not been run yet.
func NewVirtual(net Medium, s Settings) (*Virtual, error) {
	v := &Virtual{Medium: net, settings: s, of: make([]*host, net.Len()), sum: sha256.New()}
	for i := range net.Len() {
		c, ok := s.Hosts[i]
		if !ok {
			continue
		}
		c.Name, c.Ether = net.Name(i), net.Address(int32(i))
		h, err := newHost(i, c, s.Seed, &v.clock)
		if err != nil {
			v.close()
			return nil, err
		}
		v.hosts, v.of[i] = append(v.hosts, h), h
		net.Deliver(i, func(at phy.Time, f medium.Frame) {
			if v.wants(h, &f) {
				v.due = append(v.due, delivery{h, at, f})
			}
		})
	}
	if b, ok := net.(holder); ok {
		v.cargo.Held = b.Holds
	}
	net.Observe(departures{v})
	for i := range s.Flows {
		if err := v.add(&s.Flows[i]); err != nil {
			v.close()
			return nil, fmt.Errorf("soft: flow %s: %w", s.Flows[i].Name, err)
		}
	}
	return v, nil
}

// add makes a flow, which begins when its time has come.
func (v *Virtual) add(f *Flow) error {
	for _, station := range []int{f.From, f.To} {
		if station < 0 || station >= len(v.of) {
			return fmt.Errorf("station %d does not exist: the network has %d stations", station, len(v.of))
		}
	}
	c, err := newCourse(f, len(v.flows), v.of[f.From], v.of[f.To], v.settings.Seed, &v.clock, nil)
	if err != nil {
		return err
	}
	v.flows = append(v.flows, c)
	v.open = v.flows
	c.start()
	return nil
}

// wants reports whether a host gets a frame: it is for the host or a group, and its octets are known.
func (v *Virtual) wants(h *host, f *medium.Frame) bool {
	switch {
	case !cargo.OfHost(f.Ref) && v.settings.Replayed == nil:
		return false
	case f.Destination >= 0:
		return int(f.Destination) == h.station
	}
	return h.config.concerns(v.Address(f.Destination))
}

// Run implements [medium.Network].
func (v *Virtual) Run(until phy.Time) error {
	until = min(until, phy.Forever)
	for v.err == nil && !v.Done() && v.Now() < until {
		v.turn()
		if v.err != nil || v.done {
			break
		}
		to := min(until, v.clock.next(), v.horizon())
		if err := v.Medium.Run(to); err != nil {
			v.err = err
			break
		}
		v.cargo.Release(v.Now(), v.Span())
		if len(v.due) > 0 {
			v.err = fmt.Errorf("soft: a frame arrived at %v, before it could", v.due[0].at)
		}
		v.done = to >= phy.Forever
	}
	v.clock.reach(v.Now())
	return v.err
}

// horizon returns an instant before which no host receives a frame.
func (v *Virtual) horizon() phy.Time {
	at, h := phy.Time(phy.Forever), (*host)(nil)
	// Only frames of hosts are for hosts, unless others are too.
	unknown := v.waiting > 0 || v.settings.Strange || v.cargo.Held != nil && !v.cargo.Empty()
	known := func(f *medium.Frame, arrives phy.Time) {
		if v.wants(h, f) {
			at = min(at, arrives)
		}
	}
	for _, h = range v.hosts {
		soonest, _ := v.Ahead(h.station, known, nil)
		if unknown {
			at = min(at, soonest)
		}
	}
	return at
}

// turn does all that happens in hosts at this instant: they receive frames, in order of stations,
// and then their timers run out, in the order in which they were set.
func (v *Virtual) turn() {
	now := v.Now()
	v.clock.reach(now)
	v.Arriving()
	for i := range v.due {
		d := &v.due[i]
		v.receive(d)
		v.settle(d.host)
	}
	v.due = v.due[:0]
	for a := v.clock.due(); a != nil && v.err == nil; a = v.clock.due() {
		a.call()
		v.settle(a.host)
	}
	if v.settings.UntilAll && len(v.flows) > 0 {
		v.done = v.over()
	}
}

// over reports whether all flows are over. A flow that is over stays so.
func (v *Virtual) over() bool {
	for len(v.open) > 0 && v.open[0].over() {
		v.open = v.open[1:]
	}
	return len(v.open) == 0
}

// receive passes a frame to its host, pad included, as a network card does.
func (v *Virtual) receive(d *delivery) {
	b := v.cargo.Octets(d.frame.Ref)
	if b == nil {
		b = v.settings.Replayed(nil, d.frame)
	}
	b = b[:max(0, len(b)-phy.FCSSize)]
	if len(b) < 14 {
		return
	}
	if s, ok := segmentOf(b); ok {
		concerned(v.flows, d.host, s, false, func(c *course, _ uint16) {
			c.seen(d.host, s, false, d.at)
			if a := c.acks(d.host); a != nil {
				a.arrived(s)
			}
		})
	}
	d.host.port.receive(b)
}

// settle lets a host work until nothing moves, and queues what it sends.
func (v *Virtual) settle(h *host) {
	for moved := true; moved; {
		h.rest()
		moved = false
		for _, c := range h.flows {
			moved = c.step(h) || moved
		}
		for _, s := range h.serving {
			moved = s.step() || moved
		}
		if moved {
			h.rest()
		}
		v.drain(h)
	}
	if v.watched.tell != nil {
		for _, c := range h.flows {
			v.watched.look(c, h)
		}
	}
	h.flows = slices.DeleteFunc(h.flows, (*course).over)
}

// drain queues at a station what its host has sent.
func (v *Virtual) drain(h *host) {
	for _, frame := range h.sent() {
		if !v.delay(h, frame) {
			v.send(h, frame)
		}
	}
}

// delay reports whether a frame waits because its flow delays acknowledgements.
func (v *Virtual) delay(h *host, frame []byte) (wait bool) {
	s, ok := segmentOf(frame)
	if !ok {
		return false
	}
	concerned(v.flows, h, s, true, func(c *course, client uint16) {
		a := c.acks(h)
		if a == nil || !a.hold(client, s, frame) {
			return
		}
		wait = true
		c.later(v.Now()+phy.Time(ACKDelay)*phy.Nanosecond, h, func() {
			if &frame[0] == first(a.held) {
				a.held = nil
				v.send(h, frame)
			}
		})
	})
	return wait
}

// first returns the place of the first octet, or nil.
func first(b []byte) *byte {
	if len(b) == 0 {
		return nil
	}
	return &b[0]
}

// send queues a frame of a host at its station.
func (v *Virtual) send(h *host, frame []byte) {
	now, p := v.Now(), v.Params(h.station)
	if len(frame)+phy.FCSSize > p.MaxFrame {
		return // as a card does
	}
	if s, ok := segmentOf(frame); ok {
		concerned(v.flows, h, s, true, func(c *course, _ uint16) { c.seen(h, s, true, now) })
	}
	ref, b := v.cargo.Take(frame, p.MinFrame)
	v.add8(uint64(now), uint64(h.station), uint64(len(b)))
	v.sum.Write(b)
	f := medium.Frame{Size: int32(len(b)), Destination: v.Destination(phy.Address(b)), Ref: ref}
	if err := v.Inject(h.station, now, f); err != nil {
		v.err = err
		return
	}
	v.waiting++
}

// add8 adds numbers to the digest.
func (v *Virtual) add8(numbers ...uint64) {
	var b [8]byte
	for _, n := range numbers {
		binary.LittleEndian.PutUint64(b[:], n)
		v.sum.Write(b[:])
	}
}

// departures takes note of the frames of hosts that leave their stations.
type departures struct{ v *Virtual }

// Interest implements [medium.Observer].
func (d departures) Interest() medium.Interest {
	var stations []int
	for _, h := range d.v.hosts {
		stations = append(stations, h.station)
	}
	return medium.Interest{Kinds: medium.Of(medium.Sent, medium.Dropped), Stations: stations}
}

// Observe implements [medium.Observer].
func (d departures) Observe(e *medium.Event) {
	if cargo.OfHost(e.Frame.Ref) {
		d.v.waiting--
		if e.Why == medium.ExcessiveCollisions {
			d.v.gaveUp(d.v.of[e.Station], e.Frame.Ref)
		}
		d.v.cargo.Left(e.Frame.Ref, e.At)
	}
}

// gaveUp takes note of a host's frame that its station has discarded after too many collisions.
func (v *Virtual) gaveUp(h *host, ref uint64) {
	b := v.cargo.Octets(ref)
	if s, ok := segmentOf(b[:len(b)-phy.FCSSize]); ok {
		concerned(v.flows, h, s, true, func(c *course, _ uint16) { c.gaveUp(s) })
	}
}

// AppendFrame appends the octets of a host's frame. ok is false if the frame is not one.
func (v *Virtual) AppendFrame(b []byte, f medium.Frame) (out []byte, ok bool) {
	octets := v.cargo.Octets(f.Ref)
	return append(b, octets...), octets != nil
}

// Done implements [medium.Network].
func (v *Virtual) Done() bool { return v.done || v.Medium.Done() }

// Result implements [medium.Network]. Its digest is also of all octets that hosts have sent.
func (v *Virtual) Result() *medium.Result {
	r := v.Medium.Result()
	all := sha256.Sum256(v.sum.Sum([]byte(r.Digest)))
	r.Digest, r.Stack = hex.EncodeToString(all[:16]), Build()
	for _, c := range v.flows {
		r.Flows = append(r.Flows, c.figures())
	}
	return r
}

// Release implements [medium.Network]: it ends the stacks.
func (v *Virtual) Release() {
	v.close()
	v.Medium.Release()
}

func (v *Virtual) close() {
	for _, h := range v.hosts {
		shut(h.stack)
	}
	v.hosts = nil
}
