package soft

import (
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strings"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/phy"
)

// Config describes a station. Ether and Addresses must be set.
type Config struct {
	Ether     phy.Address    // its MAC address, an individual one
	Addresses []netip.Prefix // its IP addresses, each with the length of its network: 10.0.0.9/24, fd00::9/64
	Gateway   netip.Addr     // a router in one of these networks; the zero value: none
	MTU       int            // octets of the longest IP packet; 0: 1500
	Serve     []string       // names of services, see [Services]
	Name      string         // the name on its page; "": "soft"
}

// concerns reports whether a frame is for the station or for a group. The stack knows which groups
// the station has joined.
func (c *Config) concerns(to phy.Address) bool { return to == c.Ether || to.Group() }

// MTU returns the longest IP packet of a host on a line, in octets: a frame also has a header, perhaps
// a tag, and the FCS.
func MTU(p mac.Params) int { return p.MaxFrame - (14 + 4 + phy.FCSSize) }

const (
	defaultMTU = 1500
	minMTU     = 68   // RFC 791
	minMTU6    = 1280 // RFC 8200 section 5
	maxMTU     = 65535
)

// complete returns the configuration with its defaults, or an error that says everything that is
// wrong with it.
func (c Config) complete() (Config, error) {
	if c.Name == "" {
		c.Name = "soft"
	}
	if c.MTU == 0 {
		c.MTU = defaultMTU
	}
	var wrong []error
	say := func(format string, args ...any) { wrong = append(wrong, fmt.Errorf(format, args...)) }

	if c.Ether == (phy.Address{}) || c.Ether.Group() {
		say("%v cannot be a station's own address: it must be an individual one, such as %v", c.Ether, phy.StationAddress(0))
	}
	least := minMTU
	if slices.ContainsFunc(c.Addresses, func(p netip.Prefix) bool { return p.Addr().Is6() }) {
		least = minMTU6
	}
	if c.MTU < least || c.MTU > maxMTU {
		say("an MTU of %d: it must be %d to %d octets", c.MTU, least, maxMTU)
	}
	if len(c.Addresses) == 0 {
		say("no address: a station needs at least one, such as 10.0.0.9/24")
	}
	for i, p := range c.Addresses {
		if err := checkAddress(p); err != nil {
			wrong = append(wrong, err)
		} else if slices.ContainsFunc(c.Addresses[:i], func(q netip.Prefix) bool { return q.Addr() == p.Addr() }) {
			say("the address %v is given twice", p.Addr())
		}
	}
	if err := c.checkGateway(); err != nil {
		wrong = append(wrong, err)
	}
	for i, name := range c.Serve {
		if _, ok := services[name]; !ok {
			say("there is no service %q: write one of %s", name, strings.Join(Services(), ", "))
		} else if slices.Contains(c.Serve[:i], name) {
			say("the service %q is given twice", name)
		}
	}
	if len(wrong) > 0 {
		return c, fmt.Errorf("soft: station %s: %w", c.Name, errors.Join(wrong...))
	}
	return c, nil
}

func checkAddress(p netip.Prefix) error {
	a := p.Addr()
	switch {
	case !p.IsValid():
		return errors.New("an address is missing its value: write it with the length of its network, such as 10.0.0.9/24")
	case a.Is4In6():
		return fmt.Errorf("the address %v is IPv4 written as IPv6: write %v", a, a.Unmap())
	case a.Zone() != "":
		return fmt.Errorf("the address %v has a zone: leave it out", a)
	case a.IsUnspecified(), a.IsMulticast(), a.IsLoopback(), a == broadcast:
		return fmt.Errorf("%v cannot be a station's own address", a)
	case a.Is4() && p.Bits() < 31 && (a == p.Masked().Addr() || !p.Contains(a.Next())):
		return fmt.Errorf("%v is the address of the network %v itself, or its broadcast address, not a station's", a, p.Masked())
	}
	return nil
}

var broadcast = netip.AddrFrom4([4]byte{255, 255, 255, 255})

func (c Config) checkGateway() error {
	if !c.Gateway.IsValid() {
		return nil
	}
	for _, p := range c.Addresses {
		if p.Addr() == c.Gateway {
			return fmt.Errorf("the gateway %v is the station itself", c.Gateway)
		}
		if p.Contains(c.Gateway) {
			return nil
		}
	}
	return fmt.Errorf("the gateway %v is in none of the station's networks", c.Gateway)
}
