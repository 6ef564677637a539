package soft

import (
	"net/netip"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/phy"
)

func prefixes(list ...string) (p []netip.Prefix) {
	for _, s := range list {
		p = append(p, netip.MustParsePrefix(s))
	}
	return p
}

func TestServices(t *testing.T) {
	assert.Equal(t, []string{"chargen", "discard", "echo", "http"}, Services())
}

func TestWrongConfigurations(t *testing.T) {
	for says, spoil := range map[string]func(*Config){
		"must be an individual one":                     func(c *Config) { c.Ether = phy.Broadcast },
		"00:00:00:00:00:00 cannot be":                   func(c *Config) { c.Ether = phy.Address{} },
		"at least one, such as 10.0.0.9/24":             func(c *Config) { c.Addresses = nil },
		"missing its value":                             func(c *Config) { c.Addresses = []netip.Prefix{{}} },
		"given twice":                                   func(c *Config) { c.Addresses = prefixes("10.0.0.9/24", "10.0.0.9/16") },
		"10.0.0.0 is the address of the network":        func(c *Config) { c.Addresses = prefixes("10.0.0.0/24") },
		"10.0.0.255 is the address of the network":      func(c *Config) { c.Addresses = prefixes("10.0.0.255/24") },
		"127.0.0.1 cannot be":                           func(c *Config) { c.Addresses = prefixes("127.0.0.1/8") },
		"224.0.0.1 cannot be":                           func(c *Config) { c.Addresses = prefixes("224.0.0.1/8") },
		":: cannot be":                                  func(c *Config) { c.Addresses = prefixes("::/64") },
		"write 10.0.0.9":                                func(c *Config) { c.Addresses = prefixes("::ffff:10.0.0.9/120") },
		"in none of the station's networks":             func(c *Config) { c.Gateway = netip.MustParseAddr("10.0.1.1") },
		"is the station itself":                         func(c *Config) { c.Gateway = netip.MustParseAddr("10.0.0.9") },
		"it must be 68 to 65535":                        func(c *Config) { c.MTU = 67 },
		"it must be 1280 to 65535":                      func(c *Config) { c.MTU = 1000; c.Addresses = prefixes("fd00::1/64") },
		`no service "htpp": write one of chargen, disc`: func(c *Config) { c.Serve = []string{"htpp"} },
		`the service "echo" is given twice`:             func(c *Config) { c.Serve = []string{"echo", "http", "echo"} },
	} {
		c := Config{Ether: phy.StationAddress(0), Addresses: prefixes("10.0.0.9/24")}
		spoil(&c)
		_, err := New(c)
		require.Error(t, err, says)
		assert.ErrorContains(t, err, says)
		assert.ErrorContains(t, err, "soft: station soft: ")
	}
}

func TestRightConfigurations(t *testing.T) {
	for _, c := range []Config{
		{Addresses: prefixes("10.0.0.9/24"), Gateway: netip.MustParseAddr("10.0.0.1")},
		{Addresses: prefixes("10.0.0.0/31")},
		{Addresses: prefixes("10.0.0.9/32")},
		{Addresses: prefixes("fd00::9/64", "10.0.0.9/8", "fe80::9/64"), Gateway: netip.MustParseAddr("fe80::1"), MTU: 1280},
		{Addresses: prefixes("10.0.0.9/24"), MTU: 68, Serve: Services(), Name: "someone with a longer name than an interface"},
	} {
		c.Ether = phy.StationAddress(0)
		s, err := New(c)
		require.NoError(t, err)
		assert.Equal(t, -1, s.FD())
		require.NoError(t, s.Start(nil))
		assert.ErrorContains(t, s.Start(nil), "started already")
		assert.NoError(t, s.Close())
	}
}
