package main

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/csmacd/csmacd/internal/exit"
	"github.com/csmacd/csmacd/internal/page/player"
	"github.com/csmacd/csmacd/internal/usage"
)

// A result from the page says the version that csmacd's own does.
func TestPageHasTheVersion(t *testing.T) {
	assert.Equal(t, Version, player.Version)
}

// An answer that is not one is a mistake in the command line, whatever the question asks for.
func TestAnAnswerThatIsNotOne(t *testing.T) {
	for _, args := range [][]string{
		{"two-stations", "1", "soon"}, {"two-stations", "5", "maybe"}, {"fairness-by-place", "3", "sideways"},
	} {
		assert.ErrorAs(t, perform(t, append([]string{"lab", "check"}, args...)...), new(usage.Error), "%v", args)
	}
	err := perform(t, "lab", "check", "fairness-by-place", "3", "better")
	assert.NotErrorAs(t, err, new(usage.Error))
	assert.Equal(t, exit.Error{Status: exit.Failure}, err)
}
