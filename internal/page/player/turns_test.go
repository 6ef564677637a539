package player

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The lessons of PLCA run in the page as they do on the command line: what is shown of each event does not
// need a signal on the line, because a frame that is held or collides logically has none.
func TestLessonsOfTurns(t *testing.T) {
	files, err := filepath.Glob("../../../testdata/scenarios/plca*.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		kept, err := os.ReadFile(strings.TrimSuffix(file, "yaml") + "json")
		require.NoError(t, err)
		var want struct{ Digest string }
		require.NoError(t, json.Unmarshal(kept, &want))
		p, err := Load(filepath.Base(file), string(text))
		require.NoError(t, err)
		p.Run(2000)
		require.NoError(t, p.failed)
		for p.RunOn(1 << 24) {
		}
		assert.Equal(t, want.Digest, p.total.Result().Digest, file)
	}
}
