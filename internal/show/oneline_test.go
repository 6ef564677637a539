package show

import (
	"io/fs"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/files"
	"github.com/csmacd/csmacd/internal/live"
)

// Two outputs on one full disk fail in one step: a display shows both, and no question mark.
func TestErrorsOnOneLine(t *testing.T) {
	require.NoError(t, oneLine())
	require.NoError(t, oneLine(nil, nil))
	err := oneLine(nil, files.Because("a.pcapng", fs.ErrClosed), nil, files.Because("b.pcapng", fs.ErrInvalid))
	assert.ErrorIs(t, err, fs.ErrClosed)
	assert.ErrorIs(t, err, fs.ErrInvalid)
	var b strings.Builder
	live.NewPlain(&b, nil, time.Second).Note(err.Error())
	assert.Equal(t, "a.pcapng: file already closed; b.pcapng: invalid argument\n", b.String())
}
