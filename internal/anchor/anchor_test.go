package anchor

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestOf(t *testing.T) {
	assert.Equal(t, "other-simulators-and-what-their-departures-do", Of("Other simulators, and what their departures do"))
	assert.Equal(t, "pd2-n2", Of("PD2-N/2"))
	assert.Equal(t, "über-x_1", Of("Über x_1?"))
}

func TestUnused(t *testing.T) {
	used := map[string]bool{"own": true}
	for _, want := range []string{"own-1", "own-2", "own-3"} {
		assert.Equal(t, want, Unused("own", used))
	}
	assert.Equal(t, "other", Unused("other", used))
}
