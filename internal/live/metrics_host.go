package live

import (
	"net"
	"net/http"
	"net/netip"
	"os"
	"strings"
)

// namedRight answers requests for a host that is an address, localhost, the host that was
// asked to listen, or this machine's own name. A web page whose name its owner has made to lead
// here (DNS rebinding) gets nothing.
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

// rightHost reports whether a request's host is this machine: given is the host listened at,
// machine the machine's name, which may be asked for without its domain, too.
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
