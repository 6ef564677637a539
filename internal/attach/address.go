package attach

import (
	"net/netip"

	"github.com/csmacd/csmacd/internal/document"
)

// address is an IP address of a host, and its position in the file. The addresses of a group count
// up from it.
type address struct {
	netip.Prefix
	at *document.Node
}

// mostAddresses is the most addresses that one host can have.
const mostAddresses = 16

// readAddresses reads an address with its prefix length, or a list of them.
func readAddresses(r *reader, a *Group, n *document.Node) {
	list := []*document.Node{n}
	if n.Kind == document.List {
		list = n.Items
	}
	if len(list) < 1 || len(list) > mostAddresses {
		r.Fail(n, "a host has 1 to %d addresses", mostAddresses)
		return
	}
	for _, item := range list {
		if p, ok := r.hostAddress(item); ok {
			a.addresses = append(a.addresses, address{p, item})
		}
	}
}

func (r *reader) hostAddress(n *document.Node) (p netip.Prefix, ok bool) {
	s, ok := r.Word(n)
	if !ok {
		return p, false
	}
	p, err := netip.ParsePrefix(s)
	if err != nil || p.Addr().Is4In6() {
		if a, err := netip.ParseAddr(s); err == nil && a.Is4() {
			r.Fail(n, "%s has no prefix length: write it with one, such as %[1]s/24", s)
		} else {
			r.Fail(n, "%q is not an address with a prefix length: write one such as 10.0.0.1/24 or fd00::1/64", s)
		}
		return p, false
	}
	if why := notHosts(p); why != "" {
		r.Fail(n, "%s %s", s, why)
		return p, false
	}
	return p, true
}

// notHosts says why a host cannot have an address, or "".
func notHosts(p netip.Prefix) string {
	a := p.Addr()
	switch {
	case a.IsUnspecified(), a.IsMulticast(), a.IsLoopback(), a == netip.AddrFrom4([4]byte{255, 255, 255, 255}):
		return "cannot be the address of a host"
	case p.Bits() == 0:
		return "has the prefix length 0: write that of its network, such as /24"
	case !a.Is4() || p.Bits() > 30:
		return "" // there, every address is that of a host
	case a == p.Masked().Addr():
		return "is the address of the network itself, not of a host"
	case !p.Contains(a.Next()):
		return "is the broadcast address of the network, not the address of a host"
	}
	return ""
}

// plus returns the i-th address after this one. ok is false if that is not the address of a
// host on the same network.
func (a address) plus(i int) (p netip.Prefix, ok bool) {
	octets := a.Addr().AsSlice()
	for k, carry := len(octets)-1, uint64(i); carry > 0; k-- {
		if k < 0 {
			return p, false
		}
		carry += uint64(octets[k])
		octets[k] = byte(carry)
		carry >>= 8
	}
	next, _ := netip.AddrFromSlice(octets)
	p = netip.PrefixFrom(next, a.Bits())
	return p, a.Contains(next) && notHosts(p) == ""
}

func readGateway(r *reader, a *Group, n *document.Node) {
	s, ok := r.Word(n)
	if !ok {
		return
	}
	g, err := netip.ParseAddr(s)
	if err != nil || g.Is4In6() || g.Zone() != "" {
		r.Fail(n, "%q is not an address: write one such as 10.0.0.254", s)
		return
	}
	a.gateway, a.gatewayAt = g, n
}

// checkHost reports addresses that do not fit together.
func (r *reader) checkHost(a *Group) {
	if at := a.Node.Get("ipv6"); at != nil && !at.Null() && !a.ipv6 {
		for _, p := range a.addresses {
			if p.Addr().Is6() {
				r.Fail(p.at, "is an IPv6 address, but ipv6 is off")
				return
			}
		}
	}
	for _, p := range a.addresses {
		a.ipv6 = a.ipv6 || p.Addr().Is6()
	}
	if a.gatewayAt == nil {
		return
	}
	reached := false
	for _, p := range a.addresses {
		reached = reached || p.Contains(a.gateway)
	}
	holder := a.gatewayAt.Parent // attach, or soft in it
	switch {
	case holder.Get("address") == nil:
		r.Fail(a.gatewayAt, "address is missing: a gateway needs an address on its network")
	case len(a.addresses) == 0: // they are wrong, and this has been reported
	case !reached:
		r.Fail(a.gatewayAt, "%s is not on a network of the station's addresses", a.gateway)
	case a.kind == TAP && a.Node.Get("netns") == nil:
		r.Fail(a.gatewayAt, "without netns this would become the gateway of the whole machine: give netns too")
	}
}
