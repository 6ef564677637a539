package lan

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// promise is what a domain said, at an instant, about what a port may receive.
type promise struct {
	made            phy.Time
	soonest         phy.Time
	unknown         phy.Time
	known           []foreseen
	coming          []foreseen
	injected, least phy.Time // the first frame that another port had later, and when its effects reach this one
}

// foreseen is a frame that a domain knows, or one for a station of the network that a source will make.
type foreseen struct {
	frame medium.Frame
	to    int32
	at    phy.Time
}

// ask asks a domain what a port may receive.
func ask(p *part, port int, coming bool) *promise {
	x := &promise{made: p.Now(), injected: phy.Forever, least: phy.Forever}
	var of func(to int32, at phy.Time)
	if coming {
		of = func(to int32, at phy.Time) { x.coming = append(x.coming, foreseen{to: to, at: at}) }
	}
	x.soonest, x.unknown = p.Ahead(port, func(f *medium.Frame, at phy.Time) { x.known = append(x.known, foreseen{frame: *f, at: at}) }, of)
	return x
}

// kept reports whether a frame that a port receives at an instant was promised: to is its destination in
// the network, and here whether that is a station of the domain.
func (x *promise) kept(f *medium.Frame, to int32, here bool, at phy.Time) bool {
	if at >= x.least {
		return true
	}
	for _, k := range x.known {
		if k.frame.Source == f.Source && (k.frame.Number == f.Number || k.frame.Destination == f.Destination && !here) && at >= k.at {
			return true
		}
	}
	if here || at < x.soonest {
		return at >= x.soonest
	}
	for _, k := range x.coming {
		if k.to == to && at >= k.at {
			return true
		}
	}
	return at >= x.unknown
}

// keepPromises runs each domain of a network alone, up to an instant, with frames that come in by its
// ports at any time, and looks whether its ports receive anything earlier than it said.
func keepPromises(t *rapid.T, c Config, end phy.Time) {
	n, err := New(c)
	require.NoError(t, err)
	seed := rapid.Uint64().Draw(t, "seed of the steps")
	for k := range n.parts {
		if p := &n.parts[k]; p.engine != nil && len(p.Ports) > 0 {
			n.keepPromises(t, p, rand.New(rand.NewPCG(seed, uint64(k))), end)
		}
	}
}

func (n *Network) keepPromises(t *rapid.T, p *part, random *rand.Rand, end phy.Time) {
	own := len(p.Stations)
	promises := make([][]*promise, own+len(p.Ports))
	for port := own; port < len(promises); port++ {
		p.engine.Deliver(port, func(at phy.Time, f medium.Frame) {
			to := n.everywhere(p, f.Destination)
			here := f.Destination >= 0 && int(f.Destination) < own
			for _, x := range promises[port] {
				if f.Ref == 0 && !x.kept(&f, to, here, at) {
					t.Fatalf("%q: port %d receives %+v for %d at %v; known at %v was %+v", p.Name, port, f, to, at, x.made, x)
				}
			}
		})
	}
	line := &n.config.Segments[p.Segments[0]]
	bit, next := line.Params.BitTime, phy.Time(0)
	for p.Now() < end {
		now := p.Now()
		p.Arriving()
		if line.Multidrop != nil && random.IntN(3) == 0 {
			n.switches(t, p, max(now, next-phy.Time(random.Int64N(int64(50*bit)))), random)
			clear(promises) // what is planned later is not considered
		}
		next = phy.Forever
		for port := own; port < len(promises); port++ {
			for _, coming := range []bool{true, false} {
				x := ask(p, port, coming)
				for _, k := range x.known {
					next = min(next, k.at)
				}
				next = min(next, max(x.soonest, now+1))
				list := append(promises[port], x)
				promises[port] = list[max(0, len(list)-30):]
			}
		}
		if random.IntN(3) == 0 {
			n.comesIn(t, p, promises, random)
		}
		until := next
		switch random.IntN(4) {
		case 0:
			until = now + 1 + phy.Time(random.Int64N(int64(20*bit)))
		case 1:
			until = now + 1 + phy.Time(random.Int64N(int64(1000*bit)))
		case 2:
			until = max(now+1, p.Next()+phy.Time(random.Int64N(3)))
		}
		require.NoError(t, p.engine.Run(min(until, end)))
	}
}

// comesIn queues a frame at a port of a domain, now or soon.
func (n *Network) comesIn(t *rapid.T, p *part, promises [][]*promise, random *rand.Rand) {
	own := len(p.Stations)
	from := own + random.IntN(len(p.Ports))
	at := p.Now()
	line := p.Params(from)
	if random.IntN(2) == 0 {
		at += phy.Time(random.Int64N(int64(100 * line.BitTime)))
	}
	f := medium.Frame{Size: int32(line.MinFrame), Destination: int32(random.IntN(own+1)) - 1, Ref: 1}
	require.NoError(t, p.engine.Inject(from, at, f))
	for port := own; port < len(promises); port++ {
		for _, x := range promises[port] {
			if port != from || len(p.Ports) > 1 {
				x.injected = min(x.injected, at)
				x.least = min(x.least, x.injected+p.shortest)
			}
		}
	}
}

// switches plans that PLCA or the power of a node of a multidrop bus is switched off or on.
func (n *Network) switches(t *rapid.T, p *part, at phy.Time, random *rand.Rand) {
	own, all := len(p.Stations), len(p.Stations)+len(p.Ports)
	i := random.IntN(all)
	x := medium.Change{At: at, Kind: medium.PowerOff, Station: "sw/" + p.Name, On: random.IntN(2) == 0}
	if i < own {
		x.Station = n.config.Stations[p.Stations[i]].Name
	}
	if random.IntN(3) > 0 {
		if x.Kind = medium.PLCA; !x.On {
			x.New = turn(i, all)
		}
	}
	require.NoError(t, p.engine.Change(x))
}

// odd draws a cable whose stations drop frames soon and differ in their rules, at a bridge with another
// cable.
func odd(t *rapid.T) Config {
	c := Config{Seed: rapid.Uint64().Draw(t, "seed")}
	b := Bridge{Name: "sw", Queue: 5, Ageing: 300 * phy.Second}
	p := ethernet
	p.AttemptLimit = rapid.SampledFrom([]int{1, 2, 3, 5, 16}).Draw(t, "attempts")
	p.BackoffLimit = rapid.IntRange(0, 3).Draw(t, "backoff limit")
	p.LateDiscard = rapid.Bool().Draw(t, "late ones are dropped")
	if rapid.IntRange(0, 3).Draw(t, "rules") == 0 {
		drawRules(t, &p)
	}
	for k := range 2 {
		name := fmt.Sprint("c", k)
		c.Segments = append(c.Segments, Segment{Segment: domain.Segment{Name: name}, Params: p})
		b.Ports = append(b.Ports, BridgePort{To: name, End: domain.End{Segment: k, At: phy.Time(rapid.IntRange(0, 300).Draw(t, "port at")) * 100 * phy.Nanosecond}})
	}
	for i := range rapid.IntRange(1, 6).Draw(t, "stations") {
		s := domain.Station{Station: bus.Station{Name: fmt.Sprint("s", i), Queue: rapid.SampledFrom([]int{0, 2}).Draw(t, "queue")}}
		s.End.At = phy.Time(rapid.IntRange(0, 300).Draw(t, "at")) * 100 * phy.Nanosecond
		if rapid.IntRange(0, 3).Draw(t, "own rules") == 0 {
			q := p
			drawRules(t, &q)
			s.Params = &q
		}
		if rapid.IntRange(0, 5).Draw(t, "policy") == 0 {
			s.Backoff = backoff.Limit(backoff.Fixed(0.25), rapid.IntRange(1, 3).Draw(t, "tries"), 0)
		}
		size := traffic.Uniform(max(64, p.MinFrame), 300)
		mean := rapid.SampledFrom([]phy.Time{100 * phy.Microsecond, phy.Millisecond}).Draw(t, "mean")
		to := rapid.SampledFrom([]traffic.To{{}, {Whom: traffic.ToNext}, {Whom: traffic.ToBroadcast}}).Draw(t, "to")
		switch rapid.IntRange(0, 4).Draw(t, "traffic") {
		case 0:
			s.Traffic = []traffic.Source{traffic.Saturated(size, traffic.To{Whom: traffic.ToDomain}), traffic.Poisson(mean, size, to)}
		case 1:
			s.Traffic = []traffic.Source{traffic.OnOff(phy.Millisecond, 4*phy.Millisecond, 30*phy.Microsecond, size, to)}
		case 2:
			s.Traffic = []traffic.Source{traffic.Saturated(size, to)}
		default:
			s.Traffic = []traffic.Source{traffic.Poisson(mean, size, to), traffic.Poisson(mean, size, traffic.To{Whom: traffic.ToDomain})}
		}
		c.Stations = append(c.Stations, s)
	}
	for k := range 3 { // elsewhere
		c.Stations = append(c.Stations, domain.Station{Station: bus.Station{Name: fmt.Sprint("far", k)}, End: domain.End{Segment: 1}})
	}
	c.toOne(t)
	c.Bridges = []Bridge{b}
	return c
}

// drawRules draws rules that depart from clause 4.
func drawRules(t *rapid.T, p *mac.Params) {
	bits := func(name string, n ...int) phy.Time { return phy.Time(rapid.SampledFrom(n).Draw(t, name)) * p.BitTime }
	p.Header, p.Jam = bits("header", 0, 16, 64), bits("jam", 1, 32)
	p.Gap = bits("gap", 0, 40, 96)
	p.GapPart1 = min(p.Gap, bits("part 1", 0, 64))
	p.SlotTime = bits("slot", 64, 512)
	p.MinFrame = rapid.SampledFrom([]int{18, 46, 64}).Draw(t, "least frame")
	p.AttemptLimit = rapid.IntRange(1, 5).Draw(t, "own attempts")
	p.NoCarrierSense, p.NoCollision = rapid.IntRange(0, 5).Draw(t, "deaf") == 0, rapid.IntRange(0, 5).Draw(t, "blind") == 0
	p.GapAfterBackoff = rapid.Bool().Draw(t, "a gap after backoff")
	p.BlindAfter, p.GapLead, p.Persist, p.NonPersistent, p.Align = false, 0, 0, false, 0
	switch rapid.IntRange(0, 3).Draw(t, "which") {
	case 0:
		p.BlindAfter = p.GapAfterBackoff
	case 1:
		if p.GapAfterBackoff {
			p.GapLead = bits("lead", 12, 200)
		}
	}
	p.NoBlindStart, p.CutHeader = rapid.Bool().Draw(t, "no blind start"), rapid.Bool().Draw(t, "header cut")
	switch rapid.IntRange(0, 7).Draw(t, "start") {
	case 0:
		p.Persist, p.PersistSlot = 1<<63, bits("slot of persistence", 8, 64)
	case 1:
		p.NonPersistent = true
	case 2:
		p.Align = bits("grid", 64)
	}
}

// No port receives a frame earlier than its cable said, whatever comes in by the ports in between.
func TestACableKeepsItsPromises(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { keepPromises(t, odd(t), 8*phy.Millisecond) })
}

// The same of cables that can change while they run, some of them with a repeater and another cable.
func TestAChangeableCableKeepsItsPromises(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := odd(t)
		c.Changeable = true
		if rapid.Bool().Draw(t, "a repeater") {
			c.Segments = append(c.Segments, Segment{Segment: domain.Segment{Name: "c2"}, Params: c.Segments[0].Params})
			r := domain.DefaultRepeater(ethernet.BitTime)
			r.Name, r.Ports = "hub", []domain.Port{{To: "c0"}, {To: "c2", End: domain.End{Segment: 2}}}
			c.Repeaters = append(c.Repeaters, r)
			for i := range c.Stations {
				if e := &c.Stations[i].End; e.Segment == 0 && rapid.Bool().Draw(t, "behind it") {
					e.Segment = 2
				}
			}
		}
		keepPromises(t, c, 8*phy.Millisecond)
	})
}

// The same of cables with repeaters, links and faults.
func TestADomainKeepsItsPromises(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := random(t)
		c.Warmup = 0
		if rapid.Bool().Draw(t, "faults") {
			drawFaults(t, &c)
		}
		keepPromises(t, c, 8*phy.Millisecond)
	})
}

// The same of multidrop buses, whose nodes are switched off and on, often shortly before a frame arrives.
func TestAMultidropBusKeepsItsPromises(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { keepPromises(t, cars(t, rapid.Bool().Draw(t, "wrong")), 2*phy.Millisecond) })
}
