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
	assert.Equal(t, []string{"the file says that the answer to question 3 is right, and it is wrong", "the digest of the run \"run\" differs from that in the file: was the file edited, or is it of another lab?"}, differs)
}

// What editors, mail and hands make of the file that the page saves: the lecturer is told what it is, where, and what would be right.
func TestFilesThatAreNotHandedIn(t *testing.T) {
	for text, says := range map[string]string{
		"":                              "is empty: ask for the file that the page saves",
		" \n":                           "is empty: ask for the file that the page saves",
		"\ufeff":                        "is empty: ask for the file that the page saves",
		"\xff\xfe{\x00}\x00":            "is UTF-16 text: a file of answers is JSON in UTF-8",
		"\xfe\xff\x00{\x00}":            "is UTF-16 text: a file of answers is JSON in UTF-8",
		"{\x00}\x00":                    "is not a text file: a file of answers is JSON",
		"{\"name\": \"J\xf6rg\"}":       "is not UTF-8 text: a file of answers is JSON in UTF-8",
		"{}":                            `its format is "", not "csmacd/hand-in/1": is it the file that the page saves?`,
		`{"format":"csmacd/result/1"}`:  `its format is "csmacd/result/1", not "csmacd/hand-in/1": is it the file that the page saves?`,
		`{"format":"csmacd/hand-in/1"}`: `does not name its lab, the key "lab"`,
		`{"format":"csmacd/hand-in/1", "lab":"x", "answers":[{"question":2,"tries":-5}]}`: `says that question 2 was tried -5 times: a number from 0 is expected`,
		`{"format":"csmacd/hand-in/1", "lab":"x", "answers":[{"question":2,"hints":-1}]}`: `says that question 2 had -1 hints: a number from 0 is expected`,
		"[]":                                "is not a file of answers: it is a list, where an object is expected",
		"{\n\"answers\": [\n{":              "is cut off: it ends on line 3, before its last }: ask for the whole file",
		"{\"name\": \"A":                    "is cut off: it ends on line 1, before its last }: ask for the whole file",
		"{\n\"seed\": 1,\n}":                "is not a file of answers: line 3, column 1: '}' cannot stand here: a key in quotes is wanted here, or there is a comma too many",
		"{\n\"name\": \"Jörg\" \"lab\": 1}": "is not a file of answers: line 2, column 16: '\"' cannot stand here: a comma or a } is missing before it, or a quote",
		"{\n\"name\" \"Ada\"}":              "is not a file of answers: line 2, column 8: '\"' cannot stand here: a colon is missing before it",
		"{\n\"name\": Ada}":                 "is not a file of answers: line 2, column 9: 'A' cannot stand here: a text in quotes, a number, true or false is wanted here",
		"{\"name\": \"Ada\n\"}":             "is not a file of answers: line 1, column 14: '\\n' cannot stand here: a line ends within a text: a quote is missing",
		"{\"a\": [1 2]}":                    "is not a file of answers: line 1, column 10: '2' cannot stand here: a comma or a ] is missing before it, or a quote",
		"{} x":                              "is not a file of answers: line 1, column 4: 'x' cannot stand here: the file should end before it",
		"{\n\"seed\": \"one\"}":             "is not a file of answers: line 2: seed is a text, where a whole number from 0 is expected",
		"{\"name\": \"Ada\",\n\"name\": \"Bob\"}":                     `line 2: the key "name" is given twice: first on line 1`,
		"{\"name\": \"Ada\",\n\"Name\": \"Bob\"}":                     `line 2: the key "Name" is given twice: first on line 1`,
		"{\"answers\": [{\"right\": false,\n\n\"right\": true}]}":     `line 3: the key "right" is given twice: first on line 1`,
		"{\"runs\": {\"run\": \"a\", \"two\": \"\", \"run\": \"b\"}}": `line 1: the key "run" is given twice: first on line 1`,
		"title: Three":             "is not a file of answers: line 1, column 2: 'i' cannot stand here: a text in quotes, a number, true or false is wanted here",
		"{\"seed\": 1.}":           "is not a file of answers: line 1, column 12: '}' cannot stand here: a number is written wrongly",
		strings.Repeat(" ", 2<<20): "is longer than 1 MiB, the limit for a file of answers",
	} {
		_, err := exercise.ReadHandIn([]byte(text))
		assert.EqualError(t, err, says, text[:min(len(text), 40)])
	}
	// A mark of UTF-8 does no harm, nor do texts that are like keys.
	h, err := exercise.ReadHandIn([]byte("\ufeff{\"format\": \"csmacd/hand-in/1\", \"lab\": \"lab\", \"name\": \"name\", \"answers\": [{\"question\": 1, \"answer\": \"answer\"}, {\"question\": 2}]}"))
	require.NoError(t, err)
	assert.Equal(t, []exercise.Answer{{Question: 1, Answer: "answer"}, {Question: 2}}, h.Answers)

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
		{"0" + h.Runs["run"][1:] + "0", h.Engine, []string{"the digest of the run \"run\" differs from that in the file: was the file edited, or is it of another lab?"}},
		{"0" + h.Runs["run"][1:] + "0", "", []string{"the digest of the run \"run\" differs from that in the file: was the file edited, or saved by another engine?"}},
		{"", h.Engine, []string{"the file has no digest of the run \"run\""}},
		{"", "", []string{"the file has no digest of the run \"run\""}},
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
	assert.Equal(t, []string{"the file has no digest of the run \"run\""}, differs)
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
