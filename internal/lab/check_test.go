package lab_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/internal/exercise"
	"github.com/csmacd/csmacd/internal/lab"
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/medium"
)

// Answers in all the ways that people write them.
func TestAnswersAreUnderstood(t *testing.T) {
	for _, c := range []struct {
		lab, answer string
		n           int
		right       bool
		says        string
	}{
		{"two-stations", "245", 1, true, "right"},
		{"two-stations", "245bt", 1, true, "right"},
		{"two-stations", " 245 bit times ", 1, true, "right"},
		{"two-stations", "24.5us", 1, true, "right"},
		{"two-stations", "24.5 µs", 1, true, "right"},
		{"two-stations", "0.0245ms", 1, true, "right"},
		{"two-stations", "24500ns", 1, true, "right"},
		{"two-stations", "245us", 1, false, "Look at the unit. A detects"},
		{"two-stations", "24.5", 1, false, "Look at the unit. A detects"},
		{"two-stations", "246", 1, false, "not right. A detects"},
		{"two-stations", "Yes", 5, true, "right"},
		{"two-stations", "no", 5, false, "Compare the instant"},
		{"two-stations", "5.12", 8, true, "right"},
		{"two-stations", "51200bt", 8, true, "right"},
		{"capture-effect", "0.625", 1, true, "right: it is 0.625"},
		{"capture-effect", "5/8", 1, true, "right"},
		{"capture-effect", "62.5%", 1, true, "right"},
		{"capture-effect", "6.25e-1", 1, true, "right"},
		{"capture-effect", "62.5", 1, false, "A share, or per cent?"},
		{"capture-effect", "0.5", 1, false, "not right. A draws 0 or 1"},
		{"hub-and-cable", "HEAP", 4, true, "right"},
		{"hub-and-cable", "hub", 4, false, "not right"},
		{"backoff-by-hand", "acb", 1, true, "right"},
		{"backoff-by-hand", "2 collisions", 2, true, "right"},
		{"late-collision", "1 frame", 5, true, "right"},
		{"late-collision", "1 Rahmen", 5, true, "right"},
		{"late-collision", "ja", 2, true, "right"},
		{"late-collision", "nein", 2, false, "not right"},
		{"two-stations", "245 Bitzeiten", 1, true, "right"},
		{"backoff-by-hand", "A, C, B", 1, true, "right"},
		{"backoff-by-hand", "A-C-B.", 1, true, "right"},
		{"hub-and-cable", "“heap”", 4, true, "right"},
		{"tcp-and-capture", "8.875 Mb/s", 1, true, "right"},
		{"tcp-and-capture", "8.875 Mbit/s", 1, true, "right"},
		{"why-64-octets", "68 bytes", 5, true, "right"},
	} {
		v, err := exercise.Check(context.Background(), load(t, c.lab), c.n, c.answer)
		require.NoError(t, err, c.answer)
		assert.Equal(t, c.right, v.Right, "%s %s", c.lab, c.answer)
		assert.Contains(t, v.Reply, c.says)
	}
}

// What cannot be an answer is neither right nor wrong.
func TestAnswersThatAreNone(t *testing.T) {
	for _, c := range []struct {
		lab, answer, says string
		n                 int
	}{
		{"two-stations", "", "is not a number", 1},
		{"two-stations", "soon", "is not a number: write one such as 512, 512bt", 1},
		{"two-stations", "245m", "is not a unit of time", 1},
		{"two-stations", "1e999", "not a number that can be an answer", 1},
		{"two-stations", "perhaps", "write yes or no", 5},
		{"two-stations", "245", "there is no question 9: the lab two-stations has the questions 1 to 8", 9},
		{"two-stations", "245", "there is no question 0: the lab two-stations has the questions 1 to 8", 0},
		{"capture-effect", "0,625", "write a point before decimals", 1},
		{"capture-effect", "1/0", "divides by 0", 1},
		{"capture-effect", "0.625bt", "pure number", 1},
		{"why-64-octets", "68us", "the answer is in octets", 5},
		{"why-64-octets", "544 bits", `the answer is in octets, not in "bits"`, 5},
	} {
		_, err := exercise.Check(context.Background(), load(t, c.lab), c.n, c.answer)
		bad := (exercise.AnswerError{})
		require.ErrorAs(t, err, &bad, c.answer)
		assert.ErrorContains(t, err, c.says)
	}
}

// An instant is the same in each unit of time, and another is not.
func TestUnitsAreTheSame(t *testing.T) {
	l := load(t, "two-stations")
	w := exercise.NewWork(l)
	rapid.Check(t, func(t *rapid.T) {
		ns := rapid.Int64Range(0, 1e9).Draw(t, "ns")
		n := rapid.IntRange(1, 4).Draw(t, "question")
		want, err := w.Answer(context.Background(), &l.Questions[n-1])
		require.NoError(t, err)
		if rapid.Bool().Draw(t, "right") {
			ns = int64(want.(float64) * 100)
		}
		for unit, factor := range map[string]float64{"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9, "bt": 100} {
			v, err := w.Check(context.Background(), n, strconv.FormatFloat(float64(ns)/factor, 'f', -1, 64)+unit)
			require.NoError(t, err)
			assert.Equal(t, float64(ns) == want.(float64)*100, v.Right, unit)
		}
	})
}

// No answer, whatever it is, does worse than not to be understood.
func FuzzAnswers(f *testing.F) {
	for _, a := range []string{"245", "-1e308bt", "5/8", "1/1e999", "NaN", "+Inf", "yes", "0x10", "%", "1e-999", "٣", "9999999999999999999999999s"} {
		f.Add(a, 1)
	}
	l, err := lab.Load(lab.Builtin(), "two-stations")
	require.NoError(f, err)
	w := exercise.NewWork(l)
	f.Fuzz(func(t *testing.T, answer string, n int) {
		v, err := w.Check(context.Background(), n, answer)
		if bad := (exercise.AnswerError{}); err != nil && !errors.As(err, &bad) {
			t.Fatal(err)
		}
		assert.Equal(t, err == nil, v.Reply != "")
	})
}

// figures runs a lab's scenario, changed, and gives what it came to.
func figures(t *testing.T, name string, set ...string) *medium.Result {
	t.Helper()
	s, err := scenario.Parse(name, []byte(load(t, name).Scenario), scenario.Options{Set: set})
	require.NoError(t, err)
	net, err := s.Network()
	require.NoError(t, err)
	require.NoError(t, net.Run(s.Duration))
	return net.Result()
}

// What the labs work out by arithmetic is what the engine does: at the border, and a step beyond.
func TestArithmeticIsWhatHappens(t *testing.T) {
	for _, c := range []struct {
		octets, start int
		noticed       bool
	}{{67, 0, false}, {68, 0, true}, {141, 599, false}, {142, 599, true}} {
		r := figures(t, "why-64-octets", fmt.Sprintf("stations[0].traffic.size=%d", c.octets), fmt.Sprintf("stations[2].traffic.size=%d", c.octets),
			fmt.Sprintf("stations[2].traffic.starts=[%dbt]", c.start))
		a := r.Stations[0].Counters
		assert.Equal(t, c.noticed, a.SingleCollisionFrames+a.MultipleCollisionFrames > 0, "%d octets, from %d", c.octets, c.start)
	}
	for _, c := range []struct {
		delay   int
		noticed bool
	}{{288, true}, {289, false}} {
		r := figures(t, "finish-first", fmt.Sprintf("stations[1].at=%dbt", c.delay), fmt.Sprintf("stations[1].traffic.starts=[%dbt]", c.delay-1))
		a := r.Stations[0].Counters
		assert.Equal(t, c.noticed, a.SingleCollisionFrames+a.MultipleCollisionFrames > 0, "%d bit times apart", c.delay)
	}
	assert.True(t, figures(t, "hub-and-cable", "duration=60ms", "medium.delay=23.2us").Complete)
}

// The labs' figures are those of others, which were worked out without csmacd: books, and the
// exact theory of the slotted model.
func TestFiguresAreThoseOfOthers(t *testing.T) {
	if racing {
		t.Skip("TestAnswersHold has run the same")
	}
	text, err := os.ReadFile("testdata/theirs.json")
	require.NoError(t, err)
	var theirs []struct {
		Lab       string
		Question  int
		Want, Off float64
		Source    string
	}
	require.NoError(t, json.Unmarshal(text, &theirs))
	for _, c := range theirs {
		l := load(t, c.Lab)
		got, err := exercise.NewWork(l).Answer(context.Background(), &l.Questions[c.Question-1])
		require.NoError(t, err)
		assert.InDelta(t, c.Want, got, c.Off, "%s %d: %s", c.Lab, c.Question, c.Source)
	}
}

// The favourite of a race wins as often as Peterson and Davie say.
func TestRacesAreWon(t *testing.T) {
	if racing {
		t.Skip("many runs of one kind")
	}
	const text = `
title: races
question: How often?
scenario:
  mac: {ifg: 96bt}
  duration: 12s
  stations:
    - {name: A, traffic: {kind: saturated, size: 64, to: B}}
    - {name: B, traffic: {kind: saturated, size: 64, to: A}}
questions:
  - {ask: second, answer: "won(run, 2, 4)", hint: x, seeds: 12}
  - {ask: third, answer: "won(run, 2, 8)", hint: x, seeds: 12}
`
	l, err := lab.Load(fstest.MapFS{"r.yaml": {Data: []byte(text)}, "r.md": {Data: []byte("x")}}, "r")
	require.NoError(t, err)
	for i, want := range []float64{0.625, 0.8125} {
		got, err := exercise.NewWork(l).Answer(context.Background(), &l.Questions[i])
		require.NoError(t, err)
		assert.InDelta(t, want, got, 0.03)
	}
}

// Several students at once, at one lab, get what each alone would.
func TestManyAtOnce(t *testing.T) {
	for name, question := range map[string]int{"two-stations": 1, "server-never-up": 1, "aloha-stability": 3} {
		l := load(t, name)
		var group sync.WaitGroup
		answers := make([]any, 4)
		for i := range answers {
			group.Go(func() { answers[i], _ = exercise.NewWork(l).Answer(context.Background(), &l.Questions[question-1]) })
		}
		group.Wait()
		for _, a := range answers {
			assert.NotNil(t, a)
			assert.Equal(t, answers[0], a, name)
		}
	}
}
