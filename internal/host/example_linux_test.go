package host_test

import (
	"fmt"
	"net/netip"

	"github.com/csmacd/csmacd/internal/host"
)

// Two hosts, each in a network namespace of its own, with a TAP device whose other end
// is the program's.
func Example() {
	run, err := host.Begin("two hosts")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer run.Close()
	for i, name := range []string{"h1", "h2"} {
		device, err := run.Up(host.Spec{
			Station: name, TAP: "eth0", Netns: name,
			Addresses: []netip.Prefix{netip.PrefixFrom(netip.AddrFrom4([4]byte{10, 0, 0, byte(i + 1)}), 24)},
		})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(name, "has", device.Name())
	}
	// csmacd exec h1 -- ping 10.0.0.2 finds them now.
}
