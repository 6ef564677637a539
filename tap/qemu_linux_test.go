package tap

import (
	"bytes"
	"net"
	"os/exec"
	"testing"
	"time"

	"github.com/google/gopacket"
	"github.com/google/gopacket/layers"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/tooltest"
)

// A virtual machine's boot ROM asks for an address through the link, is offered one,
// and takes it: frames pass in both directions.
func TestQEMU(t *testing.T) {
	qemu := tooltest.Need(t, "qemu-system-x86_64", "qemu-system-x86 ipxe-qemu")
	listens, here, there := at(t, "listens"), at(t, "here"), at(t, "there")
	port := freePort(t, "tcp")
	for name, c := range map[string]struct {
		open   func() (Link, error)
		netdev string
	}{
		"stream that listens": {
			func() (Link, error) { return ListenStream(listens) },
			"stream,id=n,server=off,addr.type=unix,addr.path=" + listens.path,
		},
		"stream that connects": {
			func() (Link, error) { return DialStream(port) },
			"stream,id=n,server=on,addr.type=inet,addr.ipv4=on,addr.host=127.0.0.1,addr.port=" + port.String()[len("tcp:127.0.0.1:"):],
		},
		"datagram": {
			func() (Link, error) { return OpenDatagram(here, there) },
			"dgram,id=n,local.type=unix,local.path=" + there.path + ",remote.type=unix,remote.path=" + here.path,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l, err := c.open()
			started(t, l, err)
			guest(t, qemu, c.netdev)
			bootROM(t, l)
		})
	}
}

var guestAddress = net.HardwareAddr{0x52, 0x54, 0, 0x12, 0x34, 0x56}

// guest starts a virtual machine that has a network card and nothing to boot but that.
func guest(t *testing.T, qemu, netdev string) {
	t.Helper()
	var out bytes.Buffer
	cmd := exec.Command(qemu, "-nodefaults", "-display", "none", "-m", "64", "-accel", "tcg", "-boot", "n",
		"-netdev", netdev, "-device", "virtio-net-pci,netdev=n,mac="+guestAddress.String())
	cmd.Stdout, cmd.Stderr = &out, &out
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
		if t.Failed() {
			t.Log(out.String())
		}
	})
}

// bootROM answers DHCP until the guest takes the address that it was offered.
func bootROM(t *testing.T, l Link) {
	t.Helper()
	offered := net.IP{10, 9, 8, 7}
	p := make([]byte, 2000)
	for deadline := time.Now().Add(time.Minute); ; {
		require.True(t, time.Now().Before(deadline), "the guest asked for no address")
		n, err := l.Read(p)
		if err == ErrNothing {
			poll(l.FD(), 100*time.Millisecond)
			if l.FD() < 0 {
				time.Sleep(10 * time.Millisecond)
			}
			continue
		}
		require.NoError(t, err)
		packet := gopacket.NewPacket(p[:n], layers.LayerTypeEthernet, gopacket.Default)
		dhcp, ok := packet.Layer(layers.LayerTypeDHCPv4).(*layers.DHCPv4)
		if !ok {
			continue
		}
		assert.Equal(t, guestAddress, packet.LinkLayer().(*layers.Ethernet).SrcMAC)
		for _, o := range dhcp.Options {
			if o.Type == layers.DHCPOptRequestIP && offered.Equal(net.IP(o.Data)) {
				return
			}
		}
		require.NoError(t, l.Write(offer(t, dhcp, offered)))
	}
}

func offer(t *testing.T, asked *layers.DHCPv4, address net.IP) []byte {
	t.Helper()
	server := net.IP{10, 9, 8, 1}
	mac := net.HardwareAddr{2, 0, 0, 0, 0, 1}
	ip := &layers.IPv4{Version: 4, TTL: 64, Protocol: layers.IPProtocolUDP, SrcIP: server, DstIP: net.IPv4bcast}
	udp := &layers.UDP{SrcPort: 67, DstPort: 68}
	require.NoError(t, udp.SetNetworkLayerForChecksum(ip))
	b := gopacket.NewSerializeBuffer()
	require.NoError(t, gopacket.SerializeLayers(b, gopacket.SerializeOptions{FixLengths: true, ComputeChecksums: true},
		&layers.Ethernet{SrcMAC: mac, DstMAC: net.HardwareAddr{255, 255, 255, 255, 255, 255}, EthernetType: layers.EthernetTypeIPv4},
		ip, udp,
		&layers.DHCPv4{
			Operation: layers.DHCPOpReply, HardwareType: layers.LinkTypeEthernet, HardwareLen: 6, Xid: asked.Xid,
			Flags: asked.Flags, YourClientIP: address, NextServerIP: server, ClientHWAddr: asked.ClientHWAddr,
			Options: layers.DHCPOptions{
				layers.NewDHCPOption(layers.DHCPOptMessageType, []byte{byte(layers.DHCPMsgTypeOffer)}),
				layers.NewDHCPOption(layers.DHCPOptServerID, server),
				layers.NewDHCPOption(layers.DHCPOptSubnetMask, []byte{255, 255, 255, 0}),
				layers.NewDHCPOption(layers.DHCPOptLeaseTime, []byte{0, 0, 14, 16}),
				layers.NewDHCPOption(layers.DHCPOptEnd, nil),
			},
		}))
	return b.Bytes()
}
