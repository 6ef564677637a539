package host

import (
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"unicode"

	"github.com/csmacd/csmacd/phy"
)

// Spec describes one host.
type Spec struct {
	Station   string         // the station whose host it is
	TAP       string         // name of the TAP device, at most 15 octets; empty: the kernel chooses
	Netns     string         // name of the network namespace, as in ip netns; empty: the present one
	Addresses []netip.Prefix // addresses of the interface, each with its prefix length
	Gateway   netip.Addr     // the default route's next hop, in the network of an address; none where invalid
	Ether     phy.Address    // hardware address; the kernel's choice where zero
	MTU       int            // in octets; the kernel's choice, 1500, where 0
	Speed     float64        // of the station's line in bits per second, which the interface reports; it reports none where 0
	Full      bool           // the line is full duplex
	IPv6      bool           // with IPv6, and what it sends by itself; an IPv6 address among Addresses implies it
}

// The lengths that names may have, in octets: IFNAMSIZ less its final 0, and NAME_MAX.
const (
	maxTAP   = 15
	maxNetns = 255
)

// check returns what is wrong with a Spec.
func (s *Spec) check() error {
	if s.Station == "" {
		return errors.New("a host needs the name of its station")
	}
	if s.TAP != "" {
		if err := checkName("TAP device", s.TAP, maxTAP); err != nil {
			return err
		}
		if strings.ContainsFunc(s.TAP, func(r rune) bool { return r > unicode.MaxASCII }) {
			return fmt.Errorf("%q cannot name a TAP device: the kernel takes some letters beyond ASCII for spaces", s.TAP)
		}
	}
	if s.Netns != "" {
		if err := checkName("network namespace", s.Netns, maxNetns); err != nil {
			return err
		}
	}
	if s.Ether.Group() {
		return fmt.Errorf("the hardware address %v is a group address: the first octet of a station's address must be even", s.Ether)
	}
	if s.MTU < 0 {
		return fmt.Errorf("an MTU of %d octets is not possible: 1500 is Ethernet's", s.MTU)
	}
	for _, a := range s.Addresses {
		if !a.IsValid() {
			return errors.New("an address is empty: write one as 10.0.0.1/24")
		}
	}
	return s.checkGateway()
}

func (s *Spec) checkGateway() error {
	if !s.Gateway.IsValid() {
		return nil
	}
	for _, a := range s.Addresses {
		if a.Addr() == s.Gateway {
			return fmt.Errorf("the gateway %v is the host's own address", s.Gateway)
		}
	}
	for _, a := range s.Addresses {
		if a.Masked().Contains(s.Gateway) {
			return nil
		}
	}
	return fmt.Errorf("the gateway %v is not on a network of the addresses", s.Gateway)
}

// checkName refuses names that the kernel, the file system or a reader of ip link would take
// for something else.
func checkName(what, name string, longest int) error {
	odd := func(r rune) bool {
		return strings.ContainsRune(`/:%\`, r) || unicode.IsSpace(r) || !unicode.IsPrint(r)
	}
	switch {
	case len(name) > longest:
		return fmt.Errorf("the name %q of a %s has %d octets: the kernel takes at most %d", name, what, len(name), longest)
	case name == "." || name == "..":
		return fmt.Errorf("%q cannot name a %s: it is the name of a directory", name, what)
	case strings.HasPrefix(name, "-"):
		return fmt.Errorf("%q cannot name a %s: commands would take it for a flag", name, what)
	case strings.IndexFunc(name, odd) >= 0:
		return fmt.Errorf("%q cannot name a %s: write letters, digits, '-', '_' and '.', and no '/', ':', '%%', '\\' or space", name, what)
	}
	return nil
}

// ipv6 reports whether the interface speaks IPv6.
func (s *Spec) ipv6() bool {
	for _, a := range s.Addresses {
		if a.Addr().Is6() {
			return true
		}
	}
	return s.IPv6
}
