// Package casetest lets tests draw the same random cases each time.
package casetest

import (
	"flag"
	"testing"

	"github.com/stretchr/testify/require"
	_ "pgregory.net/rapid" // defines the flags
)

// Same makes rapid draw the same cases in a test each time, unless the flag -rapid.checks says how many to draw.
func Same(t *testing.T) {
	t.Helper()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "rapid.checks" })
	if !given {
		require.NoError(t, flag.Set("rapid.seed", "2"))
		t.Cleanup(func() { _ = flag.Set("rapid.seed", "0") })
	}
}
