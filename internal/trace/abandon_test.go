package trace

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// A file keeps what is in it until the first record is written.
func TestOutputThatIsAbandoned(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("old", []byte("of an earlier run"), 0o644))
	require.NoError(t, os.Symlink("made", "dangling"))
	for _, path := range []string{"old", "new", "dangling"} {
		o, err := Create(path)
		require.NoError(t, err)
		_, err = o.Write([]byte("a record"))
		require.NoError(t, err)
		o.Abandon()
		require.NoError(t, o.Close(), "after that there is nothing to close")
	}
	text, err := os.ReadFile("old")
	require.NoError(t, err)
	require.Equal(t, "of an earlier run", string(text))
	list, err := os.ReadDir(".")
	require.NoError(t, err)
	require.Len(t, list, 2, "what was made is removed: %v", list)

	o, err := Create("old")
	require.NoError(t, err)
	require.NoError(t, o.Close())
	text, err = os.ReadFile("old")
	require.NoError(t, err)
	require.Empty(t, text, "a run without a record writes an empty file")
}
