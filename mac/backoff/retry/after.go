package retry

import (
	"strings"
	"time"
)

// afterError is an error that came with the least time until the next attempt.
type afterError struct {
	error
	least time.Duration
}

func (e *afterError) Unwrap() error { return e.error }

// After says that the next attempt has to wait at least d, as a server does by
// Retry-After. The policy's own delay comes on top: clients that were all told the same
// instant would otherwise all come back at it. Where that would
// pass the limit of time, there is no further attempt. nil stays nil.
func After(d time.Duration, err error) error {
	if err == nil {
		return nil
	}
	return &afterError{err, max(d, 0)}
}

// dates are the forms of an HTTP-date (RFC 9110 5.6.7), the one in use first.
var dates = [...]string{"Mon, 02 Jan 2006 15:04:05 GMT", time.RFC850, time.ANSIC}

// ParseRetryAfter reads the value of a Retry-After field (RFC 9110 10.2.3): a number of
// seconds, or a date, of which now is taken away. What has passed is 0, and nothing is
// more than most, however much a server asks for. It is ok where the value is one of
// both.
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
