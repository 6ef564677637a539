package names

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestSome(t *testing.T) {
	all := strings.Fields("a b c d e f g h i j")
	assert.Equal(t, "", Some(nil))
	assert.Equal(t, "a, b, c, d, e, f, g, h", Some(all[:8]))
	assert.Equal(t, "a, b, c, d, e, f, g, h and 2 more", Some(all))
}
