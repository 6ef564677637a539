package host

import (
	"net/netip"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Hosts are found by the names of their stations, before the machine's own names.
func TestHostsFile(t *testing.T) {
	at := func(list ...string) (all []netip.Prefix) {
		for _, a := range list {
			all = append(all, netip.MustParsePrefix(a))
		}
		return all
	}
	assert.Equal(t, `# The hosts of a run of csmacd, and then the machine's own names.
10.0.0.1	h1
10.0.0.2	web.lab
2001:db8::2	web.lab
127.0.0.1 localhost
`, hostsFile([]Named{
		{"h1", at("10.0.0.1/24")}, {"web.lab", at("10.0.0.2/24", "2001:db8::2/64")}, {"vm", nil},
		{"two words", at("10.0.0.3/24")}, {"-x", at("10.0.0.4/24")}, {"localhost", at("10.0.0.5/24")}, {"a\nb", at("10.0.0.6/24")},
	}, "127.0.0.1 localhost\n"))
}
