package live

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/scenario"
)

// A network is refused, and not run as if its stations were on one cable.
func TestNetworksAreRefused(t *testing.T) {
	s, err := scenario.Parse("lan.yaml", []byte(`
devices: [{name: sw, kind: bridge}]
stations: [{name: a, via: sw, attach: tap}, {name: b, via: sw, attach: tap}]
`), scenario.Options{Live: true})
	require.NoError(t, err)
	_, err = Open(s, Options{})
	assert.EqualError(t, err, "a network of several segments cannot run live yet: csmacd run runs it")
}
