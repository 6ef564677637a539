package soft

import (
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"time"

	"gvisor.dev/gvisor/pkg/log"
	"gvisor.dev/gvisor/pkg/tcpip"
	"gvisor.dev/gvisor/pkg/tcpip/header"
	"gvisor.dev/gvisor/pkg/tcpip/link/ethernet"
	"gvisor.dev/gvisor/pkg/tcpip/network/arp"
	"gvisor.dev/gvisor/pkg/tcpip/network/ipv4"
	"gvisor.dev/gvisor/pkg/tcpip/network/ipv6"
	"gvisor.dev/gvisor/pkg/tcpip/stack"
	"gvisor.dev/gvisor/pkg/tcpip/transport/icmp"
	"gvisor.dev/gvisor/pkg/tcpip/transport/tcp"
	"gvisor.dev/gvisor/pkg/tcpip/transport/udp"
)

// nic is the number of the only interface.
const nic tcpip.NICID = 1

// newStack makes a host with one interface on a port. The options may have a clock and sources of
// random numbers.
func newStack(c Config, p *port, o stack.Options) (*stack.Stack, error) {
	v6 := slices.ContainsFunc(c.Addresses, func(a netip.Prefix) bool { return a.Addr().Is6() })
	// Zero values here mean silence: no IGMP or MLD reports, no router solicitations, no duplicate
	// address detection.
	o.NetworkProtocols = []stack.NetworkProtocolFactory{
		arp.NewProtocol,
		ipv4.NewProtocol,
		ipv6.NewProtocolWithOptions(ipv6.Options{AutoGenLinkLocal: v6}),
	}
	o.TransportProtocols = []stack.TransportProtocolFactory{
		tcp.NewProtocolCUBIC, udp.NewProtocol, icmp.NewProtocol4, icmp.NewProtocol6,
	}
	o.HandleLocal = true
	s := stack.New(o)
	if err := configure(s, c, p); err != nil {
		shut(s)
		return nil, fmt.Errorf("soft: station %s: %w", c.Name, err)
	}
	return s, nil
}

func configure(s *stack.Stack, c Config, p *port) error {
	// Buffers of megabytes are for other networks than this, and for other hosts.
	send := tcpip.TCPSendBufferSizeRangeOption{Min: tcp.MinBufferSize, Default: 128 << 10, Max: 512 << 10}
	receive := tcpip.TCPReceiveBufferSizeRangeOption{Min: tcp.MinBufferSize, Default: 128 << 10, Max: 1 << 20}
	// With netstack's RACK the end of a transfer, once lost, sometimes stays lost for ever. With
	// SACK and the retransmission timer it does not.
	recovery := tcpip.TCPRecovery(0)
	for _, option := range []tcpip.SettableTransportProtocolOption{&send, &receive, &recovery} {
		if err := s.SetTransportProtocolOption(tcp.ProtocolNumber, option); err != nil {
			return fmt.Errorf("a TCP option: %w", problem(err))
		}
	}
	if err := s.CreateNICWithOptions(nic, ethernet.New(p), stack.NICOptions{Name: c.Name}); err != nil {
		return fmt.Errorf("the interface: %w", problem(err))
	}
	for _, a := range c.Addresses {
		address := tcpip.ProtocolAddress{
			Protocol:          protocol(a.Addr()),
			AddressWithPrefix: tcpip.AddressWithPrefix{Address: toAddress(a.Addr()), PrefixLen: a.Bits()},
		}
		if err := s.AddProtocolAddress(nic, address, stack.AddressProperties{}); err != nil {
			return fmt.Errorf("the address %v: %w", a, problem(err))
		}
	}
	s.SetRouteTable(routes(c))
	return nil
}

// routes returns routes to the station's networks, to all groups, and to everything else by the
// gateway.
func routes(c Config) (table []tcpip.Route) {
	direct := []netip.Prefix{
		netip.MustParsePrefix("224.0.0.0/4"), netip.PrefixFrom(broadcast, 32),
		netip.MustParsePrefix("fe80::/10"), netip.MustParsePrefix("ff00::/8"),
	}
	for _, a := range c.Addresses {
		direct = append(direct, a.Masked())
	}
	for _, p := range direct {
		table = append(table, tcpip.Route{Destination: toSubnet(p), NIC: nic})
	}
	if c.Gateway.IsValid() {
		beyond := header.IPv4EmptySubnet
		if c.Gateway.Is6() {
			beyond = header.IPv6EmptySubnet
		}
		table = append(table, tcpip.Route{Destination: beyond, Gateway: toAddress(c.Gateway), NIC: nic})
	}
	return table
}

// shut ends all connections of a stack, and its goroutines. It removes the interface first, so that
// nothing comes in meanwhile. What the last segments caused is ended last.
func shut(s *stack.Stack) {
	s.RemoveNIC(nic)
	s.Close()
	s.TransportProtocolInstance(tcp.ProtocolNumber).Wait()
	for _, e := range s.RegisteredEndpoints() {
		e.Abort()
	}
}

func toAddress(a netip.Addr) tcpip.Address { return tcpip.AddrFromSlice(a.AsSlice()) }

func toSubnet(p netip.Prefix) tcpip.Subnet {
	return tcpip.AddressWithPrefix{Address: toAddress(p.Addr()), PrefixLen: p.Bits()}.Subnet()
}

func protocol(a netip.Addr) tcpip.NetworkProtocolNumber {
	if a.Is4() {
		return ipv4.ProtocolNumber
	}
	return ipv6.ProtocolNumber
}

// problem returns an error of package tcpip as an ordinary error: "connection was refused".
func problem(err tcpip.Error) error {
	if err == nil {
		return nil
	}
	return errors.New(err.String())
}

// Quiet silences the log of the TCP/IP stack, which otherwise writes remarks to standard error. The
// log belongs to the whole program (gvisor.dev/gvisor/pkg/log), which is why importing this package
// does not change it.
func Quiet() { log.SetTarget(silence{}) }

type silence struct{}

func (silence) Emit(int, log.Level, time.Time, string, ...any) {}
