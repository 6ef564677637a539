package live

import (
	"net"
	"net/http"
	"net/netip"
	"os"
	"strings"
)

// namedRight answers requests whose host is an address, localhost, the host of the listening address, or
// this machine's name. It refuses others, so that a web page cannot read the metrics by a name that its owner
// has pointed at this machine (DNS rebinding).
func namedRight(given string, next http.Handler) http.Handler {
	machine, _ := os.Hostname()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !rightHost(r.Host, given, machine) {
			http.Error(w, "csmacd: the metrics are at this machine's address or own name only", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// rightHost reports whether the host that a request asks for is this machine. given is the host of the
// listening address, and machine the machine's name, which may be asked for without its domain.
func rightHost(asked, given, machine string) bool {
	host, _, err := net.SplitHostPort(asked)
	if err != nil {
		host = strings.Trim(asked, "[]") // without a port
	}
	if _, err := netip.ParseAddr(host); err == nil {
		return true
	}
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	given, machine = strings.ToLower(given), strings.ToLower(machine)
	first, _, _ := strings.Cut(machine, ".")
	return host != "" && (host == "localhost" || host == given || host == machine || host == first)
}
