package main

import (
	"fmt"

	"github.com/dustin/go-humanize"

	"github.com/csmacd/csmacd/internal/run"
	"github.com/csmacd/csmacd/phy"
)

// leastRotated and leastEvery bound the number of files.
const (
	leastRotated = 10_000
	leastEvery   = phy.Millisecond
)

// parseRotate reads a size, such as 10MB, or a simulated time, such as 60s.
func parseRotate(text string) (r run.Rotate, err error) {
	if every, err := phy.ParseTime(text, 0); err == nil {
		if every < leastEvery {
			return r, fmt.Errorf("--rotate %s: a file must last at least %v", text, leastEvery)
		}
		return run.Rotate{Every: every}, nil
	}
	octets, err := humanize.ParseBytes(text)
	switch {
	case err != nil || octets > 1<<50:
		return r, fmt.Errorf("--rotate %s: a size such as 10MB, or a time such as 60s, is wanted", text)
	case octets < leastRotated:
		return r, fmt.Errorf("--rotate %s: a file must have at least %d octets", text, leastRotated)
	}
	return run.Rotate{Octets: int64(octets)}, nil
}
