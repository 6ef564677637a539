package bench

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vishvananda/netlink"
	"golang.org/x/sys/unix"

	"github.com/csmacd/csmacd/tap"
)

// host is a network namespace of its own with one TAP interface. It exists as long as the device and
// its sockets are open.
type host struct {
	device *tap.Device
	ether  [6]byte
}

func addressOf(i int) net.IP { return net.IPv4(10, 0, 0, byte(i+1)).To4() }

func etherOf(i int) [6]byte { return [6]byte{2, 0, 0, 0, 0, byte(i + 1)} }

// hosts makes hosts that know the addresses of each other. For each of them it calls inside, in
// its namespace, to open sockets.
func hosts(b *testing.B, count int, inside func(i int) error) []host {
	b.Helper()
	if f, err := os.OpenFile("/dev/net/tun", os.O_RDWR, 0); errors.Is(err, fs.ErrPermission) || errors.Is(err, fs.ErrNotExist) {
		b.Skipf("TAP interfaces need root and /dev/net/tun: %v", err)
	} else {
		require.NoError(b, err)
		f.Close()
	}
	list := make([]host, count)
	for i := range list {
		made := make(chan error)
		go func() {
			runtime.LockOSThread() // never unlocked: the thread ends with the goroutine
			err := unix.Unshare(unix.CLONE_NEWNET)
			if err == nil {
				list[i], err = newHost(i, count)
			}
			if err == nil {
				err = inside(i)
			}
			made <- err
		}()
		err := <-made
		if list[i].device != nil {
			b.Cleanup(func() { list[i].device.Close() })
		}
		require.NoError(b, err, "host %d", i)
	}
	return list
}

// newHost makes a TAP interface in the namespace of the calling thread.
func newHost(i, count int) (host, error) {
	h := host{ether: etherOf(i)}
	for _, what := range []string{"all", "default"} { // no frames of its own accord
		_ = os.WriteFile("/proc/sys/net/ipv6/conf/"+what+"/disable_ipv6", []byte("1"), 0)
	}
	var err error
	if h.device, err = tap.Open("h"); err != nil {
		return h, err
	}
	link, err := netlink.LinkByName("h")
	if err != nil {
		return h, err
	}
	prefix, _ := netlink.ParseAddr(fmt.Sprintf("%v/24", addressOf(i)))
	if err := errors.Join(netlink.LinkSetHardwareAddr(link, h.ether[:]), netlink.AddrAdd(link, prefix), netlink.LinkSetUp(link)); err != nil {
		return h, err
	}
	if i > 1 {
		return h, nil // only the first two send
	}
	for k := range min(2, count) {
		to := etherOf(k)
		if k != i {
			if err := netlink.NeighSet(&netlink.Neigh{LinkIndex: link.Attrs().Index, State: netlink.NUD_PERMANENT, IP: addressOf(k), HardwareAddr: to[:]}); err != nil {
				return h, err
			}
		}
	}
	return h, nil
}
