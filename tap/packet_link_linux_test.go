package tap

import (
	"io"
	"net"
	"os/exec"
	"runtime"
	"testing"
	"time"

	"github.com/google/gopacket"
	"github.com/google/gopacket/layers"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// A host has one end of a veth pair, and the other is a link.
func vethLink(t *testing.T) (link *Packet, far *net.Interface) {
	ownNamespace(t)
	ip(t, "link add near type veth peer name far")
	for _, name := range []string{"near", "far"} {
		ip(t, "link set "+name+" addrgenmode none up")
	}
	link, err := OpenPacket("near")
	require.NoError(t, err)
	t.Cleanup(func() { link.Close() })
	far, err = net.InterfaceByName("far")
	require.NoError(t, err)
	return link, far
}

// What a host sends comes out of the link, what is written to the link reaches the host, and neither
// comes back.
func TestFramesPassAPacketSocket(t *testing.T) {
	link, far := vethLink(t)
	host := packetSocket(t, far, etherType)
	frame := frameTo(net.HardwareAddr{2, 0, 0, 0, 0, 7}, 60)
	require.NoError(t, host.send(frame))
	buf := make([]byte, 2000)
	n := ours(t, link, buf)
	assert.Equal(t, frame, buf[:n], "although its address is not that of the interface")

	require.NoError(t, link.Write(frameTo(far.HardwareAddr, 1514)))
	got, err := host.receive()
	require.NoError(t, err)
	assert.Equal(t, frameTo(far.HardwareAddr, 1514), got)
	_, err = link.Read(buf)
	assert.Equal(t, ErrNothing, err, "its own frame is no echo")
	assert.Equal(t, ErrNotTaken, link.Write(make([]byte, 4000)), "longer than the MTU")
	assert.Equal(t, ErrNotTaken, link.Write(nil))
	assert.Zero(t, link.Dropped())
}

// A program hands 7500 octets over to be cut by its card into datagrams of 1000. What comes out of the
// link are these, with right checksums.
func TestLargeSegmentsAreCut(t *testing.T) {
	link, _ := vethLink(t)
	ip(t, "addr add 10.9.0.1/24 dev far")
	ip(t, "-6 addr add fd00:9::1/64 dev far nodad")
	peer := net.HardwareAddr{2, 0, 0, 0, 0, 7}
	ip(t, "neigh add 10.9.0.2 lladdr "+peer.String()+" dev far")
	ip(t, "neigh add fd00:9::2 lladdr "+peer.String()+" dev far")
	data := make([]byte, 7500)
	for i := range data {
		data[i] = byte(i * 7)
	}
	for network, host := range map[string]string{"udp4": "10.9.0.2:9", "udp6": "[fd00:9::2]:9"} {
		conn, err := net.Dial(network, host)
		require.NoError(t, err)
		defer conn.Close()
		raw, err := conn.(*net.UDPConn).SyscallConn()
		require.NoError(t, err)
		require.NoError(t, raw.Control(func(fd uintptr) {
			err = unix.SetsockoptInt(int(fd), unix.SOL_UDP, unix.UDP_SEGMENT, 1000)
		}))
		require.NoError(t, err)
		_, err = conn.Write(data)
		require.NoError(t, err)
		var got []byte
		for len(got) < len(data) {
			buf := make([]byte, 1600)
			n, err := next(t, link, buf)
			require.NoError(t, err)
			if udp, ok := checked(t, buf[:n]).Layer(layers.LayerTypeUDP).(*layers.UDP); ok {
				assert.LessOrEqual(t, len(udp.Payload), 1000)
				got = append(got, udp.Payload...)
			}
		}
		assert.Equal(t, data, got, network)
	}
}

// checked decodes a frame and checks its checksums.
func checked(t *testing.T, frame []byte) gopacket.Packet {
	t.Helper()
	assert.LessOrEqual(t, len(frame), 1514)
	p := gopacket.NewPacket(frame, layers.LayerTypeEthernet, gopacket.Default)
	if l := p.ErrorLayer(); l != nil {
		t.Error(l.Error())
	}
	if four, ok := p.NetworkLayer().(*layers.IPv4); ok {
		assert.Zero(t, ^fold(onesSum(four.Contents)), "the checksum of the IPv4 header")
	}
	if p.TransportLayer() == nil {
		return p
	}
	again := gopacket.NewSerializeBuffer()
	segment := p.TransportLayer().(gopacket.SerializableLayer)
	if s, ok := segment.(interface {
		SetNetworkLayerForChecksum(gopacket.NetworkLayer) error
	}); ok {
		require.NoError(t, s.SetNetworkLayerForChecksum(p.NetworkLayer()))
	}
	require.NoError(t, gopacket.Payload(p.TransportLayer().LayerPayload()).SerializeTo(again, gopacket.SerializeOptions{}))
	before := append([]byte(nil), p.TransportLayer().LayerContents()...)
	require.NoError(t, segment.SerializeTo(again, gopacket.SerializeOptions{ComputeChecksums: true}))
	assert.Equal(t, before, again.Bytes()[:len(before)], "the header with its checksum")
	return p
}

// Two hosts have a TCP connection through two links, one of which passes on what the other reads: the
// whole stream arrives, although both hosts leave checksums and cutting to their cards.
func TestTCPThroughPacketSockets(t *testing.T) {
	ownNamespace(t)
	here := [2]string{"pktA" + time.Now().Format("150405"), "pktB" + time.Now().Format("150405")}
	var links [2]*Packet
	for i, name := range here {
		if out, err := exec.Command("ip", "netns", "add", name).CombinedOutput(); err != nil {
			t.Skipf("no named namespaces here: %s", out)
		}
		t.Cleanup(func() { _ = exec.Command("ip", "netns", "del", name).Run() })
		near := []string{"near0", "near1"}[i]
		ip(t, "link add "+near+" type veth peer name eth0 netns "+name)
		ip(t, "link set "+near+" addrgenmode none up")
		ip(t, "-n "+name+" addr add 10.9.0."+[]string{"1", "2"}[i]+"/24 dev eth0")
		ip(t, "-n "+name+" link set eth0 up")
		ip(t, "-n "+name+" link set lo up")
		var err error
		links[i], err = OpenPacket(near)
		require.NoError(t, err)
		t.Cleanup(func() { links[i].Close() })
	}
	stop, over := make(chan struct{}), make(chan struct{})
	longest := 0
	go func() {
		defer close(over)
		b := make([]byte, maxKernelFrame)
		for {
			busy := false
			for i, from := range links {
				if n, err := from.Read(b); err == nil {
					longest = max(longest, n)
					_ = links[1-i].Write(b[:n])
					busy = true
				}
			}
			select {
			case <-stop:
				return
			default:
			}
			if !busy {
				time.Sleep(50 * time.Microsecond)
			}
		}
	}()
	defer func() { close(stop); <-over; assert.LessOrEqual(t, longest, 1514) }()

	const octets = 2 << 20
	listener := within(t, here[1], func() (net.Listener, error) { return net.Listen("tcp4", "10.9.0.2:5000") })
	defer listener.Close()
	got := make(chan int64, 1)
	go func() {
		c, err := listener.Accept()
		if err != nil {
			got <- -1
			return
		}
		defer c.Close()
		n, _ := io.Copy(io.Discard, c)
		got <- n
	}()
	conn := within(t, here[0], func() (net.Conn, error) { return net.DialTimeout("tcp4", "10.9.0.2:5000", 5*time.Second) })
	_, err := conn.Write(make([]byte, octets))
	require.NoError(t, err)
	require.NoError(t, conn.Close())
	select {
	case n := <-got:
		assert.EqualValues(t, octets, n)
	case <-time.After(10 * time.Second):
		t.Fatal("the stream did not arrive")
	}
}

// within opens something in a named namespace.
func within[T any](t *testing.T, name string, open func() (T, error)) (made T) {
	t.Helper()
	errs := make(chan error, 1)
	go func() {
		runtime.LockOSThread() // the thread ends with the goroutine
		fd, err := unix.Open("/run/netns/"+name, unix.O_RDONLY|unix.O_CLOEXEC, 0)
		if err == nil {
			err = unix.Setns(fd, unix.CLONE_NEWNET)
			unix.Close(fd)
		}
		if err == nil {
			made, err = open()
		}
		errs <- err
	}()
	require.NoError(t, <-errs)
	return made
}

// The kernel takes the VLAN tag out of a frame; the link puts it back.
func TestTagsArePutBack(t *testing.T) {
	link, far := vethLink(t)
	host := packetSocket(t, far, etherType)
	frame := frameTo(net.HardwareAddr{2, 0, 0, 0, 0, 7}, 64)
	tagged := insertTag(append([]byte(nil), frame...), [4]byte{0x81, 0, 0x20, 5})
	require.Equal(t, []byte{0x81, 0, 0x20, 5, 0x88, 0xb5}, tagged[12:18])
	require.NoError(t, host.send(tagged))
	buf := make([]byte, 2000)
	for {
		n, err := next(t, link, buf)
		require.NoError(t, err)
		if n == len(tagged) {
			assert.Equal(t, tagged, buf[:n])
			return
		}
	}
}

// The link says that the interface is down or up, and ends when it is deleted.
func TestAPacketSocketFollowsItsInterface(t *testing.T) {
	link, _ := vethLink(t)
	s := make(states, 10)
	is, err := link.Follow(s.tell)
	require.NoError(t, err)
	assert.Equal(t, Interface{Name: "near", Up: true}, is, "the addresses behind it are not known, and being promiscuous is its own doing")
	ip(t, "link set far down")
	s.becomes(t, "without a carrier", func(is Interface) bool { return !is.Up })
	ip(t, "link set far up")
	s.becomes(t, "up", func(is Interface) bool { return is.Up })
	ip(t, "link set near down")
	s.becomes(t, "down", func(is Interface) bool { return !is.Up })
	buf := make([]byte, 2000)
	_, err = link.Read(buf)
	assert.Equal(t, ErrNothing, err)
	ip(t, "link del near")
	s.becomes(t, "gone", func(is Interface) bool { return is.Gone })
	for err = nil; err == nil || err == ErrNothing; {
		_, err = link.Read(buf)
	}
	assert.ErrorContains(t, err, "the interface near was deleted or moved to another namespace")
}

// What cannot be opened says why.
func TestPacketSocketsRefused(t *testing.T) {
	ownNamespace(t)
	for name, why := range map[string]string{
		"lo":   `the interface "lo" has no Ethernet frames (it is of kind loopback)`,
		"none": `there is no interface "none" in this network namespace`,
		"a b":  "is not a name for an interface",
	} {
		_, err := OpenPacket(name)
		assert.ErrorContains(t, err, why)
	}
}
