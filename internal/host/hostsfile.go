package host

import (
	"net/netip"
	"regexp"
	"strings"
)

// Named is a host that others find by its name: that of its station.
type Named struct {
	Name      string
	Addresses []netip.Prefix
}

// hostName is a name that a hosts file can have: letters, digits, - and _, with dots between.
var hostName = regexp.MustCompile(`^[A-Za-z0-9_]([A-Za-z0-9_-]{0,62})(\.[A-Za-z0-9_-]{1,63})*$`)

// hostsFile returns a hosts file with the names of hosts, and then the machine's own lines. A name
// that programs could not look up, or that is the machine's for itself, is left out.
func hostsFile(hosts []Named, machine string) string {
	var b strings.Builder
	b.WriteString("# The hosts of a run of csmacd, and then the machine's own names.\n")
	for _, h := range hosts {
		if !hostName.MatchString(h.Name) || strings.EqualFold(h.Name, "localhost") {
			continue
		}
		for _, a := range h.Addresses {
			b.WriteString(a.Addr().String() + "\t" + h.Name + "\n")
		}
	}
	b.WriteString(machine)
	return b.String()
}
