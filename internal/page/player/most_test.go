package player

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A million stations are refused at once with one sentence, before any is built; ten thousand are read.
func TestTooManyStationsAreRefused(t *testing.T) {
	text := func(count string) string {
		return "name: x\nphy: 10base5\nmac: {ifg: 96bt}\nmedium: {kind: star, delay: 1us}\nduration: 1us\nstations:\n  - {name: \"s%d\", count: " + count + "}\n"
	}
	for _, count := range []string{"1000000", "999999999999", "10001"} {
		began := time.Now()
		_, err := Load("x", text(count))
		require.Error(t, err)
		assert.Equal(t, "the page shows at most 10000 stations, and this scenario has "+count+": run it with csmacd run", err.Error())
		assert.Less(t, time.Since(began), time.Second)
	}
	_, err := Load("x", text("3"))
	require.NoError(t, err)
	many := "name: x\nphy: 10base5\nduration: 1us\nstations:\n" + strings.Repeat("  - {name: a, count: 6000}\n", 2)
	_, err = Load("x", many)
	assert.ErrorContains(t, err, "has 12000")
}
