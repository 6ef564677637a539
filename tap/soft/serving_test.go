package soft

import (
	"bytes"
	"net/netip"
	"runtime"
	"testing"

	"github.com/google/gopacket/layers"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gvisor.dev/gvisor/pkg/tcpip"
	"gvisor.dev/gvisor/pkg/tcpip/network/ipv4"
	"gvisor.dev/gvisor/pkg/tcpip/network/ipv6"
	"gvisor.dev/gvisor/pkg/tcpip/transport/tcp"
	"gvisor.dev/gvisor/pkg/tcpip/transport/udp"

	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// serving is a cable with a host that serves everything, and one that uses it by flows.
func serving(t *testing.T, seed uint64, flows ...Flow) *Virtual {
	t.Helper()
	net, err := bus.New(bus.Config{Seed: seed, Stations: []bus.Station{{Name: "web"}, {Name: "pc", At: phy.Microsecond}}})
	require.NoError(t, err)
	prefix := netip.MustParsePrefix
	v, err := NewVirtual(net, Settings{Seed: seed, UntilAll: len(flows) > 0, Flows: flows, Hosts: map[int]Config{
		0: {Addresses: []netip.Prefix{prefix("10.0.0.1/24"), prefix("fd00::1/64")}, Serve: Services()},
		1: {Addresses: []netip.Prefix{prefix("10.0.0.2/24"), prefix("fd00::2/64")}},
	}})
	require.NoError(t, err)
	t.Cleanup(v.Release)
	return v
}

// Flows to services, several to one of them, deliver all of their octets, the same every time. The connections of a service end with its clients.
func TestFlowsToServices(t *testing.T) {
	flows := []Flow{
		{Name: "pc/1", From: 1, Bytes: 100_000, Service: "discard"},
		{Name: "pc/2", From: 1, Bytes: 70_000, Service: "discard", Count: 3, DelayedACK: true},
		{Name: "pc/3", From: 1, Bytes: 80_000, Service: "echo", Count: 2},
		{Name: "pc/4", From: 1, Kind: HTTP, Bytes: 9_000, Service: "http", Count: 20, Think: phy.Millisecond},
		{Name: "pc/5", From: 1, Kind: HTTP, Bytes: 0, Service: "http", Count: 5, Separate: true},
		{Name: "pc/6", From: 1, Bytes: 50_000}, // to a server of its own
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	digest := ""
	for k := range 3 {
		runtime.GOMAXPROCS(1 + 3*k)
		v := serving(t, 3, flows...)
		require.NoError(t, v.Run(100*phy.Second))
		require.True(t, v.Done())
		r := v.Result()
		for _, f := range r.Flows {
			assert.Empty(t, f.Failed, f.Name)
			assert.Equal(t, f.Bytes, f.Delivered, f.Name)
			assert.NotNil(t, f.EndedUs, f.Name)
			assert.NotNil(t, f.RTT, f.Name)
		}
		for _, s := range v.hosts[0].serving {
			assert.Empty(t, s.visitors, s.port)
		}
		if digest == "" {
			digest = r.Digest
		}
		assert.Equal(t, digest, r.Digest)
	}
}

// What a service is not for is refused.
func TestFlowsThatNoServiceHas(t *testing.T) {
	for _, f := range []Flow{
		{Bytes: 1, Service: "http"}, {Bytes: 1, Service: "chargen"}, {Bytes: 1, Service: "ftp"}, {Kind: HTTP, Service: "echo"},
		{Kind: HTTP, Service: "http", Request: 1}, {Kind: HTTP, Service: "http", Congestion: "reno"}, {Bytes: 1, Service: "echo", Window: 8192}, {Kind: UDP, Size: 16, Interval: 1, Service: "echo"},
	} {
		f.From = 1
		_, err := f.complete()
		assert.Error(t, err, "%+v", f)
	}
}

// visit has an application at the other host use sockets.
func visit(v *Virtual, at phy.Time, do func(h *host)) {
	h := v.hosts[1]
	v.clock.set(&alarm{host: h, call: func() { do(h) }, place: -1}, at)
}

func reach(t *testing.T, h *host, p tcpip.TransportProtocolNumber, six bool, port uint16) *socket {
	t.Helper()
	s, family, to := &socket{}, ipv4.ProtocolNumber, "10.0.0.1"
	if six {
		family, to = ipv6.ProtocolNumber, "fd00::1"
	}
	var err tcpip.Error
	s.Endpoint, err = h.stack.NewEndpoint(p, family, &s.queue)
	require.Nil(t, err)
	err = s.Connect(tcpip.FullAddress{Addr: toAddress(netip.MustParseAddr(to)), Port: port})
	if _, started := err.(*tcpip.ErrConnectStarted); !started {
		require.Nil(t, err)
	}
	return s
}

// Datagrams to echo and chargen are answered, and those to discard are not, by either version of IP.
func TestDatagramsToServices(t *testing.T) {
	for _, six := range []bool{false, true} {
		v := serving(t, 1)
		var sockets []*socket
		for i, port := range []uint16{7, 9, 19} {
			visit(v, phy.Time(1+i)*phy.Millisecond, func(h *host) {
				s := reach(t, h, udp.ProtocolNumber, six, port)
				_, err := s.Write(bytes.NewReader([]byte("hello")), tcpip.WriteOptions{})
				require.Nil(t, err)
				sockets = append(sockets, s)
			})
		}
		require.NoError(t, v.Run(5*phy.Second))
		for i, want := range []string{"hello", "", string(line(0))} {
			var b bytes.Buffer
			sockets[i].read(&b)
			assert.Equal(t, want, b.String())
			sockets[i].close()
		}
	}
}

// chargen sends its lines until the client goes.
func TestChargen(t *testing.T) {
	v := serving(t, 1)
	var got bytes.Buffer
	var s *socket
	visit(v, phy.Millisecond, func(h *host) { s = reach(t, h, tcp.ProtocolNumber, false, 19) })
	visit(v, phy.Second, func(*host) { s.read(&got) })
	visit(v, 2*phy.Second, func(*host) { s.read(&got); s.abort() })
	require.NoError(t, v.Run(5*phy.Second))
	assert.Greater(t, got.Len(), 100_000)
	var want []byte
	for i := 0; len(want) < got.Len(); i++ {
		want = append(want, line(i)...)
	}
	assert.Equal(t, want[:got.Len()], got.Bytes())
	for _, s := range v.hosts[0].serving {
		assert.Empty(t, s.visitors)
	}
}

// Clients at different hosts can have the same port, and so can clients of a host that use services of several: a
// segment is of the flow between its two addresses.
func TestFlowsToServicesFromOnePort(t *testing.T) {
	at := func(n byte) *host {
		return &host{config: Config{Addresses: []netip.Prefix{netip.PrefixFrom(netip.AddrFrom4([4]byte{10, 0, 0, n}), 24)}}}
	}
	hosts := map[byte]*host{1: at(1), 2: at(2), 3: at(3), 4: at(4)}
	var flows []*course
	for _, ends := range [][2]byte{{3, 1}, {4, 1}, {3, 2}} {
		c := &course{Flow: Flow{Service: "echo"}, from: hosts[ends[0]], to: hosts[ends[1]], address: hosts[ends[1]].config.Addresses[0].Addr(), port: 7, client: 40000, number: len(flows)}
		c.from.join(c)
		c.to.join(c)
		flows = append(flows, c)
	}
	for k, c := range flows {
		for _, back := range []bool{false, true} {
			from, to, ports := c.from, c.to, [2]layers.TCPPort{40000, 7}
			if back {
				from, to, ports = to, from, [2]layers.TCPPort{7, 40000}
			}
			ip := &layers.IPv4{Version: 4, TTL: 64, Protocol: layers.IPProtocolTCP, SrcIP: from.config.Addresses[0].Addr().AsSlice(), DstIP: to.config.Addresses[0].Addr().AsSlice()}
			segment := &layers.TCP{SrcPort: ports[0], DstPort: ports[1], ACK: true}
			require.NoError(t, segment.SetNetworkLayerForChecksum(ip))
			s, ok := segmentOf(octets(t, frameTo(mine, layers.EthernetTypeIPv4), ip, segment))
			require.True(t, ok)
			for _, left := range []bool{true, false} {
				h := map[bool]*host{true: from, false: to}[left]
				var found []int
				concerned(flows, h, s, left, func(c *course, client uint16) {
					found = append(found, c.number)
					assert.EqualValues(t, 40000, client)
				})
				assert.Equal(t, []int{k}, found, "back %v, left %v", back, left)
			}
		}
	}
}
