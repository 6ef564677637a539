//go:build published && !race

package published_test

import "github.com/csmacd/csmacd/internal/published"

// effort is the amount for which the intervals are chosen.
func effort() published.Effort { return 1 }
