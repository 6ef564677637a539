package live

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"syscall"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Bounds of a scrape.
const (
	scrapeTimeout = 5 * time.Second // to make the answer
	scrapesAtOnce = 4
	headTimeout   = 5 * time.Second
	wholeTimeout  = 15 * time.Second
	idleTimeout   = 2 * time.Minute // longer than scrapes are apart, usually
	closeTimeout  = time.Second
)

// MetricsHandler answers GET /metrics with what a run has come to, in Prometheus' format,
// and everything else with where to find that.
func MetricsHandler(s Source) http.Handler {
	registry := prometheus.NewRegistry()
	registry.MustRegister(collector{s}) // its metrics are fixed, and a test registers them
	mux := http.NewServeMux()
	// A metric that cannot be made, such as of a second station of the same name, does
	// not take the others with it.
	mux.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{
		ErrorHandling: promhttp.ContinueOnError, MaxRequestsInFlight: scrapesAtOnce, Timeout: scrapeTimeout,
	}))
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = io.WriteString(w, "csmacd: the metrics of this run are at /metrics\n")
	})
	return mux
}

// ServeMetrics serves a run's metrics over HTTP at an address such as 127.0.0.1:9464,
// until the closer is closed, which waits a second for answers under way. Port 0 has
// the system choose; the address given back says which. Only requests for this machine are
// answered: by an address, as localhost, by the host of the address given, or by the machine's name.
func ServeMetrics(address string, s Source) (io.Closer, string, error) {
	if err := checkAddress(address); err != nil {
		return nil, "", err
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, "", notListening(address, err)
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
		_ = server.Serve(l) // ends by Close, or with the listener, and then metrics are missed but the run goes on
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
		err = m.server.Close() // they do not wait for a client that does not read
	}
	<-m.done
	return err
}

// checkAddress says what is wrong about an address to listen at.
func checkAddress(address string) error {
	_, port, err := net.SplitHostPort(address)
	if _, bad := strconv.ParseUint(port, 10, 16); err != nil || bad != nil {
		return fmt.Errorf("metrics: %q is no address to listen at: give HOST:PORT, such as 127.0.0.1:9464", address)
	}
	return nil
}

// notListening says why an address could not be had.
func notListening(address string, err error) error {
	var dns *net.DNSError
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return fmt.Errorf("metrics: %s is in use, perhaps by another run: give another port, or 0 to have one chosen", address)
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		return fmt.Errorf("metrics: %s is no address of this machine: 127.0.0.1 always is", address)
	case errors.Is(err, syscall.EACCES):
		return fmt.Errorf("metrics: %s may not be used: give a port above 1023", address)
	case errors.As(err, &dns):
		return fmt.Errorf("metrics: %s: no such host: 127.0.0.1 is this machine", address)
	}
	var op *net.OpError
	if errors.As(err, &op) {
		err = op.Err
	}
	return fmt.Errorf("metrics: %s: %w", address, err)
}
