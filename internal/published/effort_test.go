//go:build !published || race

package published_test

import "github.com/csmacd/csmacd/internal/published"

// effort is a taste, which takes seconds: make published runs as much as the intervals
// are chosen for.
func effort() published.Effort { return 0.02 }
