package page_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/page"
)

func ask(t *testing.T, method, url string, change func(*http.Request)) (status int, body string, header http.Header) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, nil)
	require.NoError(t, err)
	if change != nil {
		change(r)
	}
	got, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	defer got.Body.Close()
	octets, err := io.ReadAll(got.Body)
	require.NoError(t, err)
	return got.StatusCode, string(octets), got.Header
}

// The page answers to its own address, by its own names, and to nobody else.
func TestServerAnswersItsOwn(t *testing.T) {
	at := serve(t)
	status, body, header := ask(t, "GET", at, nil)
	assert.Equal(t, 200, status)
	assert.Contains(t, body, "<title>csmacd lab</title>")
	assert.Contains(t, header.Get("Content-Security-Policy"), "default-src 'none'")
	assert.Equal(t, "nosniff", header.Get("X-Content-Type-Options"))
	assert.NotContains(t, header.Get("Content-Security-Policy"), "unsafe-inline")

	port := at[strings.LastIndex(at, ":"):]
	for _, host := range []string{"localhost" + port, "127.0.0.1" + port} {
		status, _, _ = ask(t, "GET", at, func(r *http.Request) { r.Host = strings.TrimSuffix(host, "/") })
		assert.Equal(t, 200, status, host)
	}
	for _, host := range []string{"evil.example", "evil.example" + strings.TrimSuffix(port, "/"), "127.0.0.1", "localhost:1"} {
		status, body, _ = ask(t, "GET", at, func(r *http.Request) { r.Host = host })
		assert.Equal(t, 403, status, host)
		assert.NotContains(t, body, "csmacd lab", host)
	}
	for _, origin := range []string{"http://evil.example", "null", "https://127.0.0.1" + strings.TrimSuffix(port, "/")} {
		status, _, _ = ask(t, "GET", at, func(r *http.Request) { r.Header.Set("Origin", origin) })
		assert.Equal(t, 403, status, origin)
	}
}

// No path leads anywhere but to the page's files, and nothing is taken.
func TestServerReadsNothingElse(t *testing.T) {
	at := serve(t)
	for _, path := range []string{"etc/passwd", "../server.go", "..%2f..%2fgo.mod", "%2e%2e/server.go", "dist", "dist/", "./index.html/..", "index.html/", "C:%5C", "engine.wasm"} {
		status, body, _ := ask(t, "GET", at+path, nil)
		assert.Equal(t, 404, status, path)
		assert.NotContains(t, body, "package")
	}
	for _, method := range []string{"POST", "PUT", "DELETE", "PATCH", "OPTIONS"} {
		status, _, _ := ask(t, method, at, nil)
		assert.Equal(t, 405, status, method)
	}
}

// A browser that has a file asks whether it has changed, and is told that it has not.
func TestServerKnowsWhatHasNotChanged(t *testing.T) {
	at := serve(t)
	_, _, header := ask(t, "GET", at+"page.js", nil)
	status, body, _ := ask(t, "GET", at+"page.js", func(r *http.Request) { r.Header.Set("If-None-Match", header.Get("ETag")) })
	assert.Equal(t, 304, status)
	assert.Empty(t, body)
}

// An address that is taken is an error, and the end is an end.
func TestServerEnds(t *testing.T) {
	at := serve(t)
	_, err := page.Listen(strings.TrimSuffix(strings.TrimPrefix(at, "http://"), "/"))
	require.ErrorContains(t, err, "the page cannot be served: 127.0.0.1:")
	require.ErrorContains(t, err, " is in use, perhaps by another run: give another port")

	server, err := page.Listen("127.0.0.1:0")
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	require.NoError(t, server.Serve(ctx))
}

// The address of no machine in particular is none that the page could answer to.
func TestListenOnEveryAddress(t *testing.T) {
	for _, address := range []string{":0", "0.0.0.0:0", "[::]:0"} {
		_, err := page.Listen(address)
		require.ErrorContains(t, err, "give an address of this machine, such as 127.0.0.1:8080", address)
	}
}
