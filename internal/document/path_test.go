package document

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestParsePath(t *testing.T) {
	steps, err := ParsePath("stations[10].traffic[2].size[0][1]")
	require.NoError(t, err)
	require.Equal(t, []Step{{"stations", 0}, {"", 10}, {"traffic", 0}, {"", 2}, {"size", 0}, {"", 0}, {"", 1}}, steps)
}
