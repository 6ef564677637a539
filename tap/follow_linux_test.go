package tap

import (
	"net"
	"os/exec"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/csmacd/csmacd/phy"
)

// states collects what a follower says.
type states chan Interface

func (s states) tell(is Interface) { s <- is }

// becomes waits for a state that satisfies a condition, and returns it.
func (s states) becomes(t *testing.T, what string, ok func(Interface) bool) Interface {
	t.Helper()
	for timeout := time.After(5 * time.Second); ; {
		select {
		case is := <-s:
			if ok(is) {
				return is
			}
		case <-timeout:
			t.Fatalf("the interface has not become %s", what)
		}
	}
}

// followed opens a device that is up, and follows it.
func followed(t *testing.T) (*Device, states) {
	d := device(t)
	s := make(states, 100)
	is, err := d.Follow(s.tell)
	require.NoError(t, err)
	assert.Equal(t, "h1", is.Name)
	if !is.Up {
		s.becomes(t, "up", func(is Interface) bool { return is.Up })
	}
	return d, s
}

// An administrator takes an interface down, gives it another address and name, and brings it up. The
// link says each of it, without being asked.
func TestAnInterfaceIsFollowed(t *testing.T) {
	d, s := followed(t)
	ip(t, "link set h1 down")
	s.becomes(t, "down", func(is Interface) bool { return !is.Up })
	ip(t, "link set h1 address 02:00:00:00:00:99")
	s.becomes(t, "another address", func(is Interface) bool { return is.Ether == phy.Address{2, 0, 0, 0, 0, 0x99} })
	ip(t, "link set h1 name h2")
	s.becomes(t, "renamed", func(is Interface) bool { return is.Name == "h2" })
	ip(t, "link set h2 up")
	s.becomes(t, "up", func(is Interface) bool { return is.Up })
	ip(t, "link set h2 carrier off")
	s.becomes(t, "without a carrier", func(is Interface) bool { return !is.Up })
	ip(t, "link add other type veth peer name end") // nobody's business
	ip(t, "link del h2")
	last := s.becomes(t, "gone", func(is Interface) bool { return is.Gone })
	assert.Equal(t, "h2", last.Name)
	require.NoError(t, d.Close())
	assert.Empty(t, s, "a closed link says nothing")
}

// A program that captures, as tcpdump does, makes the interface promiscuous as long as it runs.
func TestACaptureIsNoticed(t *testing.T) {
	_, s := followed(t)
	iface, err := net.InterfaceByName("h1")
	require.NoError(t, err)
	fd, err := unix.Socket(unix.AF_PACKET, unix.SOCK_RAW|unix.SOCK_CLOEXEC, 0)
	require.NoError(t, err)
	require.NoError(t, unix.SetsockoptPacketMreq(fd, unix.SOL_PACKET, unix.PACKET_ADD_MEMBERSHIP,
		&unix.PacketMreq{Ifindex: int32(iface.Index), Type: unix.PACKET_MR_PROMISC}))
	s.becomes(t, "promiscuous", func(is Interface) bool { return is.Promiscuous })
	require.NoError(t, unix.Close(fd))
	s.becomes(t, "as before", func(is Interface) bool { return !is.Promiscuous })
}

// A macvlan on top, such as that of a virtual router, needs every frame. The kernel does not report
// that: csmacd asks.
func TestAnInterfaceOnTopIsNoticed(t *testing.T) {
	_, s := followed(t)
	if out, err := exec.Command("ip", "link", "add", "top", "link", "h1", "type", "macvlan").CombinedOutput(); err != nil {
		t.Skipf("this kernel has no macvlan: %s", out)
	}
	ip(t, "link set top up")
	s.becomes(t, "promiscuous", func(is Interface) bool { return is.Promiscuous })
}

// An interface that moves to another namespace is told of once; its frames still pass.
func TestAnInterfaceMovesAway(t *testing.T) {
	d, s := followed(t)
	name := "tapmoves" + time.Now().Format("150405")
	if out, err := exec.Command("ip", "netns", "add", name).CombinedOutput(); err != nil {
		t.Skipf("no named namespaces here: %s", out)
	}
	t.Cleanup(func() { _ = exec.Command("ip", "netns", "del", name).Run() })
	ip(t, "link set h1 netns "+name)
	s.becomes(t, "gone", func(is Interface) bool { return is.Gone })
	assert.Equal(t, ErrNotTaken, d.Write(frameTo(net.HardwareAddr{2, 0, 0, 0, 0, 7}, 60)), "it is down there")
	ip(t, "-n "+name+" link set h1 up")
	assert.NoError(t, d.Write(frameTo(net.HardwareAddr{2, 0, 0, 0, 0, 7}, 60)))
}
