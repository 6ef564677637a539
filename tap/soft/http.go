package soft

import (
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"strconv"
	"time"
)

// maxBytes is the size of the longest download: days, at 10 Mb/s.
const maxBytes = 1 << 40

// serveHTTP serves the station's pages: / describes the station, /bytes/N has N octets, to measure
// a download.
func (s *Station) serveHTTP(l net.Listener) error {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.page)
	mux.HandleFunc("GET /bytes/{n}", s.bytes)
	server := &http.Server{
		Handler:        s.count(mux),
		ReadTimeout:    patience,
		MaxHeaderBytes: 16 << 10,
		ErrorLog:       log.New(io.Discard, "", 0),
	}
	if _, ok := s.hold(server); !ok {
		return net.ErrClosed
	}
	s.run(func() { server.Serve(l) })
	return nil
}

func (s *Station) count(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.gets.Add(1)
		h.ServeHTTP(w, r)
	})
}

func (s *Station) page(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	fmt.Fprintf(w, "I am %s, a host in user space on a csmacd cable.\n\n", s.config.Name)
	fmt.Fprintf(w, "ether     %v\n", s.config.Ether)
	for _, a := range s.config.Addresses {
		fmt.Fprintf(w, "address   %v\n", a)
	}
	fmt.Fprintf(w, "serves   ")
	for _, name := range s.config.Serve {
		fmt.Fprintf(w, " %s (port %d)", name, services[name].port)
	}
	fmt.Fprintf(w, "\nup        %v\n", time.Since(s.began).Round(time.Second))
	fmt.Fprintf(w, "requests  %d, this one included\n", s.gets.Load())
	fmt.Fprintf(w, "you are   %s\n\n", r.RemoteAddr)
	fmt.Fprintf(w, "/bytes/1000000 is a million octets, to measure a download.\n")
}

func (s *Station) bytes(w http.ResponseWriter, r *http.Request) {
	n, err := strconv.ParseInt(r.PathValue("n"), 10, 64)
	if err != nil || n < 0 || n > maxBytes {
		http.Error(w, fmt.Sprintf("%q is not a number of octets: write 0 to %d, such as /bytes/1000000", r.PathValue("n"), int64(maxBytes)), http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Content-Length", strconv.FormatInt(n, 10))
	if r.Method == http.MethodHead {
		return
	}
	io.Copy(w, io.LimitReader(&pattern{}, n)) // on an error the peer has gone
}

// pattern is an endless sequence of octets: 0 to 255, again and again.
type pattern struct{ next byte }

func (p *pattern) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = p.next
		p.next++
	}
	return len(b), nil
}
