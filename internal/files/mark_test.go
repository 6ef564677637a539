package files

import (
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Only the first mark of a text is not part of it.
func TestWithoutMark(t *testing.T) {
	for text, want := range map[string]string{"": "", "a": "a", "ab,c\n": "ab,c\n", "\ufeff": "", "\ufeffa": "a", "\ufeff\ufeffa": "\ufeffa", "a\ufeff": "a\ufeff", "\xef\xbb": "\xef\xbb"} {
		got, err := io.ReadAll(WithoutMark(strings.NewReader(text)))
		require.NoError(t, err)
		assert.Equal(t, want, string(got), "%q", text)
	}
}
