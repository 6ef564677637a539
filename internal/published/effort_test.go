//go:build published && !race

package published_test

import (
	"testing"

	"github.com/csmacd/csmacd/internal/published"
)

// effort is what the intervals are chosen for, or a taste of it.
func effort() published.Effort {
	if testing.Short() {
		return 0.02
	}
	return 1
}
