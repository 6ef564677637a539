package main

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/csmacd/csmacd/internal/page/player"
)

// A result from the page says the version that csmacd's own does.
func TestPageHasTheVersion(t *testing.T) {
	assert.Equal(t, Version, player.Version)
}
