package retryhttp_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"time"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/mac/backoff/retry"
	"github.com/csmacd/csmacd/mac/backoff/retry/retryhttp"
)

// flaky returns a server that answers the third request.
func flaky() *httptest.Server {
	n := 0
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if n++; n < 3 {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		fmt.Fprint(w, "row 7")
	}))
}

// A client that survives a server that fails for a while.
func ExampleTransport() {
	server := flaky()
	defer server.Close()

	client := &http.Client{Transport: &retryhttp.Transport{Retrier: retry.Retrier{
		Policy: backoff.FullJitter(backoff.AWS), Unit: time.Millisecond, MaxAttempts: 8,
	}}}
	resp, err := client.Get(server.URL)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer resp.Body.Close()
	text, _ := io.ReadAll(resp.Body)
	fmt.Println(resp.Status, string(text))
	// Output: 200 OK row 7
}

// A rule of one's own: this server answers 500 when it has lost a race, and a second request wins.
func ExampleTransport_repeat() {
	lost := true
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if lost {
			w.WriteHeader(http.StatusInternalServerError)
		}
		lost = false
	}))
	defer server.Close()

	client := &http.Client{Transport: &retryhttp.Transport{
		Retrier: retry.Retrier{Policy: backoff.BEB(10), Unit: time.Millisecond, MaxAttempts: 8},
		Repeat: func(req *http.Request, resp *http.Response, err error) bool {
			return resp != nil && resp.StatusCode == http.StatusInternalServerError || retryhttp.Repeatable(req, resp, err)
		},
	}}
	resp, err := client.Get(server.URL)
	fmt.Println(resp.Status, err)
	// Output: 200 OK <nil>
}
