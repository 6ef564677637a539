package retryhttp

import (
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"strings"
)

// Repeatable is the rule by which a [Transport] repeats requests if it is given no other.
//
// It repeats an idempotent request after an error of the network, and after these statuses, which say
// that another attempt may succeed: 408 (Request Timeout), 425 (Too Early), 429 (Too Many Requests),
// 502 (Bad Gateway), 503 (Service Unavailable) and 504 (Gateway Timeout). A certificate that is not valid
// and an address with an unknown scheme are errors that stay.
//
// A request is idempotent by its method (GET, HEAD, OPTIONS, TRACE, PUT, DELETE; RFC 9110 9.2.2), or
// if it has the field Idempotency-Key or X-Idempotency-Key, which net/http knows too.
//
// It repeats every request that a server cannot have acted on: if no connection could be made, and
// after 425 and 429.
func Repeatable(req *http.Request, resp *http.Response, err error) bool {
	if resp == nil {
		return req.Context().Err() == nil && !stays(err) && (idempotent(req) || neverSent(err))
	}
	switch resp.StatusCode {
	case http.StatusTooEarly, http.StatusTooManyRequests:
		return true
	case http.StatusRequestTimeout, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return idempotent(req)
	}
	return false
}

// idempotent reports whether a request may be acted on more than once.
func idempotent(req *http.Request) bool {
	switch req.Method {
	case "", http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodTrace, http.MethodPut, http.MethodDelete:
		return true
	}
	return req.Header.Get("Idempotency-Key") != "" || req.Header.Get("X-Idempotency-Key") != ""
}

// stays reports whether an error is the same at each attempt.
func stays(err error) bool {
	_, certificate := errors.AsType[*tls.CertificateVerificationError](err)
	return certificate || strings.Contains(err.Error(), "unsupported protocol scheme") // net/http has no name for it
}

// neverSent reports whether an error is one of making a connection.
func neverSent(err error) bool {
	op, ok := errors.AsType[*net.OpError](err)
	return ok && op.Op == "dial"
}
