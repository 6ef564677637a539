package live

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/csmacd/csmacd/internal/listen"
)

// Bounds of a scrape.
const (
	scrapeTimeout = 5 * time.Second // to make the answer
	scrapesAtOnce = 4
	headTimeout   = 5 * time.Second
	wholeTimeout  = 15 * time.Second
	idleTimeout   = 2 * time.Minute // longer than the usual time between scrapes
	closeTimeout  = time.Second
)

// MetricsHandler answers GET /metrics with a run's metrics in Prometheus' text format, and GET / with a pointer to them.
func MetricsHandler(s Source) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", http.TimeoutHandler(atOnce(scrapesAtOnce, page(s)), scrapeTimeout, "csmacd: the run did not answer in time\n"))
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = io.WriteString(w, "csmacd: the metrics of this run are at /metrics\n")
	})
	return mux
}

// page answers with the metrics of one snapshot: none before the run has begun.
func page(source Source) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var e exposition
		if s := source.Snapshot(); s != nil {
			writeMetrics(&e, s)
		}
		w.Header().Set("Content-Type", expositionType)
		w.Header().Set("Vary", "Accept-Encoding")
		if !acceptsGzip(r.Header) {
			_, _ = e.WriteTo(w)
			return
		}
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		defer z.Close()
		_, _ = e.WriteTo(z)
	})
}

// acceptsGzip reports whether a request names gzip among the encodings that it takes.
func acceptsGzip(h http.Header) bool {
	for _, one := range strings.Split(strings.Join(h.Values("Accept-Encoding"), ","), ",") {
		name, weight, weighted := strings.Cut(one, ";")
		if strings.TrimSpace(name) == "gzip" {
			q, err := strconv.ParseFloat(strings.TrimPrefix(strings.TrimSpace(weight), "q="), 64)
			return !weighted || err == nil && q > 0
		}
	}
	return false
}

// atOnce refuses requests while n others are being answered.
func atOnce(n int, next http.Handler) http.Handler {
	free := make(chan struct{}, n)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case free <- struct{}{}:
			defer func() { <-free }()
			next.ServeHTTP(w, r)
		default:
			http.Error(w, fmt.Sprintf("csmacd: %d scrapes are being answered: try again later", n), http.StatusServiceUnavailable)
		}
	})
}

// ServeMetrics serves a run's metrics over HTTP at an address such as 127.0.0.1:9464, until the closer is
// closed, which waits a second for answers under way. With port 0 the system chooses a port, which
// the returned address contains. Only requests for this machine are answered: those that name an address, localhost, the host
// of the given address, or the machine's name.
func ServeMetrics(address string, s Source) (io.Closer, string, error) {
	l, err := listen.On(address, "127.0.0.1:9464")
	if err != nil {
		return nil, "", fmt.Errorf("metrics: %w", err)
	}
	host, _, _ := net.SplitHostPort(address)
	server := &http.Server{
		Handler:           namedRight(host, MetricsHandler(s)),
		ReadHeaderTimeout: headTimeout, ReadTimeout: headTimeout, WriteTimeout: wholeTimeout, IdleTimeout: idleTimeout,
		MaxHeaderBytes: 16 << 10,
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = server.Serve(l) // it ends by Close, or if the listener fails; the run then goes on without metrics
	}()
	return &metricsServer{server, done}, l.Addr().String(), nil
}

type metricsServer struct {
	server *http.Server
	done   chan struct{}
}

// Close implements [io.Closer].
func (m *metricsServer) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
	defer cancel()
	err := m.server.Shutdown(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		err = m.server.Close() // do not wait for a client that does not read
	}
	<-m.done
	return err
}
