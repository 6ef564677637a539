package path

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/scenario"
)

// A chain of repeaters that is too long is named with the delay that the calculation has; one within the limits is not.
func TestOver(t *testing.T) {
	over := func(class, cables int, phy string) []string {
		list := make([]cable, cables)
		for i := range list {
			list[i] = cable{phy, 100}
		}
		s, err := scenario.Parse("test.yaml", []byte(chain(class, list...)), scenario.Options{})
		require.NoError(t, err)
		r, err := Of(s, 0)
		require.NoError(t, err)
		long := false
		for _, p := range r.Paths {
			limit := float64(MostDelay)
			if p.fast {
				limit = MostFastDelay
			}
			long = long || p.Delay > limit
		}
		assert.Equal(t, long, Over(s) != nil)
		return Over(s)
	}
	assert.Equal(t, []string{"the path from A to B has a delay of 789.15 bit times, more than 575 (13.4.1); csmacd path shows it"}, over(0, 13, "10base-t"))
	assert.Nil(t, over(0, 5, "10base-t"))
	assert.Len(t, over(2, 3, "100base-tx"), 1)
	assert.Nil(t, over(2, 2, "100base-tx"))
}

// Two thousand repeaters with five stations each are no matter of seconds.
func BenchmarkOver(b *testing.B) {
	var text strings.Builder
	text.WriteString("phy: 10base-t\nduration: 1s\ndevices:\n")
	for i := range 2000 {
		fmt.Fprintf(&text, "  - {name: h%d, kind: repeater}\n", i+1)
	}
	text.WriteString("links:\n")
	for i := range 1999 {
		fmt.Fprintf(&text, "  - {between: [h%d, h%d]}\n", i+1, i+2)
	}
	text.WriteString("stations:\n")
	for i := range 2000 {
		fmt.Fprintf(&text, "  - {name: \"s%d-%%d\", count: 5, via: h%d, link: {length: 50m}}\n", i+1, i+1)
	}
	s, err := scenario.Parse("test.yaml", []byte(text.String()), scenario.Options{})
	require.NoError(b, err)
	for b.Loop() {
		require.Len(b, Over(s), 1)
	}
}

// The 5-4-3 rule is one at 10 Mb/s: nothing is said of it at 100.
func TestRuleOfThumb(t *testing.T) {
	for phy, want := range map[string]bool{"10base-t": true, "100base-tx": false} {
		class := 0
		if !want {
			class = 2
		}
		var b strings.Builder
		require.NoError(t, of(t, chain(class, cable{phy, 50}, cable{phy, 50}), 0).Text(&b, 0))
		assert.Equal(t, want, strings.Contains(b.String(), "5-4-3"), b.String())
	}
}
