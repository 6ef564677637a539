package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/run"
	"github.com/csmacd/csmacd/phy"
)

// A capture rotates by a size or by a time.
func TestParseRotate(t *testing.T) {
	for text, want := range map[string]run.Rotate{
		"10MB": {Octets: 10_000_000}, "1MiB": {Octets: 1 << 20}, "20kB": {Octets: 20_000}, "50000": {Octets: 50_000},
		"60s": {Every: 60 * phy.Second}, "250ms": {Every: 250 * phy.Millisecond},
	} {
		got, err := parseRotate(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, got, text)
		assert.True(t, got.On())
	}
	for text, says := range map[string]string{
		"much": "a size such as 10MB, or a time such as 60s, is wanted", "1kB": "at least 10000 octets", "1us": "at least 1ms", "0s": "at least 1ms", "-3MB": "a size such as",
	} {
		_, err := parseRotate(text)
		assert.ErrorContains(t, err, says, text)
	}
}
