package page

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"mime"
	"net"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/csmacd/csmacd/internal/exercise"
	"github.com/csmacd/csmacd/internal/listen"
)

// policy allows the page to load its own files, and its worker, which it makes itself.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src blob:; style-src 'self'; " +
	"img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors "

// Server serves the page.
type Server struct {
	http   *http.Server
	at     net.Listener
	frames []string // the origins whose pages may show this one in a frame
}

// asset is a file of the page, in the form in which it is sent.
type asset struct {
	octets []byte
	kind   string
	tag    string
}

// Listen listens on an address such as 127.0.0.1:0; port 0 stands for a free one. The page has csmacd's labs, and others.
func Listen(address string, labs ...*exercise.Lab) (*Server, error) {
	handler, err := newHandler(labs)
	if err != nil {
		return nil, err
	}
	if host, _, err := net.SplitHostPort(address); err == nil && (host == "" || net.ParseIP(host).IsUnspecified()) {
		return nil, fmt.Errorf("the page answers at its own address only, and %s is not one: give an address of this machine, such as 127.0.0.1:8080", address)
	}
	at, err := listen.On(address, "127.0.0.1:8080")
	if err != nil {
		return nil, fmt.Errorf("the page cannot be served: %w", err)
	}
	// A client that reads or writes slowly does not hold resources for long.
	s := &Server{at: at}
	s.http = &http.Server{Handler: s.only(handler), ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second,
		WriteTimeout: time.Minute, IdleTimeout: time.Minute, MaxHeaderBytes: 16 << 10}
	return s, nil
}

// ErrOrigin says that a text is not the origin of pages.
var ErrOrigin = errors.New("is not an origin: give a scheme and a host, such as https://moodle.example.org")

// Embed allows the pages of some origins to show this page in a frame. It is called before [Server.Serve].
func (s *Server) Embed(origins ...string) error {
	for _, o := range origins {
		u, err := url.Parse(o)
		if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || u.Scheme+"://"+u.Host != o || strings.ContainsAny(o, "; ,'\"*") {
			return fmt.Errorf("%q %w", o, ErrOrigin)
		}
	}
	s.frames = append(s.frames, origins...)
	return nil
}

// ancestors returns the origins whose pages may show this one, as the policy has them.
func (s *Server) ancestors() string {
	if len(s.frames) == 0 {
		return "'none'"
	}
	return strings.Join(s.frames, " ")
}

// URL returns the page's address.
func (s *Server) URL() string { return "http://" + s.at.Addr().String() + "/" }

// Serve serves until the context is done.
func (s *Server) Serve(ctx context.Context) error {
	ended := make(chan error, 1)
	go func() { ended <- s.http.Serve(s.at) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	err := s.http.Close()
	if err := <-ended; err != nil && !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return err
}

// newHandler serves the page's files by their names, from memory: no path leads to a disk.
func newHandler(labs []*exercise.Lab) (http.Handler, error) {
	files := Files()
	entries, err := fs.ReadDir(files, ".")
	if err != nil {
		return nil, err
	}
	assets := map[string]asset{}
	add := func(name string, octets []byte) {
		sum := sha256.Sum256(octets)
		assets["/"+name] = asset{octets, kindOf(name), `"` + hex.EncodeToString(sum[:12]) + `"`}
	}
	for _, e := range entries {
		octets, err := fs.ReadFile(files, e.Name())
		if err != nil {
			return nil, err
		}
		add(e.Name(), octets)
	}
	script, err := labsScript(labs)
	if err != nil {
		return nil, err
	}
	add(labsFile, script)
	assets["/"] = assets["/index.html"]
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a, ok := assets[r.URL.Path]
		switch {
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "the page is only read", http.StatusMethodNotAllowed)
			return
		case !ok:
			http.Error(w, "there is no such file of the page", http.StatusNotFound)
			return
		}
		h := w.Header()
		h.Set("Content-Type", a.kind)
		h.Set("ETag", a.tag)
		h.Set("Cache-Control", "no-cache")
		if strings.Contains(r.Header.Get("If-None-Match"), a.tag) {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		h.Set("Content-Length", fmt.Sprint(len(a.octets)))
		if r.Method == http.MethodGet {
			_, _ = w.Write(a.octets) // a client that has gone away needs no answer
		}
	}), nil
}

// kindOf returns the media type of a file.
func kindOf(name string) string {
	switch path.Ext(name) { // the machine's own table may have anything
	case ".html":
		return "text/html; charset=utf-8"
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".txt":
		return "text/plain; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".gz":
		return "application/octet-stream"
	}
	return mime.TypeByExtension(path.Ext(name))
}

// only answers clients that use the page's own address. Another site's name that leads here
// (DNS rebinding), and another site's script, get nothing.
func (s *Server) only(next http.Handler) http.Handler {
	hosts := hostsOf(s.at.Addr())
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy+s.ancestors())
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		if len(s.frames) == 0 {
			h.Set("X-Frame-Options", "DENY") // for browsers that do not know frame-ancestors
		}
		origin := r.Header.Get("Origin")
		switch {
		case !slices.Contains(hosts, strings.ToLower(r.Host)):
			http.Error(w, "this page answers to its own address only", http.StatusForbidden)
		case origin != "" && !slices.Contains(hosts, strings.TrimPrefix(strings.ToLower(origin), "http://")):
			http.Error(w, "this page is not for other sites", http.StatusForbidden)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// hostsOf returns the names that stand for an address in requests.
func hostsOf(at net.Addr) []string {
	own := strings.ToLower(at.String())
	hosts := []string{own}
	host, port, err := net.SplitHostPort(own)
	if err != nil {
		return hosts
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsLoopback() {
		hosts = append(hosts, net.JoinHostPort("localhost", port), net.JoinHostPort("127.0.0.1", port), net.JoinHostPort("::1", port))
	}
	if port == "80" { // which browsers leave out
		for _, h := range hosts[:len(hosts):len(hosts)] {
			hosts = append(hosts, strings.TrimSuffix(h, ":80"))
		}
	}
	return hosts
}
