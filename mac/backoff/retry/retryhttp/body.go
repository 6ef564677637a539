package retryhttp

import (
	"io"
	"net/http"
)

// spare is the most that is read of a response that nobody wants, so that its connection can be used
// again. To read more would cost more than a new connection.
const spare = 64 << 10

// discard closes the body of a response that nobody wants.
func discard(resp *http.Response) {
	if resp == nil {
		return
	}
	_, _ = io.CopyN(io.Discard, resp.Body, spare)
	_ = resp.Body.Close()
}

// releasing returns a response that calls a function when its body is closed.
func releasing(resp *http.Response, release func()) *http.Response {
	body := closer{resp.Body, release}
	if w, ok := resp.Body.(io.Writer); ok { // 101 Switching Protocols: the body is the connection
		resp.Body = duplex{body, w}
	} else {
		resp.Body = body
	}
	return resp
}

type closer struct {
	io.ReadCloser
	release func()
}

func (c closer) Close() error {
	defer c.release()
	return c.ReadCloser.Close()
}

type duplex struct {
	closer
	io.Writer
}
