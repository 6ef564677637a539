package exercise_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/exercise"
	"github.com/csmacd/csmacd/internal/lab"
)

// Ada hands in two right answers, a wrong one, and a text that is not an answer. The lecturer's csmacd finds the same. Then
// she changes a wrong answer to right in the file.
func TestHandIn(t *testing.T) {
	l, err := lab.Load(lab.Builtin(), "why-64-octets")
	require.NoError(t, err)
	answers := []exercise.Answer{{Question: 1, Answer: "0", Tries: 2, Hints: 1}, {Question: 5, Answer: "68 octets"}, {Question: 3, Answer: "2"}, {Question: 6, Answer: "many"}}
	h, err := exercise.NewWork(l).HandIn(context.Background(), "Ada", "1.2", answers)
	require.NoError(t, err)
	text, err := h.JSON()
	require.NoError(t, err)
	assert.Contains(t, string(text), `"format": "csmacd/hand-in/1"`)

	read, err := exercise.ReadHandIn(text)
	require.NoError(t, err)
	anew, differs, err := exercise.NewWork(l).Verify(context.Background(), read)
	require.NoError(t, err)
	assert.Empty(t, differs)
	assert.Equal(t, h, anew)
	var right []bool
	for _, a := range anew.Answers {
		right = append(right, a.Right)
	}
	assert.Equal(t, []bool{true, true, false, false}, right)
	assert.Equal(t, 2, anew.Answers[0].Tries)
	assert.Len(t, anew.Runs["run"], 32)

	read, err = exercise.ReadHandIn([]byte(strings.Replace(strings.Replace(string(text), `"right": false`, `"right": true`, 1), `"run": "`, `"run": "0`, 1)))
	require.NoError(t, err)
	_, differs, err = exercise.NewWork(l).Verify(context.Background(), read)
	require.NoError(t, err)
	assert.Equal(t, []string{"the file says that the answer to question 3 is right, and it is wrong", "the digest of run run differs from that in the file: was the file edited, or is it of another lab?"}, differs)
}

func TestFilesThatAreNotHandedIn(t *testing.T) {
	for text, says := range map[string]string{"": "is not a file of answers", "{}": `its format is ""`, `{"format":"csmacd/result/1"}`: "is it the file that the page saves?",
		strings.Repeat(" ", 2<<20): "at most"} {
		_, err := exercise.ReadHandIn([]byte(text))
		assert.ErrorContains(t, err, says)
	}
	l, err := lab.Load(lab.Builtin(), "why-64-octets")
	require.NoError(t, err)
	_, _, err = exercise.NewWork(l).Verify(context.Background(), &exercise.HandIn{Lab: "two-stations"})
	require.EqualError(t, err, "is of the lab two-stations, not of why-64-octets")
	for says, answers := range map[string][]exercise.Answer{
		"has an answer to question 0: the lab why-64-octets has the questions 1 to 7":  {{Question: 0}},
		"has an answer to question 99: the lab why-64-octets has the questions 1 to 7": {{Question: 99}},
		"has two answers to question 1":                                                {{Question: 1, Answer: "0"}, {Question: 1, Answer: "1"}},
	} {
		_, err = exercise.NewWork(l).HandIn(context.Background(), "", "", answers)
		assert.EqualError(t, err, says)
	}
}

// Bob copies Ada's file, and changes what it says of its run, or of the engine as well. He is not taken for somebody with another
// csmacd alone.
func TestDigestsThatWereChanged(t *testing.T) {
	l, err := lab.Load(lab.Builtin(), "why-64-octets")
	require.NoError(t, err)
	w := exercise.NewWork(l)
	h, err := w.HandIn(context.Background(), "Ada", "1.2", []exercise.Answer{{Question: 1, Answer: "0"}})
	require.NoError(t, err)
	for _, c := range []struct {
		digest, engine string
		says           []string
	}{
		{h.Runs["run"], h.Engine, nil},
		{h.Runs["run"], "", nil}, // the same run, whatever computed it
		{"0" + h.Runs["run"][1:] + "0", h.Engine, []string{"the digest of run run differs from that in the file: was the file edited, or is it of another lab?"}},
		{"0" + h.Runs["run"][1:] + "0", "", []string{"the digest of run run differs from that in the file: was the file edited, or saved by another engine?"}},
		{"", h.Engine, []string{"the file has no digest of run run"}},
		{"", "", []string{"the file has no digest of run run"}},
	} {
		of := *h
		of.Runs, of.Engine = map[string]string{"run": c.digest}, c.engine
		_, differs, err := w.Verify(context.Background(), &of)
		require.NoError(t, err)
		assert.Equal(t, c.says, differs)
	}
	of := *h
	of.Runs = nil
	_, differs, err := w.Verify(context.Background(), &of)
	require.NoError(t, err)
	assert.Equal(t, []string{"the file has no digest of run run"}, differs)
}

// A student who looks for the answer is led to the run, station and event that it is about, and to no more than that.
func TestWhereToLook(t *testing.T) {
	places := func(name string) (all []exercise.Place) {
		l, err := lab.Load(lab.Builtin(), name)
		require.NoError(t, err)
		for i := range l.Questions {
			all = append(all, l.Place(&l.Questions[i]))
		}
		return all
	}
	octets := places("why-64-octets")
	assert.Equal(t, exercise.Place{Runs: []string{"run"}}, octets[0])
	assert.Equal(t, exercise.Place{Runs: []string{"run"}, Station: "M"}, octets[2])
	assert.Equal(t, exercise.Place{Runs: []string{}}, octets[4])
	assert.Equal(t, exercise.Place{Runs: []string{"run"}, Station: "A", Kind: "collision", N: 1}, places("two-stations")[0])
}
