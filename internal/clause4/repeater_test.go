package clause4

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
)

// hub returns a repeater with the numbers of clause 9, whose ports are on the segments with these
// names, at one end or at a place.
func hub(name string, ports ...Port) Repeater {
	return Repeater{Name: name, Delay: bt(8), JamDelay: bt(6.5), JamEnd: bt(5), PartitionAfter: 32, PartitionLong: bt(25000),
		Reconnect: bt(512), Lockup: bt(50000), Ports: ports}
}

// starOf returns a hub to which each station is linked by as many bit times.
func starOf(delay float64, stations ...Station) Config {
	c := Config{Repeaters: []Repeater{hub("hub")}}
	for i, s := range stations {
		s.Segment = i
		s.Name = string(rune('A' + i))
		c.Stations = append(c.Stations, s)
		c.Segments = append(c.Segments, Segment{Name: s.Name, Link: true})
		c.Repeaters[0].Ports = append(c.Repeaters[0].Ports, Port{Name: s.Name, Segment: i, Place: bt(delay)})
	}
	return c
}

// runDomain runs a network until a bit time.
func runDomain(t *testing.T, until float64, c Config) *Result {
	t.Helper()
	c.Until = bt(until)
	for i := range c.Stations {
		if c.Stations[i].Name == "" {
			c.Stations[i].Name = string(rune('A' + i))
		}
	}
	r, err := Run(c)
	require.NoError(t, err)
	t.Cleanup(func() {
		if t.Failed() {
			t.Log("\n" + r.String()[:min(len(r.String()), 20000)])
		}
	})
	return r
}

// Ports are seen as stations after the stations.
const portA, portB, portC = 3, 4, 5

// jabberer does not detect collisions.
var jabberer = rules(func(p *mac.Params) { p.NoCollision, p.MaxFrame = true, 1<<20 })

// rude sends its frame once, whatever it hears.
var rude = rules(func(p *mac.Params) { p.NoCarrierSense, p.AttemptLimit = true, 1 })

// A frame goes out at all other ports, eight bits after it came in, and as long.
func TestRepeaterSendsWhatItReceives(t *testing.T) {
	r := runDomain(t, 2000, starOf(10, Station{Frames: at(0)}, Station{}, Station{}))
	r.never(t, portA, medium.RepeatStart)
	for _, p := range []int{portB, portC} {
		r.has(t, p, medium.RepeatStart, 18)
		r.has(t, p, medium.RepeatEnd, 594)
		assert.True(t, r.of(p, medium.RepeatEnd)[0].OK)
	}
	assert.Equal(t, []end{{604, 0, true, 64, medium.NoReason}}, r.ends(1))
	assert.Equal(t, []end{{604, 0, true, 64, medium.NoReason}}, r.ends(2))
	assert.Equal(t, []int{0}, r.TransmitCollisions)
}

// 40 bits go in, and 96 come out: a fragment is extended, and is damaged then.
func TestRepeaterExtendsFragments(t *testing.T) {
	short := rules(func(p *mac.Params) { p.Header, p.MinFrame = bt(8), 4 })
	r := runDomain(t, 2000, starOf(10, Station{Params: short, Frames: []Frame{{0, 4, -1}}}, Station{}, Station{}))
	r.has(t, 0, medium.TxEnd, 40)
	r.has(t, portB, medium.RepeatStart, 18)
	r.has(t, portB, medium.RepeatEnd, 18+96)
	assert.False(t, r.of(portB, medium.RepeatEnd)[0].OK)
	assert.EqualValues(t, 1, r.Counters[1].Fragments)
}

// Two inputs rise at one instant: jam goes to all ports at once, for 96 bits.
func TestTwoPortsAtOneInstant(t *testing.T) {
	r := runDomain(t, 200, starOf(10, Station{Frames: at(0)}, Station{Frames: at(0)}, Station{}))
	for _, p := range []int{portA, portB, portC} {
		r.has(t, p, medium.RepeatStart, 16.5)
		r.has(t, p, medium.RepeatJam, 16.5)
		r.has(t, p, medium.RepeatEnd, 112.5) // inputs fall at 106, but 96 bits have to go out
	}
	for _, s := range []int{0, 1} {
		r.has(t, s, medium.Collision, 26.5)
		r.has(t, s, medium.TxEnd, 96)
	}
	assert.Equal(t, []int{1}, r.TransmitCollisions)
	assert.Equal(t, []end{{122.5, -1, false, 4, medium.Fragment}}, r.ends(2), "32 bits after what looks like a header")
}

// A second port has input later: what goes out becomes jam, and jam goes to the port that was
// received as well.
func TestLateSecondPort(t *testing.T) {
	c := starOf(10, Station{Frames: at(0)}, Station{Frames: at(30)}, Station{})
	c.Repeaters[0].Ports[1].Place = bt(20) // B hears A at 38, and the hub hears B at 50
	r := runDomain(t, 200, c)
	r.has(t, portB, medium.RepeatStart, 18)
	r.has(t, portC, medium.RepeatStart, 18)
	r.has(t, portA, medium.RepeatStart, 56.5)
	for _, p := range []int{portA, portB, portC} {
		r.has(t, p, medium.RepeatJam, 56.5)
		r.has(t, p, medium.RepeatEnd, 152.5) // 96 bits to A; the last input falls at 146
	}
	r.has(t, 0, medium.Collision, 66.5)
	r.has(t, 0, medium.TxEnd, 99)
	r.has(t, 1, medium.Collision, 38)
	r.has(t, 1, medium.TxEnd, 126)
	assert.Equal(t, end{162.5, 0, false, 8, medium.Fragment}, r.ends(2)[0], "one signal of 134.5 bits")
}

// Input that comes between the rise of the first and its first bit out is not a collision until then.
// If it is gone by then, it was none.
func TestInputBeforeTheFirstBitOut(t *testing.T) {
	short := rules(func(p *mac.Params) { p.Header, p.MinFrame = bt(0), 1 })
	c := starOf(10, Station{Frames: at(0)}, Station{Params: short, Frames: []Frame{{bt(4), 1, -1}}}, Station{})
	r := runDomain(t, 1000, c) // B's only octet is at the hub from 14 to 22
	r.has(t, portC, medium.RepeatStart, 18)
	r.has(t, portC, medium.RepeatJam, 18+6.5)
	c = starOf(10, Station{Frames: at(0)}, Station{Params: short, Frames: []Frame{{bt(1), 1, -1}}}, Station{})
	c.Repeaters[0].Delay = bt(9) // from 11 to 19, when output begins
	r = runDomain(t, 1000, c)
	r.never(t, portC, medium.RepeatJam)
	assert.True(t, r.of(portC, medium.RepeatEnd)[0].OK)
}

// Two stations collide on the cable that is received: jam goes to the other ports alone, and the
// repeater has no transmit collision.
func TestReceiveCollision(t *testing.T) {
	c := Config{
		Segments:  []Segment{{Name: "coax"}, {Name: "link", Link: true}},
		Stations:  []Station{{Frames: at(0)}, {Place: bt(20), Frames: at(0)}, {Segment: 1}},
		Repeaters: []Repeater{hub("hub", Port{Name: "coax", Place: bt(10)}, Port{Name: "C", Segment: 1, Place: bt(10)})},
	}
	r := runDomain(t, 150, c)
	const coax, link = 3, 4
	r.never(t, coax, medium.RepeatStart)
	r.has(t, link, medium.RepeatJam, 16.5)
	r.has(t, link, medium.RepeatEnd, 112.5)
	assert.Equal(t, []int{0}, r.TransmitCollisions)
	for s := range 2 {
		r.has(t, s, medium.TxStart, 0)
		r.has(t, s, medium.TxEnd, 96)
	}

	// A third port has input: now it is a transmit collision, and jam goes to the cable as well.
	c.Stations[2].Frames = at(20)
	r = runDomain(t, 150, c)
	r.has(t, link, medium.RepeatJam, 16.5)
	r.has(t, coax, medium.RepeatStart, 30+6.5)
	assert.Equal(t, []int{1}, r.TransmitCollisions)
}

// Once each port has sent 96 bits, the last port that goes on has no jam any more, and the others
// have it until that port is silent.
func TestOnePortLeft(t *testing.T) {
	r := runDomain(t, 1000, starOf(10, Station{Frames: at(0)}, Station{Params: jabberer, Frames: at(20)}, Station{}))
	r.has(t, portA, medium.RepeatStart, 36.5)
	r.has(t, portA, medium.RepeatEnd, 30+576+5)
	r.has(t, portC, medium.RepeatEnd, 30+576+5)
	r.has(t, portB, medium.RepeatEnd, 36.5+96)
	assert.Equal(t, []int{1}, r.TransmitCollisions)

	// Input at another port ends that state: jam goes to the last port again, for 96 bits. This is
	// not a new transmit collision.
	c := starOf(10, Station{Frames: at(0)}, Station{Params: jabberer, Frames: at(20)},
		Station{Params: rude, Frames: at(300)})
	r = runDomain(t, 560, c)
	r.has(t, portB, medium.RepeatStart, 18, 316.5)
	r.has(t, portB, medium.RepeatJam, 24.5+12, 316.5)
	r.has(t, portB, medium.RepeatEnd, 132.5, 412.5)
	assert.Equal(t, []int{1}, r.TransmitCollisions)
}

// Two stations collide at every attempt. Both their ports are partitioned when the jam of the 32nd
// collision ends. Their next frames meet nobody; they reconnect the ports, and nobody hears them.
func TestPartition(t *testing.T) {
	c := starOf(10, Station{Frames: at(0, 0, 0, 0)}, Station{Frames: at(0, 0, 0, 0)}, Station{})
	r := runDomain(t, 7700, c)
	const period = 112.5 + 10 + 96 // jam at the hub, on its way back, a gap
	for _, s := range []int{0, 1} {
		assert.Len(t, r.of(s, medium.Collision), 33)
		r.has(t, s, medium.Dropped, 15*period+96, 31*period+96)
		r.has(t, s, medium.Sent, 32*period+576)
	}
	for _, p := range []int{portA, portB} {
		assert.Equal(t, []float64{31*period + 112.5}, r.when(p, medium.Partition))
		assert.Equal(t, []float64{32*period + 10 + 576}, r.when(p, medium.Reconnect))
	}
	r.never(t, portC, medium.Partition)
	assert.Len(t, r.of(2, medium.RxEnd), 32)
	assert.Zero(t, r.Counters[2].FramesReceivedOK)
	assert.Equal(t, []int{33}, r.TransmitCollisions)
}

// Output alone reconnects a port, if so set: here a frame of C.
func TestReconnectOnSend(t *testing.T) {
	c := starOf(10, Station{Frames: at(0, 0, 0)}, Station{Frames: at(0, 0, 0)}, Station{Frames: at(9000)})
	c.Repeaters[0].ReconnectSend = true
	r := runDomain(t, 10000, c)
	for _, p := range []int{portA, portB} {
		r.has(t, p, medium.Reconnect, 9000+10+8+576)
	}
}

// A collision after 512 clean bits does not count, and neither do those before.
func TestLongActivityClearsTheCount(t *testing.T) {
	for _, test := range []struct {
		start       float64
		partitioned bool
	}{{511, true}, {512, false}} {
		c := starOf(0, Station{Frames: []Frame{{0, 200, -1}}},
			Station{Params: rude, Frames: at(8 + test.start)}, Station{})
		c.Repeaters[0].PartitionAfter = 1
		r := runDomain(t, 2000, c)
		assert.Equal(t, test.partitioned, len(r.of(portB, medium.Partition)) > 0, "B's port has output from 8")
	}
}

// A collision of 25,000 bits partitions its ports while it goes on.
func TestLongCollision(t *testing.T) {
	c := starOf(0, Station{Params: jabberer, Frames: []Frame{{0, 5000, -1}}}, Station{Params: jabberer, Frames: []Frame{{0, 5000, -1}}}, Station{})
	r := runDomain(t, 45000, c)
	r.has(t, portA, medium.Partition, 25000)
	r.has(t, portB, medium.Partition, 25000)
	r.has(t, portC, medium.RepeatEnd, 25005)
}

// A station jabbers for 100 ms: others hear pieces of 50,000 bits, with breaks of 96 bits.
func TestLockupProtection(t *testing.T) {
	c := starOf(10, Station{Params: jabberer, Frames: []Frame{{0, (1000000 - 64) / 8, -1}}}, Station{}, Station{})
	r := runDomain(t, 1100000, c)
	rises, falls := r.when(1, medium.CarrierOn), r.when(1, medium.CarrierOff)
	require.Len(t, falls, 20)
	for i := range falls {
		want := 50000.0
		if i == 19 {
			want = 48176
		}
		assert.Equal(t, want, falls[i]-rises[i])
		assert.Equal(t, 28+50096*float64(i), rises[i])
	}
	assert.Len(t, r.of(portA, medium.MJLP), 19)
	assert.Zero(t, r.Counters[1].FramesReceivedOK)
	assert.EqualValues(t, 20, r.Counters[1].FrameTooLongErrors)
}

// At 100 Mb/s the input of such a port is cut, until its carrier ends.
func TestJabber(t *testing.T) {
	c := starOf(10, Station{Params: jabberer, Frames: []Frame{{0, 10000, -1}, {0, 64, -1}}}, Station{Frames: at(60000)}, Station{})
	h := &c.Repeaters[0]
	h.Lockup, h.PartitionLong, h.Jabber = 0, 0, bt(57500)
	r := runDomain(t, 90000, c)
	r.has(t, portA, medium.MJLP, 57510)
	r.has(t, portC, medium.RepeatEnd, 57518, 60000+10+8+576, 80064+96+10+8+576)
	assert.EqualValues(t, 2, r.Counters[2].FramesReceivedOK, "B's, and A's second")
}

// A repeater delays each packet's tail more than its start, by the value of the segment that it
// came from: gaps shrink.
func TestVariability(t *testing.T) {
	c := starOf(10, Station{Frames: at(0, 0)}, Station{})
	c.Repeaters[0].Worst = true
	c.Segments[0].TransmittingEnd = bt(10.5)
	r := runDomain(t, 2000, c)
	assert.Equal(t, []float64{28, 28 + 576 + 96}, r.when(1, medium.CarrierOn))
	assert.Equal(t, []float64{28 + 576 + 10.5, 28 + 576 + 96 + 576 + 10.5}, r.when(1, medium.CarrierOff))
	assert.EqualValues(t, 2, r.Counters[1].FramesReceivedOK, "the header is longer, and the frame is not")
}

// In its recovery time a repeater ignores inputs. What has begun before is repeated late; if its
// header has passed, it is damaged.
func TestRecovery(t *testing.T) {
	for _, test := range []struct {
		recovery float64
		end      float64
		ok       bool
	}{
		{88, 10 + 576 + 96 + 8 + 576, true},       // over as the next input rises
		{100, 12 + 10 + 576 + 96 + 8 + 576, true}, // 12 bits later, as its start is
		{88 + 64, 10 + 576 + 96 + 8 + 576, false},
	} {
		c := starOf(10, Station{Frames: at(0, 0)}, Station{}, Station{})
		c.Repeaters[0].Recovery = bt(test.recovery)
		r := runDomain(t, 2000, c)
		r.has(t, portB, medium.RepeatStart, 18, 594+test.recovery+8)
		r.has(t, portB, medium.RepeatEnd, 594, test.end)
		assert.Equal(t, test.ok, r.of(portB, medium.RepeatEnd)[1].OK)
	}
}

// A disabled port neither sends nor is heard.
func TestDisabledPort(t *testing.T) {
	c := starOf(10, Station{Frames: at(0)}, Station{Frames: at(100)}, Station{})
	c.Repeaters[0].Ports[1].Disabled = true
	r := runDomain(t, 2000, c)
	r.never(t, 1, medium.RxStart)
	assert.EqualValues(t, 1, r.Counters[2].FramesReceivedOK)
	assert.Empty(t, slices.DeleteFunc(r.Events, func(e medium.Event) bool { return e.Station != portB }))
}

// Five hubs in a row delay a frame by as many times eight bits, and by the links.
func TestChainOfRepeaters(t *testing.T) {
	c := Config{Stations: []Station{{Frames: at(0)}, {Segment: 5, Place: bt(11)}}}
	for i := range 6 {
		c.Segments = append(c.Segments, Segment{Link: true})
		if i < 5 {
			c.Repeaters = append(c.Repeaters, hub(string(rune('1'+i)), Port{Segment: i, Place: bt(11)}, Port{Segment: i + 1}))
		}
	}
	r := runDomain(t, 2000, c)
	assert.Equal(t, []end{{6*11 + 5*8 + 576, 0, true, 64, medium.NoReason}}, r.ends(1))
}

// With errors in all bits every carrier of A is a false one. The third isolates its port: what A sends is no
// longer repeated. 33,000 bits after the last carrier the port is back, and so is the fourth frame after that.
func TestFalseCarriersIsolateAPort(t *testing.T) {
	c := starOf(10, Station{Frames: at(0, 0, 0, 0, 36000)}, Station{})
	c.Repeaters[0].FalseCarriers = 2
	c.Timeline = []medium.Change{{Kind: medium.BitErrors, Segment: "A", Errors: medium.Errors{Good: 1}}, {At: bt(35000), Kind: medium.BitErrors, Segment: "A"}}
	r := runDomain(t, 37000, c)
	end := 3*672.0 - 96 + 10 // of the third carrier at the port
	r.has(t, 2, medium.Partition, end)
	assert.Equal(t, medium.FalseCarrier, r.of(2, medium.Partition)[0].Why)
	r.has(t, 2, medium.Reconnect, end+672+33000)
	r.has(t, 3, medium.RepeatStart, 18, 18+672, 18+2*672, 36018)
	assert.Equal(t, PortCounters{ReadableFrames: 1, ReadableOctets: 64, Runts: 4, Isolates: 1}, r.Ports[0][0])
	assert.EqualValues(t, 1, r.Counters[1].FramesReceivedOK)
}

// A carrier of 450 bits with its delimiter ends the isolation as well, and the next one is repeated.
func TestAValidCarrierEndsTheIsolation(t *testing.T) {
	c := starOf(0, Station{Frames: at(0, 0, 0, 0)}, Station{})
	c.Repeaters[0].FalseCarriers = 1
	c.Timeline = []medium.Change{{Kind: medium.BitErrors, Segment: "A", Errors: medium.Errors{Good: 1}}, {At: bt(1300), Kind: medium.BitErrors, Segment: "A"}}
	r := runDomain(t, 3000, c)
	r.has(t, 2, medium.Partition, 2*672-96)
	r.has(t, 2, medium.Reconnect, 3*672-96)
	r.has(t, 3, medium.RepeatStart, 8, 8+672, 8+3*672)
}
