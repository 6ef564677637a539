package retry

import (
	"math"
	"time"
)

// forever is the longest time.Duration, some 292 years.
const forever = time.Duration(math.MaxInt64)

// duration converts units to a time of at least 0 and at most forever.
func duration(units float64, unit time.Duration) time.Duration {
	switch ns := float64(units * float64(unit)); {
	case ns >= float64(forever):
		return forever
	case ns > 0:
		return time.Duration(ns)
	}
	return 0
}

// add adds two times of at least 0, and returns at most forever.
func add(a, b time.Duration) time.Duration {
	if a > forever-b {
		return forever
	}
	return a + b
}

// since returns the time between two instants, or 0 if the clock went backwards.
func since(from, to time.Time) time.Duration { return max(0, to.Sub(from)) }
