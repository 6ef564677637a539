package soft_test

import (
	"fmt"
	"math"
	"net/netip"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
	"github.com/csmacd/csmacd/tap/soft"
)

// segment is a cable with hosts, and a station that sends to another at random times.
type segment struct {
	hosts    int
	load     float64 // frames per second
	flows    []soft.Flow
	observed bool
	step     phy.Time // of the run; 0: it is run in one piece
	end      phy.Time // 0: until all flows are over
	errors   float64
	sent     func(frame []byte) // is called for each frame of a host that leaves its station
}

// make makes the network with its hosts.
func (c segment) make(t testing.TB) (*soft.Virtual, error) {
	t.Helper()
	b := bus.Config{Seed: 7}
	hosts := map[int]soft.Config{}
	for i := range c.hosts + 2 {
		b.Stations = append(b.Stations, bus.Station{Name: fmt.Sprint("h", i), At: phy.Time(i) * 400 * phy.Nanosecond})
		if i < c.hosts {
			hosts[i] = soft.Config{Addresses: []netip.Prefix{netip.PrefixFrom(netip.AddrFrom4([4]byte{10, 0, 0, byte(i + 1)}), 24)}}
		}
	}
	if c.load > 0 {
		to := traffic.To{Whom: traffic.ToStation, Station: c.hosts + 1}
		b.Stations[c.hosts].Traffic = []traffic.Source{traffic.Poisson(phy.Time(float64(phy.Second)/c.load), traffic.Octets(700), to)}
	}
	if c.errors > 0 {
		b.Timeline = []medium.Change{{Kind: medium.BitErrors, Errors: medium.Errors{Good: c.errors, Bad: c.errors}}}
	}
	net, err := bus.New(b)
	require.NoError(t, err)
	v, err := soft.NewVirtual(net, soft.Settings{Seed: 7, Hosts: hosts, Flows: c.flows, UntilAll: c.end == 0})
	if err == nil && c.observed {
		net.Observe(nothing{})
	}
	if err == nil && c.sent != nil {
		net.Observe(sender{v, c.sent})
	}
	return v, err
}

func (c segment) run(t testing.TB) *medium.Result {
	t.Helper()
	v, err := c.make(t)
	require.NoError(t, err)
	defer v.Release()
	end := c.end
	if end == 0 {
		end = 1000 * phy.Second
	}
	for at := phy.Time(0); !v.Done() && at < end; {
		if at = end; c.step > 0 {
			at = min(end, v.Now()+c.step)
		}
		require.NoError(t, v.Run(at))
	}
	return v.Result()
}

type nothing struct{}

func (nothing) Interest() medium.Interest { return medium.Interest{Kinds: medium.AllKinds} }
func (nothing) Observe(*medium.Event)     {}

// sender passes on the frames that hosts send.
type sender struct {
	hosts *soft.Virtual
	sent  func([]byte)
}

func (sender) Interest() medium.Interest { return medium.Interest{Kinds: medium.Of(medium.Sent)} }
func (s sender) Observe(e *medium.Event) {
	if b, ok := s.hosts.AppendFrame(nil, e.Frame); ok {
		s.sent(b)
	}
}

// A transfer over a cable with other traffic: the same octets at the same instants however the
// machine runs it, however long the pieces are, and watched or not.
func TestATransferIsTheSameEveryTime(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	c := segment{hosts: 3, load: 300, flows: []soft.Flow{
		{Name: "h0/1", From: 0, To: 1, Bytes: 200_000},
		{Name: "h2/1", From: 2, To: 1, Bytes: 100_000, At: 20 * phy.Millisecond, Congestion: "reno"},
	}}
	want := c.run(t)
	for _, f := range want.Flows {
		assert.Empty(t, f.Failed)
		assert.Equal(t, f.Bytes, f.Delivered)
		require.NotNil(t, f.EndedUs)
	}
	assert.Positive(t, want.Medium.Collisions)
	for i := range 12 {
		runtime.GOMAXPROCS(1 + i%8)
		again := c
		again.observed = i%2 == 1
		if i%3 > 0 {
			again.step = phy.Time(i*i) * 137_777 * phy.Nanosecond
		}
		require.Equal(t, want, again.run(t), "run %d", i)
	}
}

// A host that is not there, in front of a flow: it fails, and the others go on.
func TestAFlowFails(t *testing.T) {
	c := segment{hosts: 2, errors: 0, flows: []soft.Flow{{Name: "h0/1", From: 0, To: 1, Bytes: 1_000_000}}}
	r := c.run(t)
	require.Empty(t, r.Flows[0].Failed)
	c.errors = 1
	r = c.run(t)
	assert.Contains(t, r.Flows[0].Failed, "connect: ")
	assert.Nil(t, r.Flows[0].EndedUs)
	assert.Zero(t, r.Flows[0].Delivered)
}

// Bit errors make TCP send again. What the connection counts and what its segments show agree.
func TestLossIsRepaired(t *testing.T) {
	c := segment{hosts: 2, errors: 1e-5, flows: []soft.Flow{{Name: "h0/1", From: 0, To: 1, Bytes: 300_000}}}
	f := c.run(t).Flows[0]
	require.Empty(t, f.Failed)
	assert.Equal(t, f.Bytes, f.Delivered)
	assert.Positive(t, f.Retransmissions)
	assert.Positive(t, f.OutOfOrder)
	assert.Positive(t, f.RTT.Count)
}

func TestWrongFlows(t *testing.T) {
	net := func() *bus.Network {
		n, err := bus.New(bus.Config{Stations: []bus.Station{{Name: "a"}, {Name: "b"}, {Name: "c"}}})
		require.NoError(t, err)
		return n
	}
	hosts := map[int]soft.Config{
		0: {Addresses: []netip.Prefix{netip.MustParsePrefix("10.0.0.1/24")}},
		1: {Addresses: []netip.Prefix{netip.MustParsePrefix("10.1.0.1/24")}},
	}
	for want, f := range map[string]soft.Flow{
		"soft: flow a/1: 0 octets: a transfer has at least one":                 {To: 1},
		"soft: flow a/1: it ends at the station where it begins":                {Bytes: 1},
		"soft: flow a/1: both of its stations need a TCP/IP stack":              {Bytes: 1, To: 2},
		"soft: flow a/1: station -1 does not exist: the network has 3 stations": {Bytes: 1, From: -1, To: 1},
		"soft: flow a/1: station 3 does not exist: the network has 3 stations":  {Bytes: 1, To: 3},
		"soft: flow a/1: its two hosts have no addresses in one network":        {Bytes: 1, To: 1},
		"soft: flow a/1: a window of 100 octets: the stack takes 4096 and more": {Bytes: 1, To: 1, Window: 100},
	} {
		f.Name = "a/1"
		_, err := soft.NewVirtual(net(), soft.Settings{Hosts: hosts, Flows: []soft.Flow{f}})
		assert.EqualError(t, err, want)
	}
}

// The version that results name is the one that is built in.
func TestVersion(t *testing.T) {
	mod, err := os.ReadFile("../../go.mod")
	require.NoError(t, err)
	assert.Contains(t, string(mod), "gvisor.dev/gvisor "+strings.TrimPrefix(soft.Version, "gvisor "))
}

// What rounds once differs from what rounds twice, and this is what the build is asked for.
func TestFused(t *testing.T) {
	x := 1 + 0x1p-30
	assert.NotZero(t, math.FMA(x, x, -1-0x1p-29))
	assert.Zero(t, float64(x*x)-1-0x1p-29)
	assert.Equal(t, soft.Fused() || soft.Narrow(), soft.Build() != soft.Version)
	if runtime.GOARCH == "386" || runtime.GOARCH == "wasm" {
		assert.False(t, soft.Fused())
	}
}

// Two bulk flows on 10 Mb/s. The metric is how many times faster than real time they are.
func BenchmarkTwoBulkFlows(b *testing.B) {
	c := segment{hosts: 4, end: 2 * phy.Second, flows: []soft.Flow{
		{Name: "h0/1", From: 0, To: 1, Bytes: 1 << 30}, {Name: "h2/1", From: 2, To: 3, Bytes: 1 << 30},
	}}
	for b.Loop() {
		c.run(b)
	}
	b.ReportMetric(2*float64(b.N)/b.Elapsed().Seconds(), "times-real")
}
