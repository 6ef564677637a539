package scene

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// told gives what is told of a run, each event as it happens.
func told(t require.TestingT, c bus.Config, until phy.Time) string {
	net, err := bus.New(c)
	require.NoError(t, err)
	s := New(net, &c, 0)
	story := &teller{scene: s}
	net.Observe(s)
	net.Observe(story)
	require.NoError(t, net.Run(until))
	return strings.Join(story.told, "\n")
}

func TestWhatJustHappened(t *testing.T) {
	story := told(t, scenarioOf(t, "scenarios/two-stations-collide.yaml").Config, horizon)
	for _, sentence := range []string{
		"A has frame 1, 64 octets, to send to B",
		"A starts frame 1 at 0 bit times (4.2.3.2)",
		"A detects the collision at 245 bit times, after its preamble, and jams until 277 (4.2.3.2.4)",
		"A draws 0 from 0 to 1: it backs off for 0 slots of 512 bit times, until 277 (4.2.3.2.5)",
		"B draws 1 from 0 to 1: it backs off for 1 slot of 512 bit times, until 789 (4.2.3.2.5)",
	} {
		assert.Contains(t, story, sentence)
	}
}

// Each sort of thing that may happen has a sentence of its own, with figures that are so.
func TestSentences(t *testing.T) {
	late := told(t, scenarioOf(t, "scenarios/late-collision.yaml").Config, horizon)
	assert.Contains(t, late, "LATE, more than 512 bit times after its start (30.3.1.1.10), and jams until 551 (4.2.3.2.4)")
	assert.Contains(t, late, "B detects the collision at 259.92007 bit times, in its preamble, which it completes first; it jams from 323 until 355 (4.2.3.2.4)")

	c := scenarioOf(t, "scenarios/late-collision.yaml").Config
	c.Params.LateDiscard = true
	assert.Contains(t, told(t, c, horizon), "A drops frame 1: the collision was late, and A does not retry after a late collision")

	deference := told(t, scenarioOf(t, "scenarios/deference.yaml").Config, horizon)
	assert.Contains(t, deference, "C defers at 100 bit times: it waits until carrier ends at its tap, and then for a gap of 96 bit times (4.2.3.2.1)")
	assert.Contains(t, deference, " and ignores the carrier at its tap, which began in part 2 of its gap (4.2.3.2.2)")
	assert.Contains(t, deference, "carrier ends at C's tap at 580 bit times: the gap lasts until 676 unless carrier returns in part 1, which ends at 644")
	assert.Contains(t, deference, "A receives a fragment of 6 octets at 10776 bit times and discards it: it is too short for a frame (4.2.9)")

	assert.Contains(t, told(t, scenarioOf(t, "scenarios/lost-unseen.yaml").Config, horizon), "M hears overlapping signals or jam until 876 bit times, and receives no frame (4.2.9)")
	assert.Contains(t, told(t, scenarioOf(t, "scenarios/sixteen-collisions.yaml").Config, 100*phy.Millisecond), "after 16 collisions (4.2.3.2.5)")
}

// Whatever happens, something is told of it.
func TestThereIsAlwaysASentence(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for line := range strings.Lines(told(t, drawNetwork(t), horizon)) {
			require.Greater(t, len(line), 12, line)
			require.NotContains(t, line, "%!")
			require.NotContains(t, line, "forever")
		}
	})
}
