package retry

import (
	"strings"
	"time"
)

// afterError is an error with the minimum time until the next attempt.
type afterError struct {
	error
	least time.Duration
}

func (e *afterError) Unwrap() error { return e.error }

// After returns an error which says that the next attempt has to wait for at least d, as a server
// asks by Retry-After. The policy's own delay is added: clients that were all given the same
// instant would otherwise all retry at it. If the wait would exceed the limit of time, there is no
// further attempt. If err is nil, After returns nil.
func After(d time.Duration, err error) error {
	if err == nil {
		return nil
	}
	return &afterError{err, max(d, 0)}
}

// dates are the forms of an HTTP-date (RFC 9110 5.6.7). The first is the current one.
var dates = [...]string{"Mon, 02 Jan 2006 15:04:05 GMT", time.RFC850, time.ANSIC}

// ParseRetryAfter reads the value of a Retry-After field (RFC 9110 10.2.3): a number of seconds, or
// a date, from which now is subtracted. A date in the past is 0, and the result is never more than
// most, whatever the server asks for. ok reports whether the value is a number of seconds or a
// date.
func ParseRetryAfter(value string, now time.Time, most time.Duration) (d time.Duration, ok bool) {
	value = strings.Trim(value, " \t")
	most = max(most, 0)
	if value != "" && strings.Trim(value, "0123456789") == "" {
		seconds := int64(0)
		for _, digit := range value {
			if seconds = seconds*10 + int64(digit-'0'); seconds > int64(most/time.Second) {
				return most, true
			}
		}
		return time.Duration(seconds) * time.Second, true
	}
	for _, form := range dates {
		if at, err := time.Parse(form, value); err == nil {
			return min(max(at.Sub(now), 0), most), true
		}
	}
	return 0, false
}
