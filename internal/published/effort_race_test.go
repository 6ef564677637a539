//go:build published && race

package published_test

import "github.com/csmacd/csmacd/internal/published"

// effort is a taste: the race detector is after races, and makes a run ten times as long.
func effort() published.Effort { return 0.02 }
