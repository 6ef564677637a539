package scenario

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
)

// What the grammar draws is allowed by the schema. The reader takes most of it. What it does not take has a text and
// a place; what it takes is run, as FuzzRun runs it, and ends without an error that validate should have found.
func TestScenariosOfTheGrammar(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := drawScenario(t)
		if err := validate(text); err != nil {
			t.Fatalf("the schema does not allow what it was drawn from: %v\n%s", err, text)
		}
		t.Logf("%s", text)
		s, err := Parse("drawn.yaml", text, Options{})
		if err != nil {
			for _, p := range err.(document.Problems) {
				require.Positive(t, p.Line, p.Text)
				require.NotEmpty(t, p.Text)
			}
			return
		}
		cut := rapid.Uint8().Draw(t, "cut")
		ended, _ := holdRun(t, func() (medium.Network, *Scenario) {
			n, err := s.Network()
			require.NoError(t, err, "what the reader takes, the network refuses")
			return n, s
		}, cut)
		if ended != nil && !onlyARunKnows(ended) {
			t.Fatalf("validate knows nothing of it: %v", ended)
		}
	})
	taken, refused := 0, 0
	for seed := range 100 { // the same scenarios each time, so that their number is no chance
		if _, err := Parse("drawn.yaml", rapid.Custom(drawScenario).Example(seed), Options{}); err != nil {
			refused++
		} else {
			taken++
		}
	}
	assert.Greater(t, taken, refused, "scenarios that are run")
}

// drawScenario draws a scenario, as JSON.
func drawScenario(t *rapid.T) []byte {
	text, err := json.MarshalIndent(newGrammar(t).scenario(), "", " ")
	require.NoError(t, err)
	return text
}

// onlyARunKnows reports whether an error says what could not be known before: that draws run out, or do not fit, or
// that clients without any delay retry for ever.
func onlyARunKnows(err error) bool {
	return errors.Is(err, backoff.ErrScriptEnded) || errors.Is(err, backoff.ErrScriptRange) || strings.Contains(err.Error(), "retry endlessly")
}
