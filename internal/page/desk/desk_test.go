package desk_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/exercise"
	"github.com/csmacd/csmacd/internal/lab"
	"github.com/csmacd/csmacd/internal/page/desk"
	"github.com/csmacd/csmacd/internal/page/player"
	"github.com/csmacd/csmacd/internal/scenario"
)

func opened(t *testing.T, l *exercise.Lab) (*desk.Desk, *desk.Sheet) {
	t.Helper()
	text, err := json.Marshal(l)
	require.NoError(t, err)
	d := new(desk.Desk)
	got, known, err := d.Ask("lab", []byte(`{"lab":`+string(text)+`}`))
	require.NoError(t, err)
	require.True(t, known)
	return d, got.(*desk.Sheet)
}

// Every lab of csmacd can be opened in the page. Its variants are the scenarios that --set makes of the file.
func TestEveryLabIsOnTheDesk(t *testing.T) {
	labs, err := lab.LoadAll(lab.Builtin())
	require.NoError(t, err)
	for _, l := range labs {
		of, err := exercise.Record(t.Context(), l, player.Version)
		require.NoError(t, err)
		_, sheet := opened(t, of)
		assert.Empty(t, sheet.Trouble, l.ID)
		assert.Equal(t, l.ID == "tcp-and-capture", sheet.Recorded == player.Version, l.ID)
		require.Len(t, sheet.Questions, len(l.Questions))
		require.Len(t, sheet.Runs, len(l.Runs))
		assert.NotContains(t, sheet.Text, "{{")
		for i, r := range sheet.Runs {
			got, err := scenario.Parse("x.yaml", []byte(r.Text), scenario.Options{})
			require.NoError(t, err, r.Name)
			want, err := scenario.Parse("x.yaml", []byte(l.Scenario), scenario.Options{Set: l.Runs[i].Set})
			require.NoError(t, err)
			assert.Equal(t, want.Config, got.Config, "%s %s", l.ID, r.Name)
			assert.Equal(t, want.Duration, got.Duration)
			assert.Equal(t, want.Line, got.Line)
			if len(r.Set) > 0 && strings.Contains(l.Scenario, "#") {
				assert.Contains(t, r.Text, "#", "comments stay")
			}
		}
	}
}

// A student does a lab: a wrong answer with its remark, a right one, and the file.
func TestALabIsDone(t *testing.T) {
	l, err := lab.Load(lab.Builtin(), "two-stations")
	require.NoError(t, err)
	d, _ := opened(t, l)
	ask := func(name, question string) any {
		t.Helper()
		got, known, err := d.Ask(name, []byte(question))
		require.NoError(t, err)
		require.True(t, known)
		return got
	}
	v := ask("check", `{"question":1,"answer":"245us"}`).(exercise.Verdict)
	assert.False(t, v.Right)
	assert.Equal(t, exercise.OtherUnit, v.Note)
	assert.True(t, ask("check", `{"question":1,"answer":"245"}`).(exercise.Verdict).Right)
	assert.Equal(t, "duration: 1s\n", ask("vary", `{"text":"duration: 2s","set":["duration=1s"]}`))
	counted := ask("counters", `{"run":"run"}`).(*exercise.Counted)
	assert.Equal(t, []string{"A", "B"}, counted.Stations)
	assert.Contains(t, counted.Rows, exercise.Counter{Name: "FramesTransmittedOK", Values: []uint64{1, 1}})
	assert.Contains(t, ask("figures", `{"run":"run"}`), "digest ")
	h, err := exercise.ReadHandIn(ask("handIn", `{"name":" Ada ","answers":[{"question":1,"answer":"245","tries":2}]}`).([]byte))
	require.NoError(t, err)
	assert.Equal(t, "Ada", h.Name)
	_, differs, err := exercise.NewWork(l).Verify(t.Context(), h)
	require.NoError(t, err)
	assert.Empty(t, differs)
}

// A lab with hosts is done with the results that were recorded of its runs. They have the digests of the runs themselves,
// and an answer is right where it is right for csmacd lab check. Without them the desk says why the lab cannot be done.
func TestRunsAreRecorded(t *testing.T) {
	l, err := lab.Load(lab.Builtin(), "tcp-and-capture")
	require.NoError(t, err)
	of, err := exercise.Record(t.Context(), l, player.Version)
	require.NoError(t, err)
	assert.Empty(t, l.Runs[0].Recorded, "the lab itself is as it was")
	for i := range of.Runs {
		require.Len(t, of.Runs[i].Recorded, 1)
	}
	d, _ := opened(t, of)
	w := exercise.NewWork(l)
	for _, r := range l.Runs {
		want, err := w.Summary(t.Context(), r.Name, player.Version)
		require.NoError(t, err)
		got, _, err := d.Ask("figures", []byte(`{"run":"`+r.Name+`"}`))
		require.NoError(t, err)
		assert.Equal(t, want, got)
		assert.Contains(t, want, "digest ")
		counts, err := w.Counters(t.Context(), r.Name)
		require.NoError(t, err)
		got, _, err = d.Ask("counters", []byte(`{"run":"`+r.Name+`"}`))
		require.NoError(t, err)
		assert.Equal(t, counts, got)
		assert.Equal(t, []string{"a/1", "b/1"}, counts.Flows)
	}
	var answers []exercise.Answer
	for i := range l.Questions {
		q := &l.Questions[i]
		v, err := w.Answer(t.Context(), q)
		require.NoError(t, err)
		answer := fmt.Sprint(v)
		switch v := v.(type) {
		case float64:
			answer = strconv.FormatFloat(v, 'f', -1, 64)
		case bool:
			answer = map[bool]string{true: "yes", false: "no"}[v]
		}
		answers = append(answers, exercise.Answer{Question: i + 1, Answer: answer})
		text := fmt.Sprintf(`{"question":%d,"answer":%q}`, i+1, answer)
		got, _, err := d.Ask("check", []byte(text))
		require.NoError(t, err)
		assert.True(t, got.(exercise.Verdict).Right, text)
		if q.Unit != "" {
			got, _, err = d.Ask("check", fmt.Appendf(nil, `{"question":%d,"answer":"0.123"}`, i+1))
			require.NoError(t, err)
			assert.False(t, got.(exercise.Verdict).Right)
		}
	}
	text, err := json.Marshal(map[string]any{"name": "Ada", "answers": answers})
	require.NoError(t, err)
	got, _, err := d.Ask("handIn", text)
	require.NoError(t, err)
	h, err := exercise.ReadHandIn(got.([]byte))
	require.NoError(t, err)
	assert.Len(t, h.Runs, len(l.Runs))
	_, differs, err := w.Verify(t.Context(), h)
	require.NoError(t, err)
	assert.Empty(t, differs)

	d, sheet := opened(t, l)
	assert.Equal(t, "this lab has hosts with a TCP/IP stack, which a page does not have: csmacd lab show tcp-and-capture, on a computer, prints it", sheet.Trouble)
	_, _, err = d.Ask("check", []byte(`{"question":1,"answer":"1"}`))
	require.ErrorIs(t, err, exercise.ErrHosts)
}

// What cannot be recorded: a run that is long, or without an end, or whose events are asked for.
func TestRunsThatAreNotRecorded(t *testing.T) {
	for name, replace := range map[string][2]string{
		"long":    {"duration: 10s", "duration: 100s"},
		"endless": {"duration: 10s", "until: {flows_done: true}"},
		"events":  {"run.flows[0].goodput_bps", "count(run, \"collision\")"},
	} {
		yaml, err := fs.ReadFile(lab.Builtin(), "tcp-and-capture.yaml")
		require.NoError(t, err)
		text := strings.Replace(string(yaml), replace[0], replace[1], 1)
		require.NotEqual(t, string(yaml), text, name)
		l, err := lab.Load(fstest.MapFS{"x.yaml": {Data: []byte(text)}, "x.md": {Data: []byte("x")}}, "x")
		require.NoError(t, err, name)
		_, err = exercise.Record(t.Context(), l, player.Version)
		require.ErrorIs(t, err, exercise.ErrRecord, name)
	}
}

func TestNothingIsOpen(t *testing.T) {
	d := new(desk.Desk)
	_, known, err := d.Ask("check", []byte(`{}`))
	require.ErrorIs(t, err, desk.ErrNoLab)
	require.True(t, known)
	_, known, _ = d.Ask("view", nil)
	assert.False(t, known)
	for _, text := range []string{`{}`, `{"lab":{}}`, `{"lab":{"runs":[{"name":"run"}]}}`, `{"lab":{"runs":[{"name":"run"}],"scenario":"stations: 3"}}`, `[`} {
		_, _, err = d.Ask("lab", []byte(text))
		assert.Error(t, err)
	}
}
