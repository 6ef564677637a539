package domain_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// A at 0 and B at the other end of 500 m of coax (216.58 bits away; here 217) begin together. The
// hub's tap is in the middle. Both are there at 108.5 (RECEIVE COLLISION): jam goes to the link port
// only, from 108.5 + 6.5, and no sender on the coax meets anything but the other: fragments of 249 bits.
func TestReceiveCollision(t *testing.T) {
	var p plan
	h := p.hub("hub")
	coax := p.cable()
	a := p.station(domain.End{Segment: coax}, 0)
	b := p.station(domain.End{Segment: coax, At: bt(217)}, 1)
	p.port(h, "coax", domain.End{Segment: coax, At: bt(108.5)})
	p.pc(h, 0)
	p.send(a, 0, 64, b)
	p.send(b, 0, 64, a)
	s := p.tell(t, 500)
	s.saw("A", medium.Collision, 217)
	s.saw("A", medium.TxEnd, 249)
	s.saw("hub/coax", medium.RepeatStart)
	s.saw("hub/C", medium.RepeatStart, 115)
	s.saw("hub/C", medium.RepeatJam, 115)
	s.saw("hub/C", medium.RepeatEnd, 249+108.5+5)
	assert.Zero(t, s.net.Repeaters()[0].TransmitCollisions)
}

// A sends, and B begins before it hears. The hub sends to B from 18 on, and B's signal is there from
// 20: jam on all ports, A's included, from 26.5.
func TestTransmitCollision(t *testing.T) {
	var p plan
	h := p.hub("hub")
	a := p.pc(h, 10, 0)
	b := p.pc(h, 10, 1)
	p.pc(h, 0)
	p.send(a, 0, 64, b)
	p.send(b, 10, 64, a)
	s := p.tell(t, 240)
	s.saw("hub/C", medium.RepeatStart, 18)
	s.saw("hub/C", medium.RepeatJam, 26.5)
	s.saw("hub/A", medium.RepeatStart, 26.5)
	s.saw("A", medium.Collision, 36.5)
	s.saw("B", medium.Collision, 28)
	// A stops at 96 and is gone from the hub at 106; B stops at 106, gone at 116. Every port has
	// sent 96 bits at 122.5. From 106 on only B is left; nothing is from 116 on: 116 + 5 is earlier.
	s.saw("hub/C", medium.RepeatEnd, 122.5)
	s.saw("hub/A", medium.RepeatEnd, 122.5)
	assert.EqualValues(t, 1, s.net.Repeaters()[0].TransmitCollisions)
}

// Two signals meet at a hub, and one of them is a jabbering station's: jam goes on to all others
// until it stops, but not to its port.
func TestOnePortLeft(t *testing.T) {
	var p plan
	h := p.hub("hub", func(r *domain.Repeater) { r.Lockup = 0 })
	a := p.pc(h, 0, 1)
	b := p.pc(h, 0)
	p.pc(h, 0)
	long := mac.For(phy.Ethernet10)
	long.NoCollision = true
	p.Stations[b].Params = &long
	p.send(a, 0, 64, b)
	p.send(b, 0, 1518, a)
	s := p.tell(t, 12300)
	s.saw("hub/B", medium.RepeatEnd, 102.5)
	s.saw("hub/A", medium.RepeatEnd, 12208+5)
	s.saw("hub/C", medium.RepeatEnd, 12208+5)
	s.saw("C", medium.RxEnd, 12208+5)
}

// The last of a number of collisions in a row partitions a port when its jam has ended: here the second.
// Both stations begin at 0, and at once when they may: at 198.5, when the jam is 96 bits ago. The hub
// takes nothing more from them, so that their frames meet no collision and nobody hears them. Those
// last 576 bits and reconnect the ports, and the next frame arrives.
func TestPartitionAndReconnection(t *testing.T) {
	var p plan
	h := p.hub("hub", func(r *domain.Repeater) { r.PartitionAfter = 2 })
	a, b := p.pc(h, 0, 0, 0), p.pc(h, 0, 0, 0)
	p.pc(h, 0)
	p.send(a, 0, 64, b)
	p.send(b, 0, 64, a)
	p.send(a, 2000, 64, b)
	s := p.tell(t, 4000)
	s.saw("A", medium.TxStart, 0, 198.5, 397, 2000)
	s.saw("hub/A", medium.Partition, 301)
	s.saw("hub/B", medium.Partition, 301)
	s.saw("hub/A", medium.Reconnect, 397+576)
	assert.EqualValues(t, 2, s.result.Medium.FramesLost)
	assert.EqualValues(t, 1, s.result.Medium.FramesDelivered)
	assert.EqualValues(t, 1, s.port("hub/A").Counters.AutoPartitions)
	assert.False(t, s.port("hub/A").Partitioned)
}

// A repeater that has sent for long, here for 25,000 bits, stops for 96 and goes on in the middle. A
// signal of 524,344 bits is heard in 21 pieces, and the last is what is left.
func TestLockup(t *testing.T) {
	var p plan
	h := p.hub("hub")
	a := p.pc(h, 0)
	b := p.pc(h, 0)
	long := mac.For(phy.Ethernet10)
	long.MaxFrame = 65535
	p.Stations[a].Params = &long
	p.Repeaters[h].Lockup = bt(25000)
	p.send(a, 0, 65535, b)
	s := p.tell(t, 530000)
	pieces := 0
	last := 0.0
	var start float64
	for _, e := range s.events {
		if s.net.Name(int(e.Station)) != "B" {
			continue
		}
		switch e.Kind {
		case medium.CarrierOn:
			start = bits(e.At)
		case medium.CarrierOff:
			pieces++
			last = bits(e.At) - start
		}
	}
	assert.Equal(t, 21, pieces)
	assert.Equal(t, 524344.0-20*25096, last)
	assert.EqualValues(t, 1, s.port("hub/A").Counters.VeryLongEvents)
	assert.EqualValues(t, 1, s.result.Medium.FramesLost)
}

// In a chain of five hubs on links a gap of 96 bits leaves 53.5 bits at worst (10.5 and four times
// 8 less); behind six hubs 45.5 are left.
func TestGapsShrink(t *testing.T) {
	for hubs, left := range map[int]float64{1: 85.5, 5: 53.5, 6: 45.5} {
		var p plan
		for k := range hubs {
			p.hub(string(rune('a'+k)), func(r *domain.Repeater) { r.Variation = domain.WorstVariation })
			if k > 0 {
				p.join(k-1, k, 5)
			}
		}
		a := p.pc(0, 5)
		b := p.pc(hubs-1, 5)
		p.send(a, 0, 64, b)
		p.send(a, 0, 64, b)
		s := p.tell(t, 3000)
		var off, gap float64
		for _, e := range s.events {
			if e.Station == int32(b) && e.Kind == medium.CarrierOff {
				off = bits(e.At)
			}
			if e.Station == int32(b) && e.Kind == medium.CarrierOn && off > 0 {
				gap = bits(e.At) - off
			}
		}
		assert.Equal(t, left, gap, "%d hubs", hubs)
		assert.EqualValues(t, 2, s.result.Medium.FramesDelivered)
	}
}

// A disabled port neither takes nor sends anything.
func TestADisabledPort(t *testing.T) {
	var p plan
	h := p.hub("hub")
	a, b := p.pc(h, 0), p.pc(h, 0)
	p.Repeaters[h].Ports[1].Disabled = true
	p.send(a, 0, 64, b)
	p.send(b, 1000, 64, a)
	s := p.tell(t, 3000)
	s.saw("B", medium.RxStart)
	s.saw("A", medium.RxStart)
	assert.EqualValues(t, 2, s.result.Medium.FramesLost)
	assert.Zero(t, s.port("hub/B").Counters)
}

// One end is half duplex and sends 1518 octets from 0 on, the other is full duplex and begins when
// the first has sent some bits. A collision after 512 bits is late; a fragment is shorter than 64
// octets, and a longer piece has a wrong FCS, or bits left over (the header and 32 bits of jam count).
func TestMismatchSizes(t *testing.T) {
	for at, want := range map[float64]struct {
		late uint64
		full mac.Counters
	}{
		512:  {0, mac.Counters{Fragments: 1}},
		513:  {1, mac.Counters{Fragments: 1}},
		543:  {1, mac.Counters{Fragments: 1}},
		544:  {1, mac.Counters{FrameCheckSequenceErrors: 1}},
		1000: {1, mac.Counters{FrameCheckSequenceErrors: 1}},
		1001: {1, mac.Counters{AlignmentErrors: 1}},
	} {
		var p plan
		l := p.link(0)
		half := p.station(domain.End{Segment: l}, 1)
		full := p.station(domain.End{Segment: l, Full: true})
		discard := mac.For(phy.Ethernet10)
		discard.LateDiscard = true
		p.Stations[half].Params = &discard
		p.send(half, 0, 1518, full)
		p.send(full, at, 64, half)
		s := p.tell(t, at+1100)
		c := s.counters(full)
		assert.Equal(t, want.late, s.counters(half).LateCollisions, "%v", at)
		assert.Equal(t, want.full.Fragments, c.Fragments, "%v", at)
		assert.Equal(t, want.full.FrameCheckSequenceErrors, c.FrameCheckSequenceErrors, "%v", at)
		assert.Equal(t, want.full.AlignmentErrors, c.AlignmentErrors, "%v", at)
		assert.Zero(t, s.counters(half).FramesReceivedOK, "it sent meanwhile")
		assert.EqualValues(t, 1, s.counters(full).FramesTransmittedOK)
	}
}

// A half-duplex end that waits and a full-duplex end that always has a frame start together at the
// end of each gap: 16 collisions, and the frame is dropped.
func TestMismatchSaturated(t *testing.T) {
	var p plan
	l := p.link(0)
	draws := make([]int, 15)
	half := p.station(domain.End{Segment: l}, draws...)
	full := p.station(domain.End{Segment: l, Full: true})
	p.Stations[full].Traffic = []traffic.Source{traffic.Saturated(traffic.Octets(1518), traffic.To{})}
	p.send(half, 100, 64, full)
	s := p.tell(t, 300000)
	c := s.counters(half)
	assert.EqualValues(t, 1, c.FramesAbortedDueToXSColls)
	assert.Zero(t, c.LateCollisions)
}

// Two full-duplex ends send at once, and each receives the whole frame. The gap follows own frames
// only.
func TestFullDuplex(t *testing.T) {
	var p plan
	l := p.link(20)
	a := p.station(domain.End{Segment: l, Full: true})
	b := p.station(domain.End{Segment: l, At: bt(20), Full: true})
	for range 2 {
		p.send(a, 0, 64, b)
		p.send(b, 10, 64, a)
	}
	s := p.tell(t, 2000)
	s.saw("A", medium.TxStart, 0, 672)
	s.saw("B", medium.TxStart, 10, 682)
	s.heard("B", "596 64", "1268 64")
	s.heard("A", "606 64", "1278 64")
	assert.EqualValues(t, 4, s.result.Medium.FramesDelivered)
}

// B asks A to pause for two quanta, 1024 bits. The frame under way finishes. A PAUSE frame of 0
// resumes at once.
func TestPause(t *testing.T) {
	for quanta, resumed := range map[uint64]float64{2: 596 + 1024, 3: 596 + 1024} {
		var p plan
		l := p.link(20)
		a := p.station(domain.End{Segment: l, Full: true})
		b := p.station(domain.End{Segment: l, At: bt(20), Full: true})
		p.Stations[a].ObeyPause = true
		n, err := domain.New(p.Config)
		require.NoError(t, err)
		l2 := &log{}
		n.Observe(l2)
		for range 2 {
			require.NoError(t, n.Inject(a, 0, medium.Frame{Size: 1518, Destination: int32(b)}))
		}
		pause := n.Destination(domain.PauseAddress)
		require.NoError(t, n.Inject(b, bt(11700), medium.Frame{Size: 64, Destination: pause, Ref: quanta})) // received at 12,296, in the gap
		if quanta == 3 {
			require.NoError(t, n.Inject(b, bt(12724), medium.Frame{Size: 64, Destination: pause, Ref: 0}))
		}
		require.NoError(t, n.Run(bt(20000)))
		var starts []float64
		for _, e := range l2.events {
			if e.Station == int32(a) && e.Kind == medium.TxStart {
				starts = append(starts, bits(e.At))
			}
		}
		assert.Equal(t, []float64{0, 11700 + resumed}, starts, "%d quanta", quanta)
	}
}

// Three signals rise at a port together. One of the senders detects no collision, and a station behind the repeater
// meets the jam. It is one collision, in whichever order the signals are processed.
func TestSignalsThatRiseTogetherAreOneCollision(t *testing.T) {
	deaf := mac.For(phy.Ethernet10)
	deaf.NoCollision = true
	one := func(name string, at phy.Time, p *mac.Params) domain.Station {
		return domain.Station{Station: bus.Station{Name: name, Params: p}, End: domain.End{At: at}}
	}
	for _, order := range [][]int{{0, 1, 2, 3}, {2, 1, 0, 3}, {3, 1, 2, 0}} {
		r := domain.DefaultRepeater(bit)
		r.Name, r.Ports = "hub", []domain.Port{{To: "cable", End: domain.End{At: bt(32)}}, {To: "other", End: domain.End{Segment: 1}}}
		all := []domain.Station{one("B", 0, &deaf), one("C", bt(64), nil), one("D", bt(64), nil), one("behind", bt(40), nil)}
		all[3].End.Segment = 1
		starts := []phy.Time{0, 0, 0, bt(60)}
		c := domain.Config{Segments: []domain.Segment{{Name: "cable", Delay: bt(64)}, {Name: "other"}}, Repeaters: []domain.Repeater{r}}
		for _, k := range order {
			c.Stations = append(c.Stations, all[k])
		}
		net, err := domain.New(c)
		require.NoError(t, err)
		for i, k := range order {
			require.NoError(t, net.Inject(i, starts[k], medium.Frame{Size: 64, Destination: medium.Broadcast}))
		}
		require.NoError(t, net.Run(bt(150)))
		require.EqualValues(t, 1, net.Result().Medium.Collisions, "%v", order)
	}
}

// D's frame is on its way to C when C's frame is queued, in C's gap after A's frame. C does not start into carrier. B's second frame
// comes first, and D's frame rises and falls in the gap after that, see TestCarrierOnItsWayMayFallInTheNextGap of a cable alone.
func TestCarrierOnItsWayMayFallInTheNextGap(t *testing.T) {
	for _, second := range []bool{false, true} {
		p := &plan{}
		p.cable()
		for i, at := range []float64{0, 0, 0, 2100} {
			s := p.station(domain.End{At: bt(at)}, 0)
			rules := mac.For(phy.Ethernet10)
			if rules.NoCarrierSense, rules.NoCollision = i != 2, i != 2; i == 2 {
				rules.NoBlindStart, rules.Gap, rules.GapPart1 = true, bt(2000), bt(300)
			}
			p.Stations[s].Params = &rules
		}
		starts := 3376 + 2000.0
		p.send(1, 0, 64, int(medium.Broadcast))
		p.send(0, 600, 64, int(medium.Broadcast))
		p.send(3, 700, 64, int(medium.Broadcast))
		p.send(2, 1300, 64, int(medium.Broadcast))
		if second {
			p.send(1, 1400, 64, int(medium.Broadcast))
			starts = 1976 + 2000
		}
		p.tell(t, starts+10).saw("C", medium.TxStart, starts)
	}
}
