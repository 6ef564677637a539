//go:build !unix

package bench

import "time"

var began = time.Now()

// cpu returns the time on the wall clock, where there is no better one.
func cpu() time.Duration { return time.Since(began) }
