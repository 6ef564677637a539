package said_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/said"
)

// A sentence is printed in English, and its parts are there for other languages: values as text, numbers without their nouns.
func TestSentence(t *testing.T) {
	s := said.Of("%s sent %s, and %.1f%% of %[2]s late", "A", said.Number{Figure: "3", Text: "3 frames"}, 12.5)
	assert.Equal(t, "A sent 3 frames, and 12.5% of 3 frames late", s.Text)
	assert.Equal(t, s, said.Of(s.Form, "A", said.Number{Figure: "3", Text: "3 frames"}, 12.5))
	b, err := json.Marshal(s)
	require.NoError(t, err)
	assert.JSONEq(t, `{"text": "A sent 3 frames, and 12.5% of 3 frames late", "form": "%s sent %s, and %.1f%% of %[2]s late", "with": ["A", "3", "12.5"]}`, string(b))
	b, err = json.Marshal(said.Of("nothing"))
	require.NoError(t, err)
	assert.JSONEq(t, `{"text": "nothing", "form": "nothing", "with": []}`, string(b))
	assert.NotPanics(t, func() { said.Of("%d %d %d %d %d %d %d", 1, 2, 3, 4, 5, 6, 7) })
}

// An error is found by what it says, and its cause is still there; one that has got more around it is not.
func TestErrors(t *testing.T) {
	cause := errors.New("too long")
	err := said.Errorf("%s: %w", "x", cause)
	assert.ErrorIs(t, err, cause)
	assert.EqualError(t, err, "x: too long")
	s, ok := said.By(err)
	assert.True(t, ok)
	assert.Equal(t, said.Values{"x", "too long"}, s.With)
	_, ok = said.By(fmt.Errorf("file: %w", err))
	assert.False(t, ok)
	_, ok = said.By(cause)
	assert.False(t, ok)
}
