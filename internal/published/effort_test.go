//go:build !published || race

package published_test

import "github.com/csmacd/csmacd/internal/published"

// effort is a small amount, which takes seconds.
func effort() published.Effort { return 0.02 }
