package plan

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/document"
)

// Of the problems of all points no more are kept than of one file; those that are
// kept are counted on.
func TestCensusIsBounded(t *testing.T) {
	var c census
	problem := func(line int) document.Problem { return document.Problem{File: "x.yaml", Line: line, Text: "wrong"} }
	for line := range document.MaxCollected + 5 {
		require.Equal(t, line >= document.MaxCollected, c.full(), line)
		c.count(problem(line), counted{"first", 1})
	}
	c.count(problem(7), counted{"second", 2})
	require.Len(t, c.order, document.MaxCollected)
	require.Equal(t, &counted{"first", 3}, c.at[problem(7)])

	var all census
	all.count(problem(-1), counted{"other", 1})
	all.join(&c)
	require.Len(t, all.order, document.MaxCollected)
	require.NotContains(t, all.at, problem(document.MaxCollected-1))
}
