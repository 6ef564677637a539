package retryhttp_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/mac/backoff/retry"
	"github.com/csmacd/csmacd/mac/backoff/retry/retryhttp"
)

// on returns a transport that waits in virtual time.
func on(base http.RoundTripper) *retryhttp.Transport {
	return &retryhttp.Transport{Base: base, Retrier: retry.Retrier{
		Policy: backoff.Fixed(1), Unit: time.Second, MaxAttempts: 4, Clock: &retry.Virtual{},
	}}
}

// serve returns a server that answers as listed, and the last answer is repeated.
func serve(t testing.TB, answers ...http.HandlerFunc) (url string, requests *atomic.Int64) {
	requests = new(atomic.Int64)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := int(requests.Add(1)) - 1
		answers[min(n, len(answers)-1)](w, r)
	}))
	t.Cleanup(server.Close)
	return server.URL, requests
}

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) { http.Error(w, "no", code) }
}

func echo(w http.ResponseWriter, r *http.Request) { _, _ = io.Copy(w, r.Body) }

// hangUp ends the connection without a response.
func hangUp(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }

// A server that is overloaded twice is asked three times, on one connection.
func TestOverloadedServer(t *testing.T) {
	var remotes []string
	seen := func(next http.HandlerFunc) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) { remotes = append(remotes, r.RemoteAddr); next(w, r) }
	}
	url, _ := serve(t, seen(status(503)), seen(status(502)), seen(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("row 7")) }))
	resp, err := (&http.Client{Transport: on(nil)}).Get(url)
	require.NoError(t, err)
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	assert.Equal(t, "row 7", string(text))
	require.Len(t, remotes, 3)
	assert.Equal(t, remotes[0], remotes[2], "the connection is used again")
}

// A connection that breaks is an error of the network.
func TestBrokenConnection(t *testing.T) {
	url, requests := serve(t, hangUp)
	_, err := (&http.Client{Transport: on(&http.Transport{})}).Get(url)
	assert.ErrorIs(t, err, retry.ErrAttempts)
	assert.ErrorIs(t, err, io.EOF)
	assert.EqualValues(t, 4, requests.Load())
}

// When the attempts are used up the client gets the last response, with its body.
func TestLastResponse(t *testing.T) {
	url, requests := serve(t, status(503))
	resp, err := (&http.Client{Transport: on(nil)}).Get(url)
	require.NoError(t, err)
	defer resp.Body.Close()
	text, _ := io.ReadAll(resp.Body)
	assert.Equal(t, "no\n", string(text))
	assert.Equal(t, 503, resp.StatusCode)
	assert.EqualValues(t, 4, requests.Load())
}

// A body is sent again from its beginning. One that cannot be sent again is sent once.
func TestBody(t *testing.T) {
	const text = "the whole row"
	url, requests := serve(t, func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.CopyN(io.Discard, r.Body, 3)
		status(503)(w, r)
	}, echo)
	put := func(body io.Reader) (*http.Response, error) {
		requests.Store(0)
		req, err := http.NewRequest(http.MethodPut, url, body)
		require.NoError(t, err)
		return on(nil).RoundTrip(req)
	}
	resp, err := put(strings.NewReader(text))
	require.NoError(t, err)
	got, _ := io.ReadAll(resp.Body)
	resp.Body.Close()
	assert.Equal(t, text, string(got))
	assert.EqualValues(t, 2, requests.Load())

	resp, err = put(io.MultiReader(strings.NewReader(text)))
	require.NoError(t, err)
	resp.Body.Close()
	assert.Equal(t, 503, resp.StatusCode)
	assert.EqualValues(t, 1, requests.Load())
}

// What may be acted on twice is repeated; what may not is repeated only if it was not acted on.
func TestWhatIsRepeated(t *testing.T) {
	for _, c := range []struct {
		method, key string
		answer      http.HandlerFunc
		requests    int64
	}{
		{"GET", "", status(503), 2}, {"GET", "", status(504), 2}, {"GET", "", status(408), 2}, {"GET", "", hangUp, 2},
		{"PUT", "", status(502), 2}, {"DELETE", "", status(503), 2}, {"HEAD", "", status(503), 2},
		{"GET", "", status(500), 1}, {"GET", "", status(404), 1}, {"GET", "", status(501), 1}, {"GET", "", status(302), 1},
		{"POST", "", status(503), 1}, {"POST", "", status(502), 1}, {"POST", "", hangUp, 1}, {"PATCH", "", status(503), 1},
		{"POST", "", status(429), 2}, {"POST", "", status(425), 2},
		{"POST", "Idempotency-Key", status(503), 2}, {"POST", "X-Idempotency-Key", hangUp, 2},
	} {
		url, requests := serve(t, c.answer, echo)
		req, err := http.NewRequest(c.method, url, strings.NewReader("x"))
		require.NoError(t, err)
		if c.key != "" {
			req.Header.Set(c.key, "7")
		}
		if resp, err := on(&http.Transport{}).RoundTrip(req); err == nil {
			resp.Body.Close()
		}
		assert.Equal(t, c.requests, requests.Load(), "%s %s", c.method, c.key)
	}
}

// A request that found no server was not acted on, whatever it was.
func TestNoServer(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(echo))
	server.Close()
	attempts := 0
	transport := on(&http.Transport{})
	transport.Retrier.Attempted = func(retry.Attempt) { attempts++ }
	_, err := (&http.Client{Transport: transport}).Post(server.URL, "text/plain", strings.NewReader("x"))
	assert.ErrorIs(t, err, retry.ErrAttempts)
	assert.Equal(t, 4, attempts)
}

// Errors that stay are not repeated.
func TestErrorsThatStay(t *testing.T) {
	server := httptest.NewUnstartedServer(http.HandlerFunc(echo))
	server.Config.ErrorLog = log.New(io.Discard, "", 0) // it reports each client that refuses its certificate
	server.StartTLS()
	defer server.Close()
	for _, url := range []string{server.URL, "gopher://localhost/"} {
		attempts := 0
		transport := on(&http.Transport{}) // knows nothing of the server's certificate
		transport.Retrier.Attempted = func(retry.Attempt) { attempts++ }
		_, err := (&http.Client{Transport: transport}).Get(url)
		assert.ErrorIs(t, err, retry.ErrPermanent, url)
		assert.Equal(t, 1, attempts, url)
	}
}

// A server says when it can be asked again. The policy's delay is added; more than MaxRetryAfter is refused.
func TestRetryAfter(t *testing.T) {
	later := func(value string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) { w.Header().Set("Retry-After", value); status(503)(w, r) }
	}
	for _, c := range []struct {
		value string
		waits []time.Duration
	}{
		{"30", []time.Duration{31 * time.Second}},
		{"60", []time.Duration{61 * time.Second}},
		{"61", nil},
		{"99999999999999999999", nil},
		{"soon", []time.Duration{time.Second}},
		{"Thu, 01 Jan 1970 00:00:00 GMT", []time.Duration{time.Second}},
		{"Fri, 31 Dec 2999 23:59:59 GMT", nil},
	} {
		url, _ := serve(t, later(c.value), echo)
		var waits []time.Duration
		transport := on(nil)
		transport.Retrier.Notify = func(w retry.Wait) { waits = append(waits, w.Delay) }
		resp, err := (&http.Client{Transport: transport}).Get(url)
		require.NoError(t, err, c.value)
		resp.Body.Close()
		assert.Equal(t, c.waits, waits, c.value)
		if c.waits == nil {
			assert.Equal(t, 503, resp.StatusCode, c.value)
		}
	}
}

// An attempt without a response is ended in time. A response may be read for longer.
func TestAttemptTimeout(t *testing.T) {
	end := make(chan struct{})
	defer close(end)
	url, requests := serve(t,
		func(_ http.ResponseWriter, r *http.Request) {
			select {
			case <-r.Context().Done():
			case <-end:
			}
		},
		func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write([]byte("slow"))
			w.(http.Flusher).Flush()
			time.Sleep(300 * time.Millisecond)
			_, _ = w.Write([]byte(" body"))
		})
	transport := on(nil)
	transport.Retrier.AttemptTimeout = 200 * time.Millisecond
	resp, err := (&http.Client{Transport: transport}).Get(url)
	require.NoError(t, err)
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	assert.Equal(t, "slow body", string(text))
	assert.EqualValues(t, 2, requests.Load())
}

// The context of a request ends a wait at once.
func TestContext(t *testing.T) {
	url, requests := serve(t, status(503))
	transport := &retryhttp.Transport{Retrier: retry.Retrier{Policy: backoff.Fixed(1), Unit: time.Hour}}
	errShutdown := errors.New("shutdown")
	ctx, cancel := context.WithCancelCause(context.Background())
	transport.Retrier.Notify = func(retry.Wait) { cancel(errShutdown) }
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	require.NoError(t, err)
	resp, err := transport.RoundTrip(req)
	assert.Nil(t, resp)
	assert.ErrorIs(t, err, context.Canceled)
	assert.ErrorIs(t, err, errShutdown)
	assert.EqualValues(t, 1, requests.Load())
}

// counted is a body that counts how often it is closed.
type counted struct {
	io.Reader
	closed *int
}

func (c counted) Close() error { *c.closed++; return nil }

// script is a base transport without a network.
type script func(*http.Request) (*http.Response, error)

func (s script) RoundTrip(r *http.Request) (*http.Response, error) { return s(r) }

// Whatever fails, each body is closed: of requests by the base, of responses that nobody wants by the
// Transport, and the last response's is left to the client.
func TestBodiesAreClosed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		answers := rapid.SliceOfN(rapid.SampledFrom([]int{0, 200, 429, 503}), 4, 4).Draw(t, "answers")
		opened, closed, sent, n := 0, 0, 0, 0
		transport := on(script(func(r *http.Request) (*http.Response, error) {
			defer r.Body.Close()
			got, _ := io.ReadAll(r.Body)
			if string(got) != "row" {
				t.Fatalf("attempt %d sends %q", n+1, got)
			}
			sent++
			code := answers[n]
			n++
			if code == 0 {
				return nil, errors.New("broken")
			}
			opened++
			return &http.Response{StatusCode: code, Body: counted{strings.NewReader("x"), &closed}, Header: http.Header{}}, nil
		}))
		transport.Retrier.AttemptTimeout = rapid.SampledFrom([]time.Duration{0, time.Minute}).Draw(t, "timeout")
		requests := 0
		body := func() io.ReadCloser { return counted{bytes.NewReader([]byte("row")), &requests} }
		req, _ := http.NewRequest(http.MethodPut, "http://h/", body())
		opens := 1
		req.GetBody = func() (io.ReadCloser, error) { opens++; return body(), nil }
		resp, err := transport.RoundTrip(req)
		if (resp == nil) == (err == nil) {
			t.Fatalf("%v and %v", resp, err)
		}
		if resp != nil {
			if opened != closed+1 {
				t.Fatalf("%d responses, %d closed before the last", opened, closed)
			}
			resp.Body.Close()
		}
		if opened != closed || requests != opens || sent != opens {
			t.Fatalf("%d responses, %d closed; %d requests, %d closed", opened, closed, opens, requests)
		}
	})
}

// A Transport without a policy says so, and sends nothing.
func TestNoPolicy(t *testing.T) {
	closed := 0
	req, _ := http.NewRequest(http.MethodPut, "http://h/", counted{strings.NewReader("x"), &closed})
	_, err := (&retryhttp.Transport{}).RoundTrip(req)
	assert.ErrorContains(t, err, "Policy")
	assert.Equal(t, 1, closed)
}
