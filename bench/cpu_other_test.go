//go:build !unix

package bench

import "time"

var began = time.Now()

// cpu returns the time of the wall clock: there is no better one here.
func cpu() time.Duration { return time.Since(began) }
