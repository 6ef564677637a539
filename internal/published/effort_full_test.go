//go:build published && !race

package published_test

import "github.com/csmacd/csmacd/internal/published"

// effort is what the intervals are chosen for.
func effort() published.Effort { return 1 }
