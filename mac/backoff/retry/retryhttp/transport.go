package retryhttp

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/csmacd/csmacd/mac/backoff/retry"
)

// Transport is an http.RoundTripper that repeats requests. Its Policy and Unit must be set; all other
// fields are optional. It is not modified, so that any number of goroutines and clients may share one.
//
// A request is repeated only if its body can be sent again: it has none, or the request has GetBody, as
// http.NewRequest sets it for a bytes.Buffer, bytes.Reader or strings.Reader.
//
// When there is no further attempt, the client receives the last response, as it would have without the
// Transport, or the last error of the network within a [*retry.Error].
//
// Limits are those of the Retrier. The context of a request, and with it http.Client.Timeout, limits all
// its attempts together. Retrier.AttemptTimeout limits the time from the beginning of an attempt to the
// header of its response: to read the body may take longer.
type Transport struct {
	Retrier retry.Retrier

	// Base sends the requests; nil: http.DefaultTransport.
	Base http.RoundTripper

	// Repeat, if not nil, decides in place of [Repeatable] whether another attempt is right. It must not
	// read or close the response's body.
	Repeat func(req *http.Request, resp *http.Response, err error) bool

	// MaxRetryAfter is the longest wait that a server may ask for. If it asks for more there is no
	// further attempt. 0: one minute.
	MaxRetryAfter time.Duration
}

// statusError is the failure of an attempt that received a response.
type statusError string

func (e statusError) Error() string { return string(e) }

// RoundTrip sends a request until the response need not be repeated, or cannot be.
func (t *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	var resp *http.Response
	sent := false
	err := t.Retrier.Do(req.Context(), func(attempt context.Context) error {
		again := req
		if sent {
			discard(resp)
			resp = nil
			var err error
			if again, err = repeat(req); err != nil {
				return retry.Permanent(err)
			}
		}
		sent = true
		var err error
		resp, err = t.send(attempt, again)
		return t.judge(req, resp, err)
	})
	if !sent && req.Body != nil {
		req.Body.Close() // as RoundTrip must, whatever happens
	}
	if status := statusError(""); err == nil || errors.As(err, &status) && resp != nil && req.Context().Err() == nil {
		return resp, nil
	}
	discard(resp)
	return nil, err
}

// judge returns nil if an attempt is the last one that is wanted, and else its failure.
func (t *Transport) judge(req *http.Request, resp *http.Response, err error) error {
	repeatable := Repeatable
	if t.Repeat != nil {
		repeatable = t.Repeat
	}
	wanted := repeatable(req, resp, err)
	if resp == nil {
		if !wanted || !rewinds(req) {
			err = retry.Permanent(err)
		}
		return err
	}
	if !wanted {
		return nil
	}
	failure := error(statusError(resp.Status))
	if !rewinds(req) {
		return retry.Permanent(failure)
	}
	most := t.MaxRetryAfter
	if most <= 0 {
		most = time.Minute
	}
	wait, ok := retry.ParseRetryAfter(resp.Header.Get("Retry-After"), time.Now(), most+time.Second)
	switch {
	case ok && wait > most:
		return retry.Permanent(failure)
	case ok:
		return retry.After(wait, failure)
	}
	return failure
}

// send sends a request once. The attempt's context ends it until the response's header is there.
func (t *Transport) send(attempt context.Context, req *http.Request) (*http.Response, error) {
	base := t.Base
	if base == nil {
		base = http.DefaultTransport
	}
	if t.Retrier.AttemptTimeout <= 0 {
		return base.RoundTrip(req)
	}
	ctx, cancel := context.WithCancelCause(req.Context())
	detach := context.AfterFunc(attempt, func() { cancel(context.Cause(attempt)) })
	resp, err := base.RoundTrip(req.WithContext(ctx))
	if !detach() && err == nil { // too late: the response's body would end at once
		discard(resp)
		resp, err = nil, context.Cause(attempt)
	}
	if err != nil {
		cancel(nil)
		return nil, err
	}
	return releasing(resp, func() { cancel(nil) }), nil
}

// repeat returns a request with its body from the beginning.
func repeat(req *http.Request) (*http.Request, error) {
	if req.Body == nil || req.Body == http.NoBody {
		return req, nil
	}
	body, err := req.GetBody()
	if err != nil {
		return nil, fmt.Errorf("retryhttp: the body cannot be sent again: %w", err)
	}
	again := *req
	again.Body = body
	return &again, nil
}

// rewinds reports whether the body of a request can be sent again.
func rewinds(req *http.Request) bool {
	return req.Body == nil || req.Body == http.NoBody || req.GetBody != nil
}
